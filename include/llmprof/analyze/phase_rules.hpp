// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/engine_step.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

class PhaseRuleSet;

/// Tells the steps of inference from the texts of ranges: by rules of the user, then by what engines write
/// (see read_engine_label). docs/phases.md has the form of rules.
///
/// To be asked once per distinct text. Cheap to copy; may be asked from several threads.
class PhaseRules {
 public:
  /// No rules of the user.
  PhaseRules() = default;

  /// @throws IoError if it cannot be read. @throws ParseError, with the line, for a rule that cannot be.
  [[nodiscard]] static PhaseRules from_file(std::filesystem::path const& file);

  /// The same for a text. @param source Named in errors.
  [[nodiscard]] static PhaseRules from_yaml(std::string_view text, std::string const& source);

  /// @param name   The raw text, numbers not folded; of more than 1,024 bytes nothing is known.
  /// @param domain Its NVTX domain; empty for the default domain.
  /// @return what the first rule that matches says, else what read_engine_label says.
  [[nodiscard]] std::optional<EngineStep> read(std::string_view name, std::string_view domain = {}) const;

 private:
  std::shared_ptr<PhaseRuleSet const> rules_;  ///< None without rules.
};

}  // namespace v0
}  // namespace llmprof
