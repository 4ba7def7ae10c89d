// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::collect {

/// Bytes of chunks that threads may fill before records are dropped.
void limit_chunk_memory(std::uint64_t bytes) noexcept;

/// Calls `take` with every record that was committed since the last call, and its thread: those of one thread
/// in the order in which it wrote them. Chunks that are full and read are used again. One caller at a time.
void drain_chunks(std::function<void(std::uint32_t tid, spool::Record const& record)> const& take);

}  // namespace llmprof::collect
