// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::inline v0 {

/// A spool that is open for reading, at any place of it.
class SpoolFile {
 public:
  /// @param flags Of open(). @throws IoError if it cannot be opened.
  explicit SpoolFile(std::filesystem::path path, int flags = O_RDONLY);
  ~SpoolFile();
  SpoolFile(SpoolFile const&) = delete;
  SpoolFile& operator=(SpoolFile const&) = delete;

  /// @return how many bytes there were. @throws IoError
  [[nodiscard]] std::size_t read(std::uint64_t offset, void* to, std::size_t size) const;
  /// Its texts end in a zero. @throws IoError, ParseError if it is no spool.
  [[nodiscard]] spool::Header header() const;
  /// @throws IoError
  [[nodiscard]] std::uint64_t size() const;
  /// @throws IoError
  void write(std::uint64_t offset, void const* from, std::size_t size) const;

 private:
  std::filesystem::path path_;
  int file_ = -1;
};

/// The header of a spool alone, as it stands now. @throws IoError, ParseError as SpoolReader does.
[[nodiscard]] spool::Header read_spool_header(std::filesystem::path const& path);

/// One process's spool, whole or cut off where the process was killed. Nothing in it is trusted: it may lie.
class SpoolReader {
 public:
  /// @throws IoError if it cannot be read, ParseError if it is no spool.
  explicit SpoolReader(std::filesystem::path path);

  [[nodiscard]] spool::Header const& header() const noexcept { return header_; }

  /// Bytes of whole records.
  [[nodiscard]] std::uint64_t record_bytes() const noexcept { return record_bytes_; }

  [[nodiscard]] std::unordered_map<std::uint32_t, std::string> const& names() const noexcept {
    return names_;
  }
  /// Number of a domain -> number of its name.
  [[nodiscard]] std::unordered_map<std::uint32_t, std::uint32_t> const& domains() const noexcept {
    return domains_;
  }
  /// Number of a driver call -> number of its name.
  [[nodiscard]] std::unordered_map<std::uint32_t, std::uint32_t> const& apis() const noexcept {
    return apis_;
  }

  /// When windows of recording ended, in order; or events began to be kept no more (spool::kept_until).
  [[nodiscard]] std::vector<std::uint64_t> const& window_ends() const noexcept { return window_ends_; }

  /// Calls `take` with every record and its thread: thread after thread, each in the order in which it wrote
  /// them. Without events from kept_until on.
  void for_each(std::function<void(std::uint32_t tid, spool::Record const& record)> const& take) const;

  /// Records whose size or kind cannot be; the rest of their chunk is lost. By for_each, too.
  [[nodiscard]] std::uint64_t broken_chunks() const noexcept { return broken_chunks_; }

 private:
  /// A part of a chunk that one thread wrote.
  struct Segment {
    std::uint32_t tid = 0;
    std::uint64_t first_time = 0;  ///< Of the first record that has one.
    std::uint64_t offset = 0;
    std::size_t size = 0;
  };

  void find_segments();
  void scan_chunk(std::uint64_t offset, std::vector<std::uint8_t> const& bytes, std::size_t size);
  void learn(spool::Record const& record);

  SpoolFile file_;
  spool::Header header_;
  std::vector<Segment> segments_;
  std::unordered_map<std::uint32_t, std::string> names_;
  std::unordered_map<std::uint32_t, std::uint32_t> domains_;
  std::unordered_map<std::uint32_t, std::uint32_t> apis_;
  std::vector<std::uint64_t> window_ends_;
  std::uint64_t record_bytes_ = 0;
  std::uint64_t broken_chunks_ = 0;
};

}  // namespace llmprof::inline v0
