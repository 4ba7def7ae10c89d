// SPDX-License-Identifier: MIT
// For workloads that must not be faster than `llmprof run` reads their spool, however busy the machine is.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::tests {

/// Of this process, whose only one it is.
inline std::filesystem::path own_spool() {
  std::string const begin = std::to_string(::getpid()) + '-';
  for (auto const& entry : std::filesystem::directory_iterator(std::getenv("LLMPROF_SPOOL"))) {  // NOLINT
    if (entry.path().filename().string().rfind(begin, 0) == 0) return entry.path();
  }
  return {};
}

/// Until nothing in the ring waits to be read; 30 s at most.
inline void wait_for_follower() {
  static std::filesystem::path const spool = own_spool();
  for (int i = 0; i < 30'000 && !spool.empty(); ++i) {
    spool::Header header;
    std::ifstream(spool, std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof(header));
    if (std::count(std::begin(header.ring), std::end(header.ring), spool::Turn::follower) == 0) return;
    ::usleep(1000);
  }
}

}  // namespace llmprof::tests
