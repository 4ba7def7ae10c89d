// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::collect {

/// Opens the spool of this process in the folder that LLMPROF_SPOOL names; once, later calls do nothing.
/// @return whether there is one.
bool open_spool() noexcept;

/// The header page of this process's spool; null before open_spool, or where it failed.
[[nodiscard]] spool::Header* spool_header() noexcept;

/// Notes the moment of an orderly exit.
void close_spool() noexcept;

/// Room for a record of `size` bytes in this thread's chunk, zeroed, its head filled in. Lock-free but for a
/// new chunk.
/// @return null if there is none: it is counted as dropped. Until `commit`, no other record may be begun.
[[nodiscard]] void* begin_record(spool::Kind kind, std::size_t size) noexcept;

/// Makes the record that begin_record gave part of the spool.
void commit() noexcept;

template <class T, class Fill>
void write(spool::Kind kind, Fill const& fill) noexcept {
  static_assert(sizeof(T) % 8 == 0);
  if (auto* record = static_cast<T*>(begin_record(kind, sizeof(T)))) {
    fill(*record);
    commit();
  }
}

}  // namespace llmprof::collect
