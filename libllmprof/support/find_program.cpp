// SPDX-License-Identifier: MIT
#include "libllmprof/support/find_program.hpp"

#include <unistd.h>

#include <sstream>

namespace llmprof::inline v0 {

namespace fs = std::filesystem;

bool is_program(fs::path const& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> find_program(std::string const& name, std::string const& path) {
  if (name.find('/') != std::string::npos)
    return is_program(name) ? std::optional<fs::path>(name) : std::nullopt;
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (folder.empty()) continue;
    fs::path const candidate = fs::path(folder) / name;
    if (is_program(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace llmprof::inline v0
