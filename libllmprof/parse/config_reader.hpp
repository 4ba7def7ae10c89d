// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/support/json_reader.hpp"

namespace llmprof::inline v0 {

/// Members of a config.json. One thing has several names there, so each getter takes them all.
class ConfigReader {
 public:
  using Keys = std::initializer_list<std::string_view>;

  explicit ConfigReader(JsonNode node) : node_(node) {}

  /// Absent if there is none of them, or null. @throws ParseError for what is no count.
  [[nodiscard]] std::optional<std::uint64_t> count(Keys keys) const;
  [[nodiscard]] std::uint64_t count_or(Keys keys, std::uint64_t fallback) const {
    return count(keys).value_or(fallback);
  }
  /// As count(); one that is missing is remembered, and 0.
  [[nodiscard]] std::uint64_t needed(Keys keys);
  [[nodiscard]] bool flag(Keys keys, bool fallback) const;
  [[nodiscard]] std::string text(Keys keys) const;  ///< Empty if there is none.
  [[nodiscard]] std::optional<JsonNode> find(Keys keys) const;
  /// There, null or not: an explicit null is no default.
  [[nodiscard]] bool has(std::string_view key) const;

  /// First names of all that was needed and is missing.
  [[nodiscard]] std::vector<std::string> const& missing() const noexcept { return missing_; }
  [[nodiscard]] JsonNode const& node() const noexcept { return node_; }

 private:
  JsonNode node_;
  std::vector<std::string> missing_;
};

}  // namespace llmprof::inline v0
