// SPDX-License-Identifier: MIT
#include "libllmprof/collect/chunk_writer.hpp"

#include <string.h>  // NOLINT: <cstring> is the C++ library's

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

/// Records one behind the other, in memory of our own.
struct Records {
  std::size_t size = 0;
  alignas(std::uint64_t) std::uint8_t bytes[std::size_t{64} << 10U] = {};

  /// @return null if there is no room.
  [[nodiscard]] void* room_for(std::size_t more) noexcept {
    return size + more > sizeof(bytes) ? nullptr : bytes + size;
  }
  bool add(spool::Record const& record) noexcept {
    void* const to = room_for(record.size);
    if (to == nullptr) return false;
    ::memcpy(to, &record, record.size);
    size += record.size;
    return true;
  }
  [[nodiscard]] spool::Record const& at(std::size_t place) const noexcept {
    return *reinterpret_cast<spool::Record const*>(bytes + place);
  }
};

/// What is written once and spoken of ever after. Its mutex goes before that of the chunks.
struct Lasting {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  Records waiting;       ///< For room.
  Records for_children;  ///< Was written to a ring, where it will not be found again, and they will need it.
  std::uint64_t lost_for_children = 0;
};

Chunks chunks;    // NOLINT: one a process
Lasting lasting;  // NOLINT
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

/// A chunk with room for `size` bytes, for this thread. @pre the mutex is held
bool renew(std::size_t size) noexcept {
  let_go();
  if (is_full() || !take(size + 3 * sizeof(spool::ThreadRecord))) return false;
  put_thread(spool::Kind::thread);
  // A closing record behind a lost opening one would close another range.
  if (has_lost_records) put_thread(spool::Kind::lost);
  has_lost_records = false;
  ::pthread_setspecific(chunks.at_thread_end, &cursor);
  return true;
}

void watch_thread_ends() noexcept {
  ::pthread_once(&chunks.once, [] { ::pthread_key_create(&chunks.at_thread_end, end_thread); });
}

__attribute__((noinline, cold)) bool change_chunk(std::size_t size) noexcept {
  if (spool_header() == nullptr) return false;
  if (cursor.chunk == nullptr && is_full()) return false;
  watch_thread_ends();
  Lock const lock(chunks.mutex);
  return renew(size);
}

/// What a forked child will speak of; its windows are its own. @pre the lasting ones are locked
void remember_for_children() noexcept {
  auto const& record = *reinterpret_cast<spool::Record const*>(cursor.next);
  if (cursor.chunk->in_ring == 0 || record.kind == spool::Kind::window) return;
  if (!lasting.for_children.add(record)) ++lasting.lost_for_children;
}

/// As much as there is room for in this thread's chunk. @pre the lasting ones are locked
void write_fitting() noexcept {
  Records& waiting = lasting.waiting;
  std::size_t done = 0;
  while (done < waiting.size) {
    spool::Record const& record = waiting.at(done);
    if (!fits(record.size)) break;
    put(record.kind, record.size);
    ::memcpy(cursor.next, &record, record.size);
    remember_for_children();
    commit();
    done += record.size;
  }
  if (done == 0) return;
  ::memmove(waiting.bytes, waiting.bytes + done, waiting.size - done);
  store(waiting.size, waiting.size - done);
}

bool is_any_waiting() noexcept { return load(lasting.waiting.size) != 0; }

__attribute__((noinline, cold)) bool make_room(std::size_t size) noexcept {
  if (!fits(size) && !change_chunk(size)) return false;
  if (is_any_waiting()) {
    Lock const lock(lasting.mutex);
    write_fitting();
  }
  return fits(size) || change_chunk(size);
}

bool has_room(std::size_t size) noexcept {
  return __builtin_expect(fits(size) && !is_any_waiting(), 1) || make_room(size);
}

/// Room among those that wait, which are then locked; null if there is none.
spool::Record* begin_waiting(spool::Kind kind, std::size_t size) noexcept {
  if (spool_header() == nullptr || is_full()) return nullptr;
  ::pthread_mutex_lock(&lasting.mutex);
  auto* const record = static_cast<spool::Record*>(lasting.waiting.room_for(size));
  if (record == nullptr) {
    ::pthread_mutex_unlock(&lasting.mutex);
    return nullptr;
  }
  record->size = static_cast<std::uint16_t>(size);
  record->kind = kind;
  return record;
}

void commit_waiting(spool::Record const& record) noexcept {
  store(lasting.waiting.size, lasting.waiting.size + record.size);
  ::pthread_mutex_unlock(&lasting.mutex);
}

void commit_lasting() noexcept {
  if (cursor.chunk->in_ring != 0) {
    Lock const lock(lasting.mutex);
    remember_for_children();
  }
  commit();
}

void count_lost() noexcept {
  has_lost_records = true;
  if (spool::Header* const header = spool_header()) add(header->dropped, 1);
}

}  // namespace

void* begin_record(spool::Kind kind, std::size_t size) noexcept {
  if (!has_room(size)) {
    count_lost();
    return nullptr;
  }
  put(kind, size);
  return cursor.next;
}

void commit() noexcept {
  cursor.next += cursor.pending;
  store(cursor.chunk->committed, cursor.chunk->committed + cursor.pending);
}

LastingRecord::LastingRecord(spool::Kind kind, std::size_t size) noexcept {
  if (has_room(size)) {
    put(kind, size);
    at_ = cursor.next;
    return;
  }
  at_ = begin_waiting(kind, size);
  waits_ = at_ != nullptr;
  if (!waits_) count_lost();
}

LastingRecord::~LastingRecord() {
  if (waits_) {
    commit_waiting(*static_cast<spool::Record const*>(at_));
  } else if (at_ != nullptr) {
    commit_lasting();
  }
}

void lock_chunks() noexcept {
  ::pthread_mutex_lock(&lasting.mutex);
  ::pthread_mutex_lock(&chunks.mutex);
}
void unlock_chunks() noexcept {
  ::pthread_mutex_unlock(&lasting.mutex);
  ::pthread_mutex_unlock(&chunks.mutex);
}

std::uint64_t forget_chunks() noexcept {
  store(chunks.generation, chunks.generation + 1);
  std::uint64_t lost = lasting.lost_for_children;
  for (std::size_t at = 0; at < lasting.for_children.size; at += lasting.for_children.at(at).size)
    lost += lasting.waiting.add(lasting.for_children.at(at)) ? 0 : 1;
  lasting.for_children.size = 0;
  lasting.lost_for_children = lost;  // its own children have them as little
  return lost;
}

void write_what_waits() noexcept {
  if (!is_any_waiting() || spool_header() == nullptr) return;
  watch_thread_ends();
  // A signal handler may have called exit() while its own thread had them locked.
  if (::pthread_mutex_trylock(&lasting.mutex) != 0) return;
  if (::pthread_mutex_trylock(&chunks.mutex) == 0) {
    write_fitting();
    if (lasting.waiting.size != 0 && renew(lasting.waiting.size)) write_fitting();
    for (std::size_t at = 0; at < lasting.waiting.size; at += lasting.waiting.at(at).size)
      add(spool_header()->dropped, 1);
    store(lasting.waiting.size, std::size_t{0});
    ::pthread_mutex_unlock(&chunks.mutex);
  }
  ::pthread_mutex_unlock(&lasting.mutex);
}

}  // namespace llmprof::collect
