// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

namespace llmprof::tests {

inline constexpr char const* no_nsys_message =
    "no nsys 2023.4 or newer: set LLMPROF_TEST_NSYS to its path, or put it on PATH";

/// Standard output of a command line, run through the shell: for tests alone. A hung tool is killed with its
/// children: nsys can hang for ever in a sandbox.
inline std::string output_of(std::string const& command) {
  std::string const limited = "timeout --kill-after=5 60 " + command;
  std::unique_ptr<FILE, int (*)(FILE*)> const pipe(popen(limited.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> block{};
  for (std::size_t n = 0; pipe && (n = fread(block.data(), 1, block.size(), pipe.get())) > 0;)
    text.append(block.data(), n);
  return text;
}

/// As output_of, for a command that makes a report in `folder`. nsys fails now and then where other captures
/// end at the same time, by other users too ("Importation failed"), and works when asked again.
inline std::string record_with_nsys(std::string const& command, std::filesystem::path const& folder) {
  std::string log;
  for (int i = 0; i < 3; ++i) {
    log = output_of(command + " 2>&1");
    if (log.find("Importation failed") != std::string::npos) continue;
    for (auto const& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".nsys-rep") return log;
    }
  }
  return log;
}

/// 2023.4 as 202304; 0 if this is no nsys.
inline int nsys_version(std::string const& nsys) {
  std::string const output = output_of('"' + nsys + "\" --version 2>/dev/null");
  std::string const word = "version ";
  auto const at = output.find(word);
  int year = 0;
  int release = 0;
  if (at == std::string::npos) return 0;
  bool const is_read = std::sscanf(output.c_str() + at + word.size(), "%d.%d", &year, &release) == 2;
  return is_read ? year * 100 + release : 0;
}

/// The nsys to test against, or an empty string: that of LLMPROF_TEST_NSYS, else the one on PATH, if it is
/// 2023.4 or newer.
inline std::string real_nsys() {
  char const* const given = std::getenv("LLMPROF_TEST_NSYS");
  std::string const nsys = given != nullptr && *given != '\0' ? given : "nsys";
  return nsys_version(nsys) >= 202304 ? nsys : std::string();
}

}  // namespace llmprof::tests
