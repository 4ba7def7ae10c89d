// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace llmprof::inline v0 {

/// Takes a label apart from front to back.
class LabelScanner {
 public:
  explicit LabelScanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

  /// Goes behind the text if it is next.
  bool skip(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  /// The number that is next: digits alone, none if they are no int64.
  std::optional<std::int64_t> number() {
    if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') return std::nullopt;
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  /// All before the first of these characters, or the rest.
  std::string_view until(std::string_view characters) {
    std::string_view const text = rest_.substr(0, rest_.find_first_of(characters));
    rest_.remove_prefix(text.size());
    return text;
  }

 private:
  std::string_view rest_;
};

}  // namespace llmprof::inline v0
