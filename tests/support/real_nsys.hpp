// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace llmprof::tests {

inline constexpr char const* no_nsys_message =
    "no nsys 2023.4 or newer: set LLMPROF_TEST_NSYS to its path, or put it on PATH";

/// Standard output of a command line, run through the shell: for tests alone.
inline std::string output_of(std::string const& command) {
  std::unique_ptr<FILE, int (*)(FILE*)> const pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> block{};
  for (std::size_t n = 0; pipe && (n = fread(block.data(), 1, block.size(), pipe.get())) > 0;)
    text.append(block.data(), n);
  return text;
}

/// The nsys to test against, or an empty string: LLMPROF_TEST_NSYS, else the one on PATH if it is 2023.4 or
/// newer.
inline std::string real_nsys() {
  if (char const* const given = std::getenv("LLMPROF_TEST_NSYS"); given != nullptr && *given != '\0')
    return given;
  std::string const version = output_of("timeout 20 nsys --version 2>/dev/null");
  auto const digits = version.find_first_of("0123456789");
  if (digits == std::string::npos) return {};
  return version.compare(digits, 6, "2023.4") >= 0 ? "nsys" : "";
}

}  // namespace llmprof::tests
