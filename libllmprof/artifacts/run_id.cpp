// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <random>
#include <thread>

#include "libllmprof/support/utc_time.hpp"
#include "llmprof/artifacts/artifacts.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::uint32_t suffixes = 0x10000;

/// Counts from a random start, so that processes rarely meet; starts over when the second changes.
struct Sequence {
  std::mutex mutex;
  std::time_t second = 0;
  std::uint32_t used = 0;
  std::uint32_t next = std::random_device{}() % suffixes;
};

std::string hex4(std::uint32_t value) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (unsigned shift = 16; shift > 0; shift -= 4) text += digits[(value >> (shift - 4)) & 0xFU];
  return text;
}

std::time_t now() { return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()); }

/// The present second, or the one after it if all suffixes of this one are used up. Never goes back.
std::time_t next_second(Sequence& sequence) {
  std::time_t second = std::max(now(), sequence.second);
  while (second == sequence.second && sequence.used == suffixes) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    second = std::max(now(), sequence.second);
  }
  return second;
}

}  // namespace

std::string new_run_id() {
  static Sequence sequence;
  std::lock_guard const lock(sequence.mutex);
  std::time_t const second = next_second(sequence);
  if (second != sequence.second) sequence.used = 0;
  sequence.second = second;
  ++sequence.used;
  sequence.next = (sequence.next + 1) % suffixes;
  return utc_compact(second) + '-' + hex4(sequence.next);
}

bool is_run_id(std::string_view text) noexcept {
  constexpr std::string_view pattern = "dddddddd-dddddd-xxxx";
  return text.size() == pattern.size() &&
         std::equal(text.begin(), text.end(), pattern.begin(), [](char c, char kind) {
           bool const digit = c >= '0' && c <= '9';
           if (kind == '-') return c == '-';
           return digit || (kind == 'x' && c >= 'a' && c <= 'f');
         });
}

}  // namespace llmprof::inline v0
