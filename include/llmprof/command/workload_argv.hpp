// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The command line of a workload, as it is given.
/// @throws InvalidArgument if it is empty, its program has no name, or an argument holds a NUL.
[[nodiscard]] std::vector<std::string> workload_argv(std::vector<std::string> argv);

/// The command line of a Python program that Hydra configures.
///
///     auto const argv = HydraCommand{{"python", "-m", "runner"}}
///                           .value("model.path", "/models/a b")   // quoted as Hydra needs it
///                           .override("~callbacks")               // as it is
///                           .run_dir("/tmp/run")
///                           .argv();
///
/// What decides where the run goes comes last, because Hydra takes the last of several values.
/// Setters return a reference: write `auto command =`, not `auto const& command =`.
class HydraCommand {
 public:
  explicit HydraCommand(std::vector<std::string> program) : program_(std::move(program)) {}

  /// An override in Hydra's own grammar, untouched: `~db`, `+x=1`, `a=${b}`.
  HydraCommand& override(std::string text);
  /// `key=value`. The value is literal text; numbers, `true` and `null` are Hydra's, as they would be typed.
  HydraCommand& value(std::string const& key, std::string_view value);
  HydraCommand& run_dir(std::string folder);        ///< `hydra.run.dir`
  HydraCommand& chdir(bool does);                   ///< `hydra.job.chdir`; true unless told otherwise.
  HydraCommand& mode(std::string mode);             ///< `+run.mode`
  HydraCommand& inputs_manifest(std::string file);  ///< `+inputs.manifest`

  /// @throws InvalidArgument as workload_argv does, and for keys and overrides that Hydra cannot read.
  [[nodiscard]] std::vector<std::string> argv() const;

  friend bool operator==(HydraCommand const&, HydraCommand const&) = default;

 private:
  std::vector<std::string> program_;
  std::vector<std::string> overrides_;
  std::optional<std::string> run_dir_;
  bool chdir_ = true;
  std::optional<std::string> mode_;
  std::optional<std::string> inputs_manifest_;
};

/// Literal text as the value of a Hydra override: in quotes, with escapes, where its grammar needs that.
[[nodiscard]] std::string hydra_value(std::string_view text);

}  // namespace v0
}  // namespace llmprof
