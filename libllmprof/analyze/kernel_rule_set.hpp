// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/analyze/pattern_set.hpp"
#include "libllmprof/support/yaml_rules.hpp"
#include "llmprof/model/kernel_class.hpp"

namespace llmprof::inline v0 {

/// The rules of one file, in its order.
class KernelRuleSet {
 public:
  /// @throws ParseError
  KernelRuleSet(std::string_view yaml, std::string const& source);

  /// @param text See classified_text().
  /// @return the class of the first rule that matches; absent without one.
  [[nodiscard]] std::optional<KernelClass> find(std::string_view text) const;

 private:
  /// Matches if all of `all`, one of `any` (if there are some) and none of `not_any` are in the name.
  struct Rule {
    KernelClass kernel_class = KernelClass::other;
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> any;
    std::vector<std::uint32_t> not_any;
  };

  [[nodiscard]] static bool matches(Rule const& rule, std::vector<bool> const& found);
  [[nodiscard]] Rule to_rule(WrittenRule const& written, std::string const& source);
  void read_field(Rule& rule, WrittenField const& field, std::string const& source);
  void add_patterns(std::vector<std::uint32_t>& to, WrittenField const& field, std::string const& source);

  PatternSet patterns_;
  std::vector<Rule> rules_;
};

/// The part of a printed name that rules look at, at most 4 KiB of it: demangled, without the range that
/// ncu's `--print-nvtx-rename` puts in front, without `void` and the function's parameters.
[[nodiscard]] std::string classified_text(std::string_view printed);

}  // namespace llmprof::inline v0
