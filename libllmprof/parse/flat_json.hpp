// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/support/json_scanner.hpp"

namespace llmprof::inline v0 {

/// Scalars of one JSON object by their path: `time_to_first_token.avg`, `input_config.model.0`.
///
/// Of lists the first few elements are kept, and all of those that are asked for: results may have a list of
/// what every request did.
class FlatJson {
 public:
  /// Reads the value that `json` stands before. @throws JsonBreak
  /// @param whole_list Name of a list of numbers that is kept as a whole.
  FlatJson(JsonScanner& json, std::string_view whole_list);

  [[nodiscard]] bool has(std::string_view path) const { return values_.contains(path); }
  /// A text or the text of a number; absent if there is none, or null.
  [[nodiscard]] std::optional<std::string> text(std::string_view path) const;
  /// A finite number; absent if there is none.
  [[nodiscard]] std::optional<double> number(std::string_view path) const;
  /// The same, if it can be a number of things.
  [[nodiscard]] std::optional<std::uint64_t> count(std::string_view path) const;
  /// The list that is kept as a whole; what is no number in it is left out.
  [[nodiscard]] std::vector<double> const& list() const noexcept { return list_; }

  /// Names of its members, in the order of the text.
  [[nodiscard]] std::vector<std::string> const& members() const noexcept { return members_; }

 private:
  void read(JsonScanner& json, std::string const& path);
  void read_list(JsonScanner& json, std::string const& path);

  std::string whole_list_;
  std::map<std::string, std::string, std::less<>> values_;
  std::vector<double> list_;
  std::vector<std::string> members_;
};

}  // namespace llmprof::inline v0
