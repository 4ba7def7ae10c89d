// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/kernel_class.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

class KernelRuleSet;

/// Tells what kernels do from their names, by ordered rules; see docs/kernel-classes.md.
///
/// To be asked once per distinct name: an answer takes about a microsecond for a usual name, and never more
/// than for one of 4 KiB, since what is behind them is not looked at. Cheap to copy; may be asked from
/// several threads.
class KernelClassifier {
 public:
  /// The rules that are compiled in.
  [[nodiscard]] static KernelClassifier const& built_in();

  /// Rules of a YAML file, tried before those of `fallback`.
  /// @throws IoError if it cannot be read. @throws ParseError, with the line, for a rule that cannot be.
  [[nodiscard]] static KernelClassifier from_file(std::filesystem::path const& file,
                                                  KernelClassifier const& fallback = built_in());

  /// The same for a text. @param source Named in errors.
  [[nodiscard]] static KernelClassifier from_yaml(std::string_view text, std::string const& source,
                                                  KernelClassifier const& fallback = built_in());

  /// @param name As a tool printed it: demangled by any of them, mangled, or of another language.
  /// @return KernelClass::other if no rule matches.
  [[nodiscard]] KernelClass classify(std::string_view name) const;

 private:
  KernelClassifier() = default;

  std::vector<std::shared_ptr<KernelRuleSet const>> sets_;  ///< The first that knows the name decides.
};

}  // namespace v0
}  // namespace llmprof
