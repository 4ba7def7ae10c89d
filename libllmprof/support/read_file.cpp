// SPDX-License-Identifier: MIT
#include "libllmprof/support/read_file.hpp"

#include <fstream>

namespace llmprof::inline v0 {

std::optional<std::string> read_small_file(std::filesystem::path const& path, std::size_t limit) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text(limit, '\0');
  in.read(text.data(), static_cast<std::streamsize>(limit));
  if (in.bad()) return std::nullopt;
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string trimmed(std::string const& text) {
  constexpr char const* blanks = " \t\r\n";
  auto const begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace llmprof::inline v0
