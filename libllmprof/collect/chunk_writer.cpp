// SPDX-License-Identifier: MIT
#include "libllmprof/collect/chunk_writer.hpp"

#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/libc_only.hpp"

namespace llmprof::collect {
namespace {

/// A chunk and where its next record goes.
struct Cursor {
  spool::Chunk* chunk = nullptr;
  std::uint8_t* next = nullptr;
  std::uint8_t* end = nullptr;   ///< Behind it is room for thread_end.
  std::uint32_t pending = 0;     ///< Size of the record that was begun.
  std::uint32_t generation = 0;  ///< Of the chunks that this one is of.
};

struct Chunks {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  std::uint32_t generation = 1;
  pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_key_t at_thread_end{};
};

Chunks chunks;  // NOLINT: one a process
__thread Cursor cursor __attribute__((tls_model("initial-exec")));
__thread bool has_lost_records __attribute__((tls_model("initial-exec")));

bool fits(std::size_t size) noexcept {
  return cursor.generation == load(chunks.generation) &&
         static_cast<std::size_t>(cursor.end - cursor.next) >= size;
}

void put(spool::Kind kind, std::size_t size) noexcept {
  auto* const record = reinterpret_cast<spool::Record*>(cursor.next);
  record->size = static_cast<std::uint16_t>(size);
  record->kind = kind;
  cursor.pending = static_cast<std::uint32_t>(size);
}

/// Who writes from here on, or that this thread writes no more. @pre there is room
void put_thread(spool::Kind kind) noexcept {
  put(kind, sizeof(spool::ThreadRecord));
  reinterpret_cast<spool::ThreadRecord*>(cursor.next)->tid = thread_id();
  commit();
}

/// @pre the mutex is held
void let_go() noexcept {
  if (cursor.chunk != nullptr && cursor.generation == chunks.generation) leave_chunk(cursor.chunk);
  cursor = Cursor{};
}

void end_thread(void*) noexcept {
  Lock const lock(chunks.mutex);
  if (cursor.chunk == nullptr || cursor.generation != chunks.generation) return;
  put_thread(spool::Kind::thread_end);
  let_go();
}

/// @pre the mutex is held
bool take(std::size_t room) noexcept {
  int error = 0;
  spool::Chunk* const chunk = take_chunk(room, error);
  if (chunk == nullptr) {
    std::int32_t none = 0;
    __atomic_compare_exchange_n(&spool_header()->no_room_error, &none, error, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    return false;
  }
  auto* const end = reinterpret_cast<std::uint8_t*>(chunk) + spool::chunk_bytes;
  cursor = {.chunk = chunk,
            .next = end - spool::room_in(*chunk),
            .end = end - sizeof(spool::ThreadRecord),
            .generation = chunks.generation};
  return true;
}

/// A chunk with room for `size` bytes, for this thread.
__attribute__((noinline, cold)) bool change_chunk(std::size_t size) noexcept {
  if (spool_header() == nullptr) return false;
  if (cursor.chunk == nullptr && is_full()) return false;
  ::pthread_once(&chunks.once, [] { ::pthread_key_create(&chunks.at_thread_end, end_thread); });
  Lock const lock(chunks.mutex);
  let_go();
  if (is_full() || !take(size + 3 * sizeof(spool::ThreadRecord))) return false;
  put_thread(spool::Kind::thread);
  // A closing record behind a lost opening one would close another range.
  if (has_lost_records) put_thread(spool::Kind::lost);
  has_lost_records = false;
  ::pthread_setspecific(chunks.at_thread_end, &cursor);
  return true;
}

}  // namespace

void* begin_record(spool::Kind kind, std::size_t size) noexcept {
  if (__builtin_expect(!fits(size), 0) && !change_chunk(size)) {
    has_lost_records = true;
    if (spool::Header* const header = spool_header()) add(header->dropped, 1);
    return nullptr;
  }
  put(kind, size);
  return cursor.next;
}

void commit() noexcept {
  cursor.next += cursor.pending;
  store(cursor.chunk->committed, cursor.chunk->committed + cursor.pending);
}

void lock_chunks() noexcept { ::pthread_mutex_lock(&chunks.mutex); }
void unlock_chunks() noexcept { ::pthread_mutex_unlock(&chunks.mutex); }

void forget_chunks() noexcept { store(chunks.generation, chunks.generation + 1); }

}  // namespace llmprof::collect
