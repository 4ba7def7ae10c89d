// SPDX-License-Identifier: MIT
// What the injected library uses in place of the C++ library, which it must not need.
#pragma once

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>  // NOLINT: no C++ library
#include <unistd.h>

#include <cstdint>

namespace llmprof::collect {

class Lock {
 public:
  explicit Lock(pthread_mutex_t& mutex) noexcept : mutex_(mutex) { ::pthread_mutex_lock(&mutex_); }
  ~Lock() { ::pthread_mutex_unlock(&mutex_); }
  Lock(Lock const&) = delete;
  Lock& operator=(Lock const&) = delete;

 private:
  pthread_mutex_t& mutex_;
};

inline std::uint64_t now(clockid_t clock = CLOCK_MONOTONIC_RAW) noexcept {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

inline std::uint32_t thread_id() noexcept { return static_cast<std::uint32_t>(::syscall(SYS_gettid)); }

template <class T>
T load(T const& value) noexcept {
  T loaded;  // of any type: __atomic_load_n of clang takes no enumeration
  __atomic_load(&value, &loaded, __ATOMIC_ACQUIRE);
  return loaded;
}

template <class T>
void store(T& value, T desired) noexcept {
  __atomic_store(&value, &desired, __ATOMIC_RELEASE);
}

/// @return the value before.
inline std::uint64_t add(std::uint64_t& value, std::uint64_t by) noexcept {
  return __atomic_fetch_add(&value, by, __ATOMIC_RELAXED);
}

}  // namespace llmprof::collect
