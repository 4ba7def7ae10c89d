// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "llmprof/model/label.hpp"
#include "llmprof/model/region.hpp"

namespace llmprof::inline v0 {

/// The patterns of a RegionSelection, compiled.
class RegionSelector {
 public:
  /// @throws InvalidArgument if a pattern is empty or no regular expression.
  explicit RegionSelector(RegionSelection const& selection);

  /// Any of the patterns to include, or there are none; and none of those to exclude.
  [[nodiscard]] bool selects(Label const& label) const;

 private:
  /// Either a label or a regular expression.
  class Pattern {
   public:
    explicit Pattern(std::string const& text);
    [[nodiscard]] bool matches(Label const& label) const;

   private:
    std::vector<Label> labels_;  // what the text may mean
    std::optional<std::regex> expression_;
  };

  static bool any(std::vector<Pattern> const& patterns, Label const& label);

  std::vector<Pattern> include_;
  std::vector<Pattern> exclude_;
};

}  // namespace llmprof::inline v0
