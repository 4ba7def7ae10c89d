// SPDX-License-Identifier: MIT
#include "libllmprof/collect/spool_writer.hpp"

#include <errno.h>  // NOLINT: <cerrno> is the C++ library's
#include <fcntl.h>
#include <limits.h>  // NOLINT: no C++ library
#include <stdio.h>   // NOLINT
#include <stdlib.h>  // NOLINT
#include <string.h>  // NOLINT
#include <sys/mman.h>
#include <sys/resource.h>

#include "libllmprof/collect/libc_only.hpp"
#include "libllmprof/collect/name_table.hpp"

namespace llmprof::collect {
namespace {

/// A chunk and where its next record goes.
struct Cursor {
  spool::Chunk* chunk = nullptr;
  std::uint8_t* next = nullptr;
  std::uint8_t* end = nullptr;
  std::uint32_t pending = 0;     ///< Size of the record that was begun.
  std::uint32_t generation = 0;  ///< Of the spool that the chunk belongs to.
};

constexpr int most_spare_chunks = 256;

struct Spool {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  bool tried = false;
  char folder[PATH_MAX] = {};
  char path[PATH_MAX + 96] = {};
  char const* file_name = nullptr;  ///< In path.
  std::uint64_t limit = 0;          ///< Bytes; 0: none.
  spool::Header* header = nullptr;
  std::uint32_t generation = 1;
  Cursor spare[most_spare_chunks];  ///< Left by threads that ended.
  int spares = 0;
  pthread_key_t at_thread_end{};
};

Spool the_spool;  // NOLINT: one a process
__thread Cursor cursor __attribute__((tls_model("initial-exec")));

/// Field 22 of /proc/self/stat, the 20th behind the name's closing parenthesis.
std::uint64_t process_start() noexcept {
  char text[1024];
  int const file = ::open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t const size = ::read(file, text, sizeof(text) - 1);
  ::close(file);
  if (size <= 0) return 0;
  text[size] = '\0';
  char const* at = ::strrchr(text, ')');
  for (int field = 2; at != nullptr && field < 22; ++field) at = ::strchr(at + 1, ' ');
  return at == nullptr ? 0 : ::strtoull(at, nullptr, 10);
}

void* map(int file, std::uint64_t offset, std::size_t size) noexcept {
  void* const at =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(offset));
  return at == MAP_FAILED ? nullptr : at;
}

/// Allocating beyond the limit on file sizes would be a signal that kills the program.
bool is_beyond_file_limit(std::uint64_t end) noexcept {
  rlimit limit{};
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && end > limit.rlim_cur;
}

/// Makes `size` bytes of the file real, so that a full disk is an error here and no SIGBUS later.
void* map_new(int file, std::uint64_t offset, std::size_t size, int& error) noexcept {
  if (is_beyond_file_limit(offset + size)) {
    error = spool::beyond_file_limit;
    return nullptr;
  }
  error = ::posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(size));
  if (error != 0) return nullptr;
  void* const at = map(file, offset, size);
  if (at == nullptr) error = errno;
  return at;
}

/// A program that replaces itself keeps pid and start time: it gets a file of its own by a number.
int create_file() noexcept {
  for (int i = 0; i < 1000; ++i) {
    ::snprintf(the_spool.path, sizeof(the_spool.path), "%s/%d-%llu-%d.spool", the_spool.folder,
               static_cast<int>(::getpid()), static_cast<unsigned long long>(process_start()), i);
    int const file = ::open(the_spool.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) return file;
    if (errno != EEXIST) return -1;
  }
  return -1;
}

/// @pre the mutex is held
spool::Header* open_file(char const* parent) noexcept {
  int const file = create_file();
  if (file < 0) return nullptr;
  int error = 0;
  auto* header = static_cast<spool::Header*>(map_new(file, 0, spool::header_bytes, error));
  if (header == nullptr && ::ftruncate(file, 0) != 0) ::unlink(the_spool.path);  // empty, it tells the reader
  ::close(file);
  if (header == nullptr) return nullptr;
  the_spool.file_name = ::strrchr(the_spool.path, '/') + 1;
  spool::Header fresh;
  fresh.next_chunk = spool::header_bytes;
  fresh.pid = static_cast<std::uint64_t>(::getpid());
  fresh.process_start = process_start();
  fresh.opened = now();
  fresh.opened_utc = now(CLOCK_REALTIME);
  if (parent != nullptr) ::snprintf(fresh.parent, sizeof(fresh.parent), "%.63s", parent);
  ssize_t const length = ::readlink("/proc/self/exe", fresh.executable, sizeof(fresh.executable) - 1);
  if (length < 0) fresh.executable[0] = '\0';
  ::memcpy(header, &fresh, sizeof(fresh));
  return header;
}

void keep_rest_of_chunk(void*) noexcept {
  Lock const lock(the_spool.mutex);
  if (cursor.chunk == nullptr || cursor.generation != the_spool.generation) return;
  if (the_spool.spares < most_spare_chunks) {
    the_spool.spare[the_spool.spares++] = cursor;
  } else {
    ::munmap(cursor.chunk, spool::chunk_bytes);
  }
  cursor = Cursor{};
}

void before_fork() noexcept {
  lock_names();
  ::pthread_mutex_lock(&the_spool.mutex);
  if (the_spool.header != nullptr) add(the_spool.header->forks, 1);
}
void after_fork_in_parent() noexcept {
  ::pthread_mutex_unlock(&the_spool.mutex);
  unlock_names();
}

