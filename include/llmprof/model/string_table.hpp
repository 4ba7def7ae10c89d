// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// A name, as a 32-bit index into the StringTable of the trace that it came from.
enum class StringId : std::uint32_t {};

/// Every name of a trace once. Id 0 is the empty string.
///
/// Copying is disabled: the index refers to the stored strings. Moving keeps every view valid.
class StringTable {
 public:
  StringTable() { intern({}); }
  StringTable(StringTable const&) = delete;  // the index holds views into the storage
  StringTable& operator=(StringTable const&) = delete;
  StringTable(StringTable&&) = default;
  StringTable& operator=(StringTable&&) = default;
  ~StringTable() = default;

  /// The id of `text`, added if it is new. @throws std::length_error after 2^32 - 1 strings.
  StringId intern(std::string_view text);

  /// The text of `id`, valid as long as the table lives. `id` must come from this table.
  [[nodiscard]] std::string_view operator[](StringId id) const noexcept {
    return strings_[static_cast<std::uint32_t>(id)];
  }

  [[nodiscard]] std::size_t size() const noexcept { return strings_.size(); }

 private:
  std::deque<std::string> strings_;  // a deque: growing it moves no string
  std::unordered_map<std::string_view, StringId> ids_;
};

}  // namespace v0
}  // namespace llmprof
