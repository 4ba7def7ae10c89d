// SPDX-License-Identifier: MIT
#include "libllmprof/collect/chunk_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <vector>

#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/chunk_writer.hpp"
#include "libllmprof/collect/libc_only.hpp"

namespace llmprof::collect {
namespace {

/// A chunk, and how far it was read. All but `left` belongs to the reader.
struct Reading {
  spool::Chunk* chunk = nullptr;
  std::uint64_t done = 0;  ///< Bytes.
  std::uint32_t tid = 0;   ///< Who wrote what comes next.
  bool left = false;       ///< Nobody writes to it any more.
};

/// Changed while chunks are locked.
struct Memory {
  spool::Header header;
  std::uint64_t limit = std::uint64_t{256} << 20U;
  std::uint64_t bytes = 0;  ///< Of all chunks there are.
  std::vector<spool::Chunk*> free;
  std::vector<Reading*> in_use;
};

/// Never destroyed: threads may still write while the process exits.
Memory& memory() {
  static auto* const the_memory = new Memory;
  return *the_memory;
}

spool::Chunk* new_chunk(int& error) noexcept {
  if (memory().bytes + spool::chunk_bytes > memory().limit) {
    error = EFBIG;
    return nullptr;
  }
  void* const at =
      ::mmap(nullptr, spool::chunk_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) {
    error = errno;
    return nullptr;
  }
  memory().bytes += spool::chunk_bytes;
  return static_cast<spool::Chunk*>(at);
}

struct Committed {
  Reading* reading = nullptr;
  std::uint64_t end = 0;  ///< Bytes.
};

/// In the order in which threads took them, and as far as they had written at one moment: what a thread wrote
/// to its next chunk is not in it unless all of the one before is.
std::vector<Committed> what_is_committed() {
  lock_chunks();
  std::vector<Committed> all;
  all.reserve(memory().in_use.size());
  for (Reading* const reading : memory().in_use) all.push_back({reading, load(reading->chunk->committed)});
  unlock_chunks();
  return all;
}

void read(Reading& reading, std::uint64_t end,
          std::function<void(std::uint32_t, spool::Record const&)> const& take) {
  auto const* const records = reinterpret_cast<std::uint8_t const*>(reading.chunk + 1);
  while (reading.done < end) {
    auto const& record = *reinterpret_cast<spool::Record const*>(records + reading.done);
    if (record.kind == spool::Kind::thread) {
      reading.tid = static_cast<spool::ThreadRecord const&>(record).tid;
    } else {
      take(reading.tid, record);
    }
    reading.done += record.size;
  }
}

/// What is read to its end and left by its writer can be filled again.
void recycle() {
  lock_chunks();
  auto const is_done = [](Reading* reading) {
    if (!reading->left || reading->done != load(reading->chunk->committed)) return false;
    memory().free.push_back(reading->chunk);
    delete reading;
    return true;
  };
  auto& in_use = memory().in_use;
  in_use.erase(std::remove_if(in_use.begin(), in_use.end(), is_done), in_use.end());
  unlock_chunks();
}

}  // namespace

spool::Header* spool_header() noexcept { return &memory().header; }

bool is_full() noexcept { return false; }  // the reader makes room

spool::Chunk* take_chunk(std::size_t, int& error) noexcept try {
  Memory& all = memory();
  spool::Chunk* chunk = nullptr;
  if (all.free.empty()) {
    chunk = new_chunk(error);
    if (chunk == nullptr) return nullptr;
    all.free.reserve(all.bytes / spool::chunk_bytes);  // so that recycling needs no memory
  } else {
    chunk = all.free.back();
    all.free.pop_back();
  }
  *chunk = spool::Chunk{};
  all.in_use.push_back(new Reading{.chunk = chunk});
  return chunk;
} catch (std::bad_alloc const&) {
  error = ENOMEM;
  return nullptr;
}

void leave_chunk(spool::Chunk* chunk) noexcept {
  for (Reading* const reading : memory().in_use) {
    if (reading->chunk == chunk) reading->left = true;
  }
}

void limit_chunk_memory(std::uint64_t bytes) noexcept {
  lock_chunks();
  memory().limit = bytes;
  unlock_chunks();
}

void drain_chunks(std::function<void(std::uint32_t, spool::Record const&)> const& take) {
  for (auto const& [reading, end] : what_is_committed()) read(*reading, end, take);
  recycle();
}

}  // namespace llmprof::collect
