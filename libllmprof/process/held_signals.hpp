// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>  // NOLINT: <csignal> does not promise sigtimedwait

#include <chrono>

namespace llmprof::inline v0 {

/// Blocks the signals that we wait for, so that none gets lost between two waits.
class HeldSignals {
 public:
  HeldSignals() {
    ::sigemptyset(&held_);
    for (int const signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGTTOU}) ::sigaddset(&held_, signal);
    ::pthread_sigmask(SIG_BLOCK, &held_, &before_);
    // Whoever started us may have it ignored: then no child can be waited for.
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &usual, &child_);
  }
  ~HeldSignals() {
    while (wait(std::chrono::milliseconds(0)) != 0) continue;  // a late Ctrl-C has been dealt with
    ::sigaction(SIGCHLD, &child_, nullptr);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  HeldSignals(HeldSignals const&) = delete;
  HeldSignals& operator=(HeldSignals const&) = delete;

  [[nodiscard]] static bool asks_to_end(int signal) noexcept {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP;
  }

  [[nodiscard]] sigset_t const& before() const noexcept { return before_; }

  /// The next signal, 0 if none came in that time.
  [[nodiscard]] int wait(std::chrono::milliseconds time) const {
    timespec const timeout{.tv_sec = time.count() / 1000, .tv_nsec = time.count() % 1000 * 1'000'000};
    int const signal = ::sigtimedwait(&held_, nullptr, &timeout);
    return signal < 0 ? 0 : signal;
  }

 private:
  sigset_t held_{};
  sigset_t before_{};
  struct sigaction child_ {};
};

}  // namespace llmprof::inline v0
