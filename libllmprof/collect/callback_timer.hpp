// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/libc_only.hpp"

namespace llmprof::collect {

/// Adds up what a thread of the program spends in our callbacks, from some of them: to look at the clock each
/// time would cost more than what is measured. Every 61st, a prime, for programs call in a rhythm: of every
/// 64th, all may be pushes, and none pops.
class CallbackTimer {
 public:
  CallbackTimer() noexcept : begin_(is_due() ? now() : 0) {}
  /// @param time What the callback has begun with: to look at the clock for itself.
  explicit CallbackTimer(std::uint64_t time) noexcept : begin_(is_due() ? time : 0), looked_(false) {}
  ~CallbackTimer() {
    if (__builtin_expect(begin_ == 0, 1)) return;
    std::uint64_t const end = now();
    // Between two readings lies the cost of one. It is the callback's, or ours.
    std::uint64_t const clock = looked_ ? now() - end : 0;
    std::uint64_t const took = end - begin_;
    if (spool::Header* const header = spool_header())
      add(header->callback_ns, (took > clock ? took - clock : 0) * every);
  }
  CallbackTimer(CallbackTimer const&) = delete;
  CallbackTimer& operator=(CallbackTimer const&) = delete;

 private:
  static constexpr std::uint64_t every = 61;
  static bool is_due() noexcept { return calls_++ % every == every / 2; }

  // NOLINTNEXTLINE(bugprone-dynamic-static-initializers): zero, which needs no code
  static inline __thread std::uint64_t calls_ __attribute__((tls_model("initial-exec")));

  std::uint64_t begin_;
  bool looked_ = true;
};

}  // namespace llmprof::collect
