// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::collect {

/// Room for a record of `size` bytes in this thread's chunk, its head filled in. Lock-free but for a new
/// chunk.
/// @return null if there is none: it is counted as dropped. Until `commit`, no other record may be begun.
[[nodiscard]] void* begin_record(spool::Kind kind, std::size_t size) noexcept;

/// Makes the record that begin_record gave visible to readers.
void commit() noexcept;

template <class T, class Fill>
void write(spool::Kind kind, Fill const& fill) noexcept {
  static_assert(sizeof(T) % 8 == 0);
  if (auto* record = static_cast<T*>(begin_record(kind, sizeof(T)))) {
    fill(*record);
    commit();
  }
}

/// A place for a record that is written once and spoken of ever after, as a name is: where there is no room
/// for a while, it waits in memory of its own, which is small, and is written when there is room again. The
/// destructor makes it visible. Until then, this thread may begin no other.
class LastingRecord {
 public:
  LastingRecord(spool::Kind kind, std::size_t size) noexcept;
  ~LastingRecord();
  LastingRecord(LastingRecord const&) = delete;
  LastingRecord& operator=(LastingRecord const&) = delete;

  [[nodiscard]] explicit operator bool() const noexcept { return at_ != nullptr; }
  [[nodiscard]] void* at() const noexcept { return at_; }

 private:
  void* at_ = nullptr;
  bool waits_ = false;
};

/// @param fill Is given the record, of `size` bytes. @return false if it is lost, which is counted.
template <class T, class Fill>
bool write_lasting(spool::Kind kind, std::size_t size, Fill const& fill) noexcept {
  LastingRecord const record(kind, size);
  if (record) fill(*static_cast<T*>(record.at()));
  return static_cast<bool>(record);
}

/// Holds all threads that need a new chunk, while the process forks.
void lock_chunks() noexcept;
void unlock_chunks() noexcept;

/// Nobody writes to the chunks of before any more: a forked child shares them with its parent. What it will
/// speak of, and cannot be found there for good, is written again.
/// @pre locked @return how many records of that there is no room for
std::uint64_t forget_chunks() noexcept;

/// The process ends: what waits still is written, or counted as dropped. Waits for no lock.
void write_what_waits() noexcept;

}  // namespace llmprof::collect
