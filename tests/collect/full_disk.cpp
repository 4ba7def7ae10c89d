// SPDX-License-Identifier: MIT
// Preloaded into a workload, it makes the disk full: after LLMPROF_TEST_ALLOCATIONS calls there is no room
// for more.
#include <dlfcn.h>
#include <fcntl.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

extern "C" int posix_fallocate(int file, off_t offset, off_t size) {
  static auto* const real = reinterpret_cast<int (*)(int, off_t, off_t)>(dlsym(RTLD_NEXT, "posix_fallocate"));
  static std::atomic<int> left = std::atoi(std::getenv("LLMPROF_TEST_ALLOCATIONS"));
  return left-- > 0 ? real(file, offset, size) : ENOSPC;
}
