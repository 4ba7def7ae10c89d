// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_json.hpp"

#include <algorithm>
#include <array>

#include "libllmprof/support/json_reader.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

/// The text from the `[` to the line of its `]`, which are lines of their own, or to the end.
std::string_view take_list(CsvReader& lines) {
  std::string_view last = lines.peek_line();
  char const* const begin = last.data();
  while (!lines.at_end()) {
    last = lines.peek_line();
    lines.skip_line();
    if (last == "]") break;
  }
  return {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
}

}  // namespace

bool begins_nsys_json(std::string_view line) { return trimmed(line) == "["; }

bool is_nsys_json(std::string_view text) {
  constexpr std::array<std::string_view, 6> keys{"\"Total Time", "\"Time (%)\"", "\"Total Proj Time",
                                                 "\"Duration (", "\"Kernel Dur", "\"Projected Duration"};
  text = trimmed(text.substr(0, text.find('}')));
  if (!text.starts_with('[') || !trimmed(text.substr(1)).starts_with('{')) return false;
  return std::any_of(keys.begin(), keys.end(),
                     [&](std::string_view key) { return text.find(key) != std::string_view::npos; });
}

NsysJsonTable read_nsys_json(CsvReader& lines, std::string const& source) {
  // Empty lines before it make the lines of messages those of the file.
  std::string padded(static_cast<std::size_t>(lines.next_line() - 1), '\n');
  padded += take_list(lines);
  JsonDocument const document(padded, source);
  NsysJsonTable table;
  for_each(document.root(), [&](JsonNode const& object) {
    if (table.titles.empty()) table.titles = object.keys();
    auto& row = table.rows.emplace_back();
    for (std::string const& title : table.titles) row.push_back(object.at(title).scalar());
  });
  return table;
}

}  // namespace llmprof::inline v0
