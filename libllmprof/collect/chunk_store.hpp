// SPDX-License-Identifier: MIT
// Where records are kept: behind this, a file for `llmprof run` (spool_file.cpp) or memory for a collector in
// the program itself (chunk_memory.cpp). One of them is linked.
#pragma once

#include <cstddef>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::collect {

/// Counters of this process and what became of its sources; null while nothing is kept.
[[nodiscard]] spool::Header* spool_header() noexcept;

/// Whether there will never be a chunk again. Where records may be lost for a while only, it is false.
[[nodiscard]] bool is_full() noexcept;

/// A chunk that has room for `room` bytes behind what is committed. One call at a time.
/// @return null if there is none, with the errno of why.
[[nodiscard]] spool::Chunk* take_chunk(std::size_t room, int& error) noexcept;

/// Its thread writes to it no more; another may. One call at a time, and not during take_chunk.
void leave_chunk(spool::Chunk* chunk) noexcept;

}  // namespace llmprof::collect
