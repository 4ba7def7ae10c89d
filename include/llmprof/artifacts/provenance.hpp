// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// A setting: one value, or a list.
using ConfigValue = std::variant<std::string, std::vector<std::string>>;

/// The resolved configuration of a run. Points in keys nest: `nsys.trace` is `trace` inside `nsys`.
using Config = std::map<std::string, ConfigValue>;

/// config.yaml. Values of keys that name secrets are masked.
[[nodiscard]] std::string to_yaml(Config const& config);

/// @throws IoError
void write_config_yaml(Config const& config, std::filesystem::path const& path);

/// A file that a run was made from.
struct InputFile {
  std::string path;  ///< As the caller gave it.
  std::string kind;  ///< `nsys SQLite export`, `prompt`, `model config`, ...
  std::optional<std::uint64_t> size_bytes;
  std::optional<std::string> sha256;  ///< 64 hexadecimal digits.
  std::string reason;                 ///< Why the size or the digest is absent; empty if both are there.

  friend bool operator==(InputFile const&, InputFile const&) = default;
};

/// Files of this size and more are not hashed.
inline constexpr std::uint64_t hash_limit_bytes = std::uint64_t{64} << 20U;

/// Looks up size and SHA-256 of a file. Never fails: what cannot be had is absent, with the reason. `-` is
/// standard input, of which neither is known.
[[nodiscard]] InputFile describe_input(std::filesystem::path const& path, std::string kind);

/// inputs.yaml: `count`, and a list of `path`, `kind`, `size_bytes`, `sha256`, and `reason` where one is
/// null.
[[nodiscard]] std::string to_yaml(std::vector<InputFile> const& inputs);

/// @throws IoError
void write_inputs_yaml(std::vector<InputFile> const& inputs, std::filesystem::path const& path);

}  // namespace v0
}  // namespace llmprof
