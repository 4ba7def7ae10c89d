// SPDX-License-Identifier: MIT
#include "libllmprof/process/program.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace llmprof::inline v0 {
namespace {

std::optional<int> why_not_executable(std::filesystem::path const& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return ENOENT;
  if (std::filesystem::is_directory(file, error) || ::access(file.c_str(), X_OK) != 0) return EACCES;
  return std::nullopt;
}

}  // namespace

std::optional<int> why_not_startable(std::string const& program) {
  if (program.find('/') != std::string::npos) return why_not_executable(program);
  char const* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  int why = ENOENT;
  while (!rest.empty()) {
    auto const end = rest.find(':');
    std::filesystem::path const folder = end == 0 ? std::string_view(".") : rest.substr(0, end);
    auto const here = why_not_executable(folder / program);
    if (!here) return std::nullopt;
    if (*here != ENOENT) why = *here;
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return why;
}

}  // namespace llmprof::inline v0
