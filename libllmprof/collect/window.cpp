// SPDX-License-Identifier: MIT
#include "libllmprof/collect/window.hpp"

#include <stdlib.h>  // NOLINT: no C++ library

#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/chunk_writer.hpp"
#include "libllmprof/collect/cupti_recorder.hpp"
#include "libllmprof/collect/libc_only.hpp"
#include "libllmprof/collect/name_table.hpp"

namespace llmprof::collect {
namespace {

/// The range whose end ends the window. Other threads look whether they are the one, while it changes: only
/// for the one that is, all of it has to be of the same window.
struct Opener {
  pthread_t thread{};  ///< Not its number, which changes when the process forks.
  std::uint64_t range = 0;
  std::uint64_t depth = 0;  ///< push: how many are open inside it; of its thread alone.
  std::uint16_t domain = 0;
};

constexpr std::uint64_t rests_after_ns = 200'000'000;
constexpr std::uint64_t waits_at_most_ns = 10'000'000'000;  // for work that is queued still

struct Window {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  // What is asked for.
  bool limited = false;
  bool timed = false;
  std::uint32_t name = 0;  ///< 0: any moment, no range is waited for.
  std::uint16_t domain = 0;
  std::uint64_t skip = 0;
  std::uint64_t count = 0;     ///< 0: all.
  std::uint64_t from = 0;      ///< Time.
  std::uint64_t duration = 0;  ///< ns from the first window on; 0: no end.
  // What is.
  std::uint32_t recording = 1;
  bool done = false;
  std::uint64_t until = 0;
  std::uint64_t occurrences = 0;
  std::uint64_t windows = 0;
  std::uint64_t closed = 0;  ///< Time; 0 while the device rests, or a window is open.
  Opener opener;
};

Window window;  // NOLINT: one a process
__thread std::uint32_t captures __attribute__((tls_model("initial-exec")));
/// Ranges of this thread that are recorded outside windows, for a capture, and are open still: they may end
/// behind it.
__thread std::uint64_t captured_pushes __attribute__((tls_model("initial-exec")));
__thread std::uint64_t captured_starts __attribute__((tls_model("initial-exec")));

std::uint64_t number_in(char const* variable) noexcept {
  char const* const text = ::getenv(variable);
  return text == nullptr ? 0 : ::strtoull(text, nullptr, 10);
}

void write_window(std::uint32_t opened) noexcept {
  constexpr auto size = sizeof(spool::WindowRecord);
  write_lasting<spool::WindowRecord>(spool::Kind::window, size, [&](spool::WindowRecord& record) {
    record.opened = opened;
    record.time = now();
  });
}

/// @pre the mutex is held
void open() noexcept {
  store(window.windows, window.windows + 1);
  if (window.windows == 1 && window.duration != 0) window.until = now() + window.duration;
  write_window(1);
  if (spool::Header* const header = spool_header()) add(header->windows, 1);
  set_device_recording(true);
  store(window.closed, std::uint64_t{0});
  store(window.recording, 1U);
}

/// The opener stays as it is: other threads may be looking at it. @pre the mutex is held
void record_no_more(bool for_good) noexcept {
  // Whoever looks at the clock after the window's end, and then here, sees that it has ended.
  __atomic_exchange_n(&window.recording, 0U, __ATOMIC_SEQ_CST);
  store(window.done, for_good || (window.count != 0 && window.windows >= window.count));
}

/// @pre the mutex is held
void close(bool for_good) noexcept {
  record_no_more(for_good);
  write_window(0);
  store(window.closed, now());
}

bool occurrence_begins(std::uint16_t domain, std::uint64_t range) noexcept {
  Lock const lock(window.mutex);
  if (window.recording != 0) return true;  // another thread's was first
  if (window.done || now() < window.from) return false;
  ++window.occurrences;
  if (spool::Header* const header = spool_header()) add(header->occurrences, 1);
  if (window.occurrences <= window.skip) return false;
  store(window.opener.thread, ::pthread_self());
  store(window.opener.range, range);
  store(window.opener.domain, domain);
  window.opener.depth = 0;
  open();
  return true;
}

/// Whether a push or pop in this domain is one of the stack that the window's own range lies on.
bool is_beside_opener(std::uint16_t domain) noexcept {
  Opener const& opener = window.opener;
  return window.name != 0 && load(opener.range) == 0 && load(opener.domain) == domain &&
         ::pthread_equal(load(opener.thread), ::pthread_self()) != 0;
}

/// A range opens outside the windows: those around the nodes of a graph are recorded, with all inside them.
bool enter_captured(std::uint64_t range) noexcept {
  if (captures == 0 && captured_pushes == 0) return false;
  ++(range == 0 ? captured_pushes : captured_starts);
  return true;
}

Leave leave_captured(std::uint64_t range) noexcept {
  std::uint64_t& open = range == 0 ? captured_pushes : captured_starts;
  if (open == 0) return Leave::ignored;
  --open;
  return Leave::recorded;
}

}  // namespace

void configure_window() noexcept {
  window.skip = number_in("LLMPROF_CAPTURE_SKIP");
  window.count = number_in("LLMPROF_CAPTURE_COUNT");
  window.from = number_in("LLMPROF_CAPTURE_FROM");
  window.duration = number_in("LLMPROF_CAPTURE_FOR");
  window.timed = window.from != 0 || window.duration != 0;
  if (char const* const name = ::getenv("LLMPROF_CAPTURE_NAME")) window.name = name_id(name);
  char const* const domain = ::getenv("LLMPROF_CAPTURE_DOMAIN");
  if (domain != nullptr && domain[0] != '\0') window.domain = domain_id(name_id(domain));
  window.limited = window.timed || window.name != 0;
  if (!window.limited) return;
  window.recording = 0;
  if (spool::Header* const header = spool_header()) header->limited = 1;
  check_window_time();
}

bool is_limited() noexcept { return window.limited; }

bool is_recording() noexcept { return load(window.recording) != 0; }

Entry enter_range(std::uint16_t domain, std::uint32_t name, std::uint64_t range) noexcept {
  if (__builtin_expect(!window.limited, 1)) return {.is_recorded = true};
  check_window_time();
  if (is_recording()) {
    std::uint64_t const number = load(window.windows);  // of that window, or a later one
    captured_pushes = 0;                                // they end with the window at the latest
    if (range == 0 && is_beside_opener(domain)) ++window.opener.depth;
    return {.is_recorded = true, .window = number};
  }
  bool const may_open = window.name != 0 && name == window.name && domain == window.domain;
  if (may_open && occurrence_begins(domain, range))
    return {.is_recorded = true, .window = load(window.windows)};
  return {.is_recorded = enter_captured(range)};
}

bool is_still_in(Entry entry, std::uint64_t range) noexcept {
  if (__builtin_expect(entry.window == 0, 1)) return true;
  return (is_recording() && load(window.windows) == entry.window) || enter_captured(range);
}

Leave leave_range(std::uint16_t domain, std::uint64_t range) noexcept {
  if (__builtin_expect(!window.limited, 1)) return Leave::recorded;
  check_window_time();
  if (!is_recording()) return leave_captured(range);
  captured_pushes = 0;
  if (range != 0) return range == load(window.opener.range) ? Leave::last : Leave::recorded;
  if (!is_beside_opener(domain)) return Leave::recorded;
  if (window.opener.depth == 0) return Leave::last;
  --window.opener.depth;
  return Leave::recorded;
}

void close_window() noexcept {
  Lock const lock(window.mutex);
  if (window.recording != 0) close(false);
}

void check_window_time() noexcept {
  if (!window.timed) return;
  std::uint64_t const time = now();
  bool const ends = is_recording() && window.until != 0 && time >= window.until;
  bool const begins = !is_recording() && window.name == 0 && !load(window.done) && time >= window.from;
  if (!ends && !begins) return;
  Lock const lock(window.mutex);
  if (ends && window.recording != 0) close(true);
  if (begins && window.recording == 0 && !window.done) open();
}

void rest_between_windows() noexcept {
  std::uint64_t const closed = load(window.closed);
  std::uint64_t const waited = closed == 0 ? 0 : now() - closed;
  if (waited < rests_after_ns || (is_device_behind() && waited < waits_at_most_ns)) return;
  Lock const lock(window.mutex);
  if (window.recording != 0 || window.closed == 0) return;
  set_device_recording(false);
  store(window.closed, std::uint64_t{0});
}

void end_orphaned_window() noexcept {
  if (!window.limited || window.recording == 0 || window.name == 0) return;
  bool const has_owner = window.opener.range != 0 || ::pthread_equal(window.opener.thread, ::pthread_self());
  if (!has_owner) record_no_more(false);
}

void begin_capture() noexcept { ++captures; }
void end_capture() noexcept {
  if (captures != 0) --captures;
}

void lock_window() noexcept { ::pthread_mutex_lock(&window.mutex); }
void unlock_window() noexcept { ::pthread_mutex_unlock(&window.mutex); }

}  // namespace llmprof::collect
