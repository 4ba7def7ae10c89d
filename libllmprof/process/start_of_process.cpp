// SPDX-License-Identifier: MIT
#include "libllmprof/process/start_of_process.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace llmprof::inline v0 {

// /proc/PID/stat: the number, the name in parentheses, which may hold anything, the state; the start is
// field 22.
std::optional<std::uint64_t> start_of_process(std::uint64_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  auto const name_end = line.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(line.substr(name_end + 1));
  std::string field;
  for (int number = 3; number < 22; ++number) {
    fields >> field;
    if (number == 3 && (field == "Z" || field == "X")) return std::nullopt;
  }
  std::uint64_t start = 0;
  if (!(fields >> start)) return std::nullopt;
  return start;
}

}  // namespace llmprof::inline v0
