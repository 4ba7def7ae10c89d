// SPDX-License-Identifier: MIT
#include "libllmprof/process/last_words.hpp"

#include <string_view>

#include "libllmprof/support/file.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

std::string last_line(std::string_view text) {
  std::string_view rest = trimmed(text);
  while (!rest.empty()) {
    auto const begin = rest.find_last_of("\r\n");
    std::string_view const line = begin == std::string_view::npos ? rest : rest.substr(begin + 1);
    if (line.find('%') == std::string_view::npos) return one_line(trimmed(line).substr(0, 300));
    rest = begin == std::string_view::npos ? std::string_view() : trimmed(rest.substr(0, begin));
  }
  return {};
}

}  // namespace

std::string last_words(std::vector<std::filesystem::path> const& files) {
  constexpr std::size_t most = 64 << 10;
  for (auto const& file : files) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) continue;
    if (std::string line = last_line(read_head(file, most)); !line.empty()) return line;
  }
  return {};
}

}  // namespace llmprof::inline v0
