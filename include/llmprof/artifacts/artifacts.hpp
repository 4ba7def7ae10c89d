// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Where runs go unless told otherwise.
inline constexpr char const* default_out = "llmprof-runs";

/// A new run id, `YYYYMMDD-HHMMSS-xxxx` in UTC, with four hexadecimal digits.
///
/// No two calls in one process give the same id. Between processes the folder decides: see Artifacts::create.
/// May be called from several threads.
[[nodiscard]] std::string new_run_id();

/// Whether the text has the form of a run id.
[[nodiscard]] bool is_run_id(std::string_view text) noexcept;

/// One run folder: knows where things go, and keeps them inside.
///
///     auto const run = Artifacts::create();            // llmprof-runs/20250131-120000-3f2a
///     write_env_json(environment, run.path("env.json"));
class Artifacts {
 public:
  /// Belongs to no folder until set_root is called.
  Artifacts() = default;

  /// Makes a new run folder, only for its owner (0700), with `nsys` and `ncu` in it.
  /// @throws IoError if it cannot be made.
  [[nodiscard]] static Artifacts create(std::filesystem::path const& out = default_out);

  /// A run folder that exists; nothing in it is changed. @throws IoError if it is no folder.
  [[nodiscard]] static Artifacts from_root(std::filesystem::path const& root);

  /// Uses `root` as run folder, and makes it, `nsys` and `ncu` where they are missing. @throws IoError
  void set_root(std::filesystem::path const& root);

  /// Absolute, without links. @throws InvalidArgument if there is none yet.
  [[nodiscard]] std::filesystem::path const& root() const;

  /// The name of the run folder.
  [[nodiscard]] std::string id() const;

  /// Where `name` (`nsys/cmd.txt`) is or would be. Nothing is made.
  ///
  /// @throws InvalidArgument if that would be outside the run folder: `name` is empty or absolute, has a
  /// `..`, or goes over a link that leads outside.
  /// @throws IoError if the system cannot say: a name is too long, or a folder on the way is closed to us.
  [[nodiscard]] std::filesystem::path path(std::string_view name) const;

  /// The sub folder `name`, made with mode 0700 where it is missing. @throws as path does, and IoError.
  [[nodiscard]] std::filesystem::path out_dir(std::string_view name) const;

 private:
  std::filesystem::path root_;
};

}  // namespace v0
}  // namespace llmprof
