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

/// Holds all threads that need a new chunk, while the process forks.
void lock_chunks() noexcept;
void unlock_chunks() noexcept;

/// Nobody writes to the chunks of before any more: a forked child shares them with its parent.
/// @pre locked
void forget_chunks() noexcept;

}  // namespace llmprof::collect
