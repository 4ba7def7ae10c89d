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

extern "C" ssize_t pwrite(int file, void const* bytes, size_t size, off_t offset) {
  static auto* const real =
      reinterpret_cast<ssize_t (*)(int, void const*, size_t, off_t)>(dlsym(RTLD_NEXT, "pwrite"));
  static std::atomic<int> left = number("LLMPROF_TEST_ALLOCATIONS", INT_MAX);
  static std::atomic<int> interruptions = number("LLMPROF_TEST_INTERRUPTIONS", 0);
  if (int const time = number("LLMPROF_TEST_ALLOCATION_US", 0); time > 0) usleep(static_cast<unsigned>(time));
  errno = EINTR;
  if (interruptions > 0 && interruptions-- > 0) return -1;
  errno = ENOSPC;
  return left-- > 0 ? real(file, bytes, size, offset) : -1;
}
