// SPDX-License-Identifier: MIT
#include "libllmprof/process/program.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "libllmprof/support/find_program.hpp"

namespace llmprof::inline v0 {

std::optional<int> why_not_startable(std::string const& program) {
  char const* const path = std::getenv("PATH");
  if (find_program(program, path == nullptr ? "/usr/bin:/bin" : path)) return std::nullopt;
  std::error_code ignored;
  bool const is_there = program.find('/') != std::string::npos && std::filesystem::exists(program, ignored);
  return is_there ? EACCES : ENOENT;
}

}  // namespace llmprof::inline v0
