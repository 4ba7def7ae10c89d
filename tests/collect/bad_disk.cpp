// SPDX-License-Identifier: MIT
// Preloaded into a workload, it makes the disk bad: after LLMPROF_TEST_ALLOCATIONS calls there is no room for
// more, the first LLMPROF_TEST_INTERRUPTIONS calls are interrupted by a signal, and each takes
// LLMPROF_TEST_ALLOCATION_US. What is not set is as it is.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>

namespace {

int number(char const* variable, int otherwise) {
  char const* const text = std::getenv(variable);  // NOLINT: nobody changes it
  return text == nullptr ? otherwise : std::atoi(text);
}

}  // namespace

extern "C" int posix_fallocate(int file, off_t offset, off_t size) {
  static auto* const real = reinterpret_cast<int (*)(int, off_t, off_t)>(dlsym(RTLD_NEXT, "posix_fallocate"));
  static std::atomic<int> left = number("LLMPROF_TEST_ALLOCATIONS", INT_MAX);
  static std::atomic<int> interruptions = number("LLMPROF_TEST_INTERRUPTIONS", 0);
  if (int const time = number("LLMPROF_TEST_ALLOCATION_US", 0); time > 0) usleep(static_cast<unsigned>(time));
  if (interruptions > 0 && interruptions-- > 0) return EINTR;
  return left-- > 0 ? real(file, offset, size) : ENOSPC;
}