/// The child has the parent's pages mapped; it must write no more there. Names go on counting.
void after_fork_in_child() noexcept {
  if (the_spool.header != nullptr) {
    char parent[64];
    spool::Attach const nvtx = the_spool.header->nvtx;
    ::snprintf(parent, sizeof(parent), "%.63s", the_spool.file_name);
    spool::Header* const old = the_spool.header;
    the_spool.spares = 0;
    ++the_spool.generation;
    the_spool.header = open_file(parent);
    if (the_spool.header != nullptr) the_spool.header->nvtx = nvtx;
    add(old->forked, 1);
    ::munmap(old, spool::header_bytes);
  }
  ::pthread_mutex_unlock(&the_spool.mutex);
  unlock_names();
}

void note_no_room(int error) noexcept {
  std::int32_t none = 0;
  __atomic_compare_exchange_n(&the_spool.header->no_room_error, &none, error, false, __ATOMIC_RELAXED,
                              __ATOMIC_RELAXED);
}

/// Where there was no room once, nothing more is recorded: a closing record behind a lost opening one would
/// close another range, and each try costs the program system calls.
bool is_full() noexcept { return load(load(the_spool.header)->no_room_error) != 0; }

/// @pre the mutex is held
bool take_spare() noexcept {
  if (the_spool.spares == 0) return false;
  cursor = the_spool.spare[--the_spool.spares];
  return true;
}

/// @pre the mutex is held
bool take_new_chunk() noexcept {
  spool::Header& header = *the_spool.header;
  if (the_spool.limit != 0 && header.next_chunk + spool::chunk_bytes > the_spool.limit) {
    note_no_room(EFBIG);
    return false;
  }
  // By its path each time: the program may close all descriptors, whosever they are.
  int error = 0;
  int const file = ::open(the_spool.path, O_RDWR | O_CLOEXEC);
  if (file < 0) error = errno;
  void* const at = file < 0 ? nullptr : map_new(file, header.next_chunk, spool::chunk_bytes, error);
  if (file >= 0) ::close(file);
  if (at == nullptr) {
    note_no_room(error);
    return false;
  }
  header.next_chunk += spool::chunk_bytes;
  auto* const chunk = static_cast<spool::Chunk*>(at);
  *chunk = spool::Chunk{};
  auto* const bytes = static_cast<std::uint8_t*>(at);
  cursor = {.chunk = chunk,
            .next = bytes + sizeof(spool::Chunk),
            .end = bytes + spool::chunk_bytes,
            .generation = the_spool.generation};
  return true;
}

void put(spool::Kind kind, std::size_t size) noexcept {
  auto* const record = reinterpret_cast<spool::Record*>(cursor.next);
  record->size = static_cast<std::uint16_t>(size);
  record->kind = kind;
  cursor.pending = static_cast<std::uint32_t>(size);
}

bool fits(std::size_t size) noexcept {
  return cursor.generation == the_spool.generation &&
         static_cast<std::size_t>(cursor.end - cursor.next) >= size;
}

/// A chunk with room for `size` bytes, for this thread.
__attribute__((noinline, cold)) bool change_chunk(std::size_t size) noexcept {
  if (load(the_spool.header) == nullptr) return false;
  if (cursor.chunk == nullptr && is_full()) return false;
  Lock const lock(the_spool.mutex);
  if (cursor.chunk != nullptr && cursor.generation == the_spool.generation) {
    ::munmap(cursor.chunk, spool::chunk_bytes);
  }
  cursor = Cursor{};
  if (is_full()) return false;
  bool const enough = take_spare() && fits(size + sizeof(spool::ThreadRecord));
  if (!enough) {
    if (cursor.chunk != nullptr) ::munmap(cursor.chunk, spool::chunk_bytes);
    cursor = Cursor{};
    if (!take_new_chunk()) return false;
  }
  put(spool::Kind::thread, sizeof(spool::ThreadRecord));
  reinterpret_cast<spool::ThreadRecord*>(cursor.next)->tid = thread_id();
  commit();
  ::pthread_setspecific(the_spool.at_thread_end, &cursor);
  return true;
}

}  // namespace

bool open_spool() noexcept {
  Lock const lock(the_spool.mutex);
  if (the_spool.tried) return the_spool.header != nullptr;
  the_spool.tried = true;
  char const* const folder = ::getenv("LLMPROF_SPOOL");
  if (folder == nullptr || folder[0] == '\0') return false;
  ::snprintf(the_spool.folder, sizeof(the_spool.folder), "%s", folder);
  if (char const* const limit = ::getenv("LLMPROF_SPOOL_LIMIT")) {
    the_spool.limit = ::strtoull(limit, nullptr, 10);
  }
  ::pthread_key_create(&the_spool.at_thread_end, keep_rest_of_chunk);
  ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  store(the_spool.header, open_file(nullptr));
  return the_spool.header != nullptr;
}

// NVTX gives other threads our functions before we have returned from attaching, without a word to them.
spool::Header* spool_header() noexcept { return load(the_spool.header); }

void close_spool() noexcept {
  if (auto* header = spool_header()) store(header->closed, now());
}

void* begin_record(spool::Kind kind, std::size_t size) noexcept {
  if (__builtin_expect(!fits(size), 0) && !change_chunk(size)) {
    if (auto* header = spool_header()) add(header->dropped, 1);
    return nullptr;
  }
  put(kind, size);
  return cursor.next;
}

void commit() noexcept {
  cursor.next += cursor.pending;
  store(cursor.chunk->committed, cursor.chunk->committed + cursor.pending);
}

}  // namespace llmprof::collect
