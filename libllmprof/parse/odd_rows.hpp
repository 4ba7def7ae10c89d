// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace llmprof::inline v0 {

/// Rows that were left out because a cell was not what it must be; reported once per table.
struct OddRows {
  std::uint64_t count = 0;
  std::string first;  // what was wrong with the first one

  void add(std::string fault) {
    if (count++ == 0) first = std::move(fault);
  }
};

}  // namespace llmprof::inline v0
