// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

/// `key: value` or `key: [value, value]`.
struct WrittenField {
  std::string key;
  std::vector<std::string> values;
  std::uint64_t line = 0;  ///< 1-based.
};

/// One item of a list of rules.
struct WrittenRule {
  std::vector<WrittenField> fields;  ///< In the order of the file; no key twice.
  std::uint64_t line = 0;            ///< 1-based.
};

/// Reads a YAML file that is a list of rules, whatever their keys are; an empty one has none.
/// @throws ParseError for bad YAML, for anything but such a list, for a key that is written twice, and for
/// what is larger than 1 MiB.
[[nodiscard]] std::vector<WrittenRule> read_rules_yaml(std::string_view text, std::string const& source);

}  // namespace llmprof::inline v0
