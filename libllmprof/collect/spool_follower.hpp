// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "libllmprof/collect/live_summary.hpp"
#include "libllmprof/collect/spool_format.hpp"
#include "libllmprof/collect/spool_reader.hpp"

namespace llmprof::inline v0 {

/// Whether its ring comes near: to read what lies before that takes time, too.
[[nodiscard]] inline bool is_half_full(spool::Header const& header) noexcept {
  return header.ring_begin != 0 && header.next_chunk > header.ring_begin / 2;
}

/// Reads a spool while its process fills it, adds up what is in it, and frees chunks of its ring, so that the
/// process can go on when the file has the size that it may have.
///
/// Memory is constant: that of a LiveSummary, and a chunk for each thread that writes. One thread at a time
/// may use it.
class SpoolFollower {
 public:
  /// @throws IoError if it cannot be read, ParseError if it is no spool.
  explicit SpoolFollower(std::filesystem::path const& path, SummaryLimits limits = {});

  /// As it was the last time.
  [[nodiscard]] spool::Header const& header() const noexcept { return header_; }

  /// Adds up what was written since the last time. @throws IoError
  void follow();
  /// The same, and the very last: nobody writes any more. @throws IoError
  void finish();
  /// Names that the process was forked with, before anything else: of the farthest first. Its own go before
  /// them.
  void learn_names_of(SpoolReader const& earlier);

  [[nodiscard]] LiveFigures figures() const { return summary_.figures(); }

 private:
  /// A chunk of which something may still come.
  struct Reading {
    std::uint64_t offset = 0;
    std::uint64_t done = 0;                 ///< Bytes of records that were added,
    std::uint64_t end = 0;                  ///< of which there are so many.
    std::uint64_t first_time = 0;           ///< Of the part that comes next.
    std::size_t place = 0;                  ///< In the ring, from 1; 0: it is kept.
    bool is_last = false;                   ///< There will be no more.
    std::uint32_t tid = 0;                  ///< Who wrote that part.
    std::vector<std::uint64_t> words = {};  ///< What was not done, for its alignment,
    std::size_t next = 0;                   ///< and the bytes of it that are.
    bool is_begun = false;                  ///< The part that comes next.
  };

  void find_chunks();
  void look_at(std::uint64_t offset, std::size_t place);
  void measure();
  void load(Reading& reading, std::size_t most_bytes = spool::chunk_bytes) const;
  void peek(Reading& reading);
  [[nodiscard]] std::uint64_t learn_until_first_moment(Reading const& reading);
  void add_up(std::uint64_t until);
  void add_in_order(std::uint64_t until);
  [[nodiscard]] bool add_until(Reading& reading, std::uint64_t time);
  void let_go_of_done();
  void free(std::size_t place);

  SpoolFile file_;
  spool::Header header_;  // a copy: that of a file that somebody cuts off would be a signal
  std::uint64_t freed_ = 0;
  LiveSummary summary_;
  std::vector<Reading> readings_;
  std::uint64_t next_kept_ = spool::header_bytes;            // offset of the next one that is to be found
  std::array<bool, spool::most_ring_chunks + 1> in_hand_{};  // by place in the ring
};

}  // namespace llmprof::inline v0
