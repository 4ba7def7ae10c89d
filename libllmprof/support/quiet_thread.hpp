// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>  // NOLINT: <csignal> does not promise sigset_t

#include <thread>
#include <utility>

namespace llmprof::inline v0 {

/// A thread that takes no signals: they are for those that wait for them.
/// @throws std::system_error if there can be none.
template <class Function>
[[nodiscard]] std::thread start_quiet_thread(Function&& function) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread thread(std::forward<Function>(function));
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
  } catch (...) {
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
}

}  // namespace llmprof::inline v0
