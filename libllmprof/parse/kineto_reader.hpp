// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libllmprof/parse/kineto_event.hpp"
#include "libllmprof/parse/kineto_launches.hpp"
#include "libllmprof/parse/odd_rows.hpp"
#include "libllmprof/support/block_source.hpp"
#include "libllmprof/support/json_scanner.hpp"
#include "llmprof/parse/trace_builder.hpp"

namespace llmprof::inline v0 {

/// Reads one trace of Kineto into a TraceBuilder, in one pass; what needs all of it is settled at the end.
class KinetoReader {
 public:
  /// @param blocks   The JSON; must outlive the reader. @param progress May be empty; must outlive it too.
  KinetoReader(BlockSource& blocks, std::string source, std::function<void(double)> const& progress);

  [[nodiscard]] Trace read();

 private:
  // kineto.cpp: the document
  void read_document();
  void read_member(std::string_view key);
  void read_events();
  void report_break(JsonBreak const& what);

  // kineto_events.cpp: one event
  void take_event();
  void take_metadata();
  void take_operation(Nanoseconds start, Nanoseconds end);
  void add_kernel(Nanoseconds start, Nanoseconds end);
  void add_memory_operation(Nanoseconds start, Nanoseconds end);
  void take_call(Nanoseconds start);
  void take_range(Nanoseconds start, Nanoseconds end);
  [[nodiscard]] std::uint32_t thread_of_event();
  [[nodiscard]] std::uint32_t track_of_event();

  // kineto_settle.cpp: what needs all events
  void settle_launches();
  [[nodiscard]] std::uint32_t process_of(KinetoLaunches::Launch const& launch);
  void report_what_is_missing();
  void explain_no_kernels();

  // kineto_environment.cpp: who and where
  void read_devices();
  void read_device();
  void read_distributed_info();
  void apply_devices();
  void apply_names();

  /// A stream of a GPU, of a process that is not known yet.
  struct Track {
    std::int64_t device, context, stream;
    friend auto operator<=>(Track const&, Track const&) = default;
  };

  BlockSource& blocks_;
  JsonScanner json_;
  std::string source_;
  std::function<void(double)> const& progress_;
  TraceBuilder builder_;

  bool has_events_ = false;  // a list of them, be it empty
  bool is_broken_ = false;
  std::uint64_t events_ = 0;
  KinetoEvent event_;
  OddRows odd_;
  std::array<std::uint64_t, kineto_categories> counts_{};
  std::uint64_t begin_events_ = 0;  // of phase B, which Kineto does not write

  KinetoLaunches launches_;
  std::vector<std::int64_t>
      kernel_correlations_;  // as Trace::launches, whose `stream` is a track till the end
  std::vector<std::int64_t> memory_correlations_;  // as Trace::memory_operations, in the same way
  std::vector<Track> tracks_;
  std::map<Track, std::uint32_t> track_numbers_;
  std::pair<Track, std::uint32_t> last_track_{{-1, -1, -1}, no_index};
  std::pair<std::pair<std::int64_t, std::int64_t>, std::uint32_t> last_thread_{{0, 0}, no_index};

  std::vector<Device> devices_;
  std::optional<std::int64_t> rank_;
  std::map<std::int64_t, std::string> process_names_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> thread_names_;
  std::optional<std::int64_t> labelled_pid_;  // of the process that is labelled CPU
};

}  // namespace llmprof::inline v0
