// SPDX-License-Identifier: MIT
#include "llmprof/model/string_table.hpp"

#include <limits>
#include <stdexcept>

namespace llmprof::inline v0 {

StringId StringTable::intern(std::string_view text) {
  if (auto const known = ids_.find(text); known != ids_.end()) return known->second;
  if (strings_.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("a trace holds more than 2^32 - 1 different names");
  }
  auto const id = static_cast<StringId>(strings_.size());
  ids_.emplace(strings_.emplace_back(text), id);
  return id;
}

}  // namespace llmprof::inline v0
