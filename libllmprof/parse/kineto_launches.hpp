// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Finds the API call that launched what ran on a GPU.
///
/// Kineto says on which GPU an event ran, but not for which process. In the trace of one process that is no
/// question; where traces were put together, correlation ids repeat, and a track (a stream of a GPU) belongs
/// to the process that alone has calls for its other events.
class KinetoLaunches {
 public:
  struct Launch {
    Nanoseconds time = 0;
    std::uint32_t thread = no_index;
    std::uint32_t process = no_index;
  };

  /// Of several calls of a process with one correlation id, the earliest counts.
  void add_call(std::int64_t correlation, Launch const& call);

  /// Ends the adding.
  void prepare();

  /// Learns from an operation of a track. Tracks are dense numbers from 0. Call for all of them before of().
  void see(std::int64_t correlation, std::uint32_t track);

  /// The launch of an operation. Its thread is no_index if there is no call, or several processes have one
  /// and the track does not tell; its process is no_index if that is not known either.
  [[nodiscard]] Launch of(std::int64_t correlation, std::uint32_t track);

  /// How many operations had calls of several processes, and a track that did not tell.
  [[nodiscard]] std::uint64_t ambiguous() const noexcept { return ambiguous_; }

 private:
  struct Call {
    std::int64_t correlation;
    Launch launch;
  };
  static constexpr std::uint32_t several = no_index - 1;

  [[nodiscard]] std::size_t first_call(std::int64_t correlation);
  [[nodiscard]] std::uint32_t process_of_calls(std::size_t first) const noexcept;
  [[nodiscard]] std::uint32_t process_of_track(std::uint32_t track) const noexcept;

  std::vector<Call> calls_;  // by correlation, then process
  std::size_t last_ = 0;     // events come nearly in the order of their calls
  std::vector<std::uint32_t> processes_of_tracks_;
  std::uint64_t ambiguous_ = 0;
};

}  // namespace llmprof::inline v0
