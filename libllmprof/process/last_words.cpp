// SPDX-License-Identifier: MIT
#include "libllmprof/process/last_words.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

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

/// The end of a file; empty if it cannot be read.
std::string read_tail(std::filesystem::path const& path, std::streamoff most) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::streamoff const size = file ? std::streamoff(file.tellg()) : 0;
  std::string text(static_cast<std::size_t>(std::clamp<std::streamoff>(size, 0, most)), '\0');
  file.seekg(size - static_cast<std::streamoff>(text.size()));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

}  // namespace

std::string last_words(std::vector<std::filesystem::path> const& files) {
  constexpr std::streamoff most = 64 << 10;
  for (auto const& file : files) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) continue;
    if (std::string line = last_line(read_tail(file, most)); !line.empty()) return line;
  }
  return {};
}

}  // namespace llmprof::inline v0
