// SPDX-License-Identifier: MIT
#include "libllmprof/parse/csv_scan.hpp"

namespace llmprof::inline v0 {

std::uint64_t count_line_ends(std::string_view text) noexcept {
  std::uint64_t ends = 0;
  for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) ++ends;
  for (auto at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') ++ends;
  }
  return ends;
}

std::size_t read_irregular_cell(std::string_view text, std::size_t begin, std::string& into) {
  into.clear();
  std::size_t position = begin + 1;
  for (;;) {
    std::size_t const quote = find_any<'"'>(text, position);
    if (quote == text.size()) return std::string_view::npos;
    into.append(text, position, quote - position);
    position = quote + 1;
    if (position == text.size() || text[position] != '"') break;
    into += '"';
    ++position;
  }
  std::size_t const end = find_any<',', '\n', '\r'>(text, position);
  into.append(text, position, end - position);
  return end;
}

}  // namespace llmprof::inline v0
