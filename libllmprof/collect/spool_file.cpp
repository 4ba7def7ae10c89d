// SPDX-License-Identifier: MIT
#include "libllmprof/collect/spool_file.hpp"

#include <errno.h>  // NOLINT: <cerrno> is the C++ library's
#include <fcntl.h>
#include <limits.h>  // NOLINT: no C++ library
#include <signal.h>  // NOLINT
#include <stdio.h>   // NOLINT
#include <stdlib.h>  // NOLINT
#include <string.h>  // NOLINT
#include <sys/mman.h>
#include <sys/resource.h>

#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/chunk_writer.hpp"
#include "libllmprof/collect/libc_only.hpp"
#include "libllmprof/collect/name_table.hpp"
#include "libllmprof/collect/nvtx_recorder.hpp"
#include "libllmprof/collect/window.hpp"

namespace llmprof::collect {
namespace {

constexpr int most_spare_chunks = 256;

struct Spool {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  bool tried = false;
  char folder[PATH_MAX] = {};
  char path[PATH_MAX + 96] = {};
  char const* file_name = nullptr;  ///< In path.
  std::uint64_t limit = 0;          ///< Bytes; 0: none.
  bool is_followed = false;
  spool::Header* header = nullptr;
  spool::Chunk* spare[most_spare_chunks] = {};  ///< Left by threads that ended.
  int spares = 0;
};

Spool the_spool;  // NOLINT: one a process

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

char const zeros[spool::chunk_bytes] = {};

/// By writing: of room that was reserved alone, each page would cost the thread that writes to it first a
/// trip to the file system (125 ns a range in place of 71, on ext4).
int write_zeros(int file, std::uint64_t offset, std::size_t size) noexcept {
  for (std::size_t done = 0; done < size;) {
    ssize_t const wrote = ::pwrite(file, zeros, size - done, static_cast<off_t>(offset + done));
    if (wrote < 0) return errno;
    if (wrote == 0) return ENOSPC;
    done += static_cast<std::size_t>(wrote);
  }
  return 0;
}

/// A signal may interrupt it, and with a timer's each try: no room for good, though there is.
int allocate(int file, std::uint64_t offset, std::size_t size) noexcept {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = EINTR;
  while (error == EINTR) error = write_zeros(file, offset, size);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error;
}

/// Makes `size` bytes of the file real, so that a full disk is an error here and no SIGBUS later.
void* map_new(int file, std::uint64_t offset, std::size_t size, int& error) noexcept {
  if (is_beyond_file_limit(offset + size)) {
    error = spool::beyond_file_limit;
    return nullptr;
  }
  error = allocate(file, offset, size);
  if (error == EFBIG) error = spool::beyond_file_limit;  // the file system's; that of --max-size is ours
  if (error != 0) return nullptr;
  void* const at = map(file, offset, size);
  if (at == nullptr) error = errno;
  return at;
}

/// A quarter of what may be had, and no more than a follower needs; none where that is few, or nobody
/// follows.
void plan_ring(spool::Header& header, std::uint64_t limit) noexcept {
  if (!the_spool.is_followed || limit < spool::header_bytes) return;
  std::uint64_t const chunks = (limit - spool::header_bytes) / spool::chunk_bytes;
  std::uint64_t const quarter = chunks / 4;
  std::uint64_t const ring = quarter < spool::most_ring_chunks ? quarter : spool::most_ring_chunks;
  if (ring < spool::fewest_ring_chunks) return;
  header.ring_begin = spool::header_bytes + (chunks - ring) * spool::chunk_bytes;
  header.ring_end = spool::header_bytes + chunks * spool::chunk_bytes;
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
  plan_ring(fresh, the_spool.limit);
  if (parent != nullptr) ::snprintf(fresh.parent, sizeof(fresh.parent), "%.63s", parent);
  ssize_t const length = ::readlink("/proc/self/exe", fresh.executable, sizeof(fresh.executable) - 1);
  if (length < 0) fresh.executable[0] = '\0';
  fresh.magic = 0;
  ::memcpy(header, &fresh, sizeof(fresh));
  store(header->magic, spool::file_magic);  // whoever sees it sees the rest
  return header;
}

/// The spool first: open_spool, which holds it, takes the others.
void before_fork() noexcept {
  ::pthread_mutex_lock(&the_spool.mutex);
  lock_nvtx();
  lock_window();
  lock_names();
  lock_chunks();
  if (the_spool.header != nullptr) add(the_spool.header->forks, 1);
}
void after_fork_in_parent() noexcept {
  unlock_chunks();
  unlock_names();
  unlock_window();
  unlock_nvtx();
  ::pthread_mutex_unlock(&the_spool.mutex);
}

/// The child has the parent's pages mapped; it must write no more there. Names go on counting.
void after_fork_in_child() noexcept {
  if (the_spool.header != nullptr) {
    char parent[64];
    spool::Attach const nvtx = the_spool.header->nvtx;
    std::uint32_t const limited = the_spool.header->limited;
    ::snprintf(parent, sizeof(parent), "%.63s", the_spool.file_name);
    spool::Header* const old = the_spool.header;
    std::uint64_t const lost = forget_chunks();
    the_spool.spares = 0;
    the_spool.header = open_file(parent);
    if (the_spool.header != nullptr) {
      the_spool.header->nvtx = nvtx;
      the_spool.header->limited = limited;
      the_spool.header->lost_names = lost;
    }
    end_orphaned_window();
    add(old->forked, 1);
    ::munmap(old, spool::header_bytes);
  }
  after_fork_in_parent();
}

/// When the library is loaded: a fork while another thread opens the spool must wait for it already.
__attribute__((constructor)) void watch_forks() noexcept {
  ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

spool::Chunk* take_spare(std::size_t room) noexcept {
  if (the_spool.spares == 0) return nullptr;
  spool::Chunk* const chunk = the_spool.spare[--the_spool.spares];
  if (spool::room_in(*chunk) >= room) {
    store(chunk->left, std::uint64_t{0});
    return chunk;
  }
  ::munmap(chunk, spool::chunk_bytes);
  return nullptr;
}

/// From 1; 0: it is not in the ring.
std::uint64_t place_in_ring(std::uint64_t offset) noexcept {
  spool::Header const& header = *the_spool.header;
  if (header.ring_begin == 0 || offset < header.ring_begin) return 0;
  return (offset - header.ring_begin) / spool::chunk_bytes + 1;
}

/// By its path each time: the program may close all descriptors, whichever they are.
/// @param mapping Like map.
template <class Mapping>
spool::Chunk* map_chunk(int& error, Mapping const& mapping) noexcept {
  int const file = ::open(the_spool.path, O_RDWR | O_CLOEXEC);
  if (file < 0) {
    error = errno;
    return nullptr;
  }
  void* const at = mapping(file);
  ::close(file);
  return static_cast<spool::Chunk*>(at);
}

void begin_chunk(spool::Chunk* chunk, std::uint64_t offset) noexcept {
  *chunk = spool::Chunk{};
  chunk->in_ring = place_in_ring(offset);
}

spool::Chunk* make_chunk(int& error) noexcept {
  spool::Header& header = *the_spool.header;
  std::uint64_t const offset = header.next_chunk;
  spool::Chunk* const chunk =
      map_chunk(error, [&](int file) { return map_new(file, offset, spool::chunk_bytes, error); });
  if (chunk == nullptr) return nullptr;
  begin_chunk(chunk, offset);
  if (chunk->in_ring == 1) store(header.ring_entered, now());
  store(header.next_chunk, offset + spool::chunk_bytes);
  return chunk;
}

/// One that the follower has read. Where nobody follows, there is none.
spool::Chunk* refill_chunk(int& error) noexcept {
  spool::Header& header = *the_spool.header;
  error = EFBIG;
  if (load(header.freed) == header.refilled) return nullptr;
  for (std::uint64_t i = 0; i < (header.ring_end - header.ring_begin) / spool::chunk_bytes; ++i) {
    if (load(header.ring[i]) != spool::Turn::free) continue;
    std::uint64_t const offset = header.ring_begin + i * spool::chunk_bytes;
    spool::Chunk* const chunk = map_chunk(error, [&](int file) {
      void* const at = map(file, offset, spool::chunk_bytes);
      if (at == nullptr) error = errno;
      return at;
    });
    if (chunk == nullptr) return nullptr;
    store(header.refilled, header.refilled + 1);  // before anything of it is lost
    begin_chunk(chunk, offset);
    store(header.ring[i], spool::Turn::writer);
    return chunk;
  }
  return nullptr;
}

bool is_at_limit() noexcept {
  return the_spool.limit != 0 && the_spool.header->next_chunk + spool::chunk_bytes > the_spool.limit;
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
  the_spool.is_followed = ::getenv("LLMPROF_SPOOL_FOLLOWED") != nullptr;
  store(the_spool.header, open_file(nullptr));
  if (the_spool.header == nullptr) return false;
  configure_window();
  return true;
}

// NVTX gives other threads our functions before we have returned from attaching, without a word to them.
spool::Header* spool_header() noexcept { return load(the_spool.header); }

void close_spool() noexcept {
  write_what_waits();
  if (auto* header = spool_header()) store(header->closed, now());
}

// Where there was no room once, nothing more is recorded: a closing record behind a lost opening one would
// close another range, and each try costs the program system calls.
//
// At --max-size the follower makes room.
bool is_full() noexcept {
  std::int32_t const error = load(spool_header()->no_room_error);
  return error != 0 && (error != EFBIG || spool_header()->ring_begin == 0);
}

spool::Chunk* take_chunk(std::size_t room, int& error) noexcept {
  spool::Chunk* const spare = take_spare(room);
  if (spare != nullptr) return spare;
  return is_at_limit() ? refill_chunk(error) : make_chunk(error);
}

void leave_chunk(spool::Chunk* chunk) noexcept {
  if (std::uint64_t const place = chunk->in_ring; place != 0) {
    ::munmap(chunk, spool::chunk_bytes);
    return store(the_spool.header->ring[place - 1], spool::Turn::follower);
  }
  store(chunk->left, std::uint64_t{1});
  if (spool::room_in(*chunk) >= spool::least_spare_room && the_spool.spares < most_spare_chunks) {
    the_spool.spare[the_spool.spares++] = chunk;
  } else {
    ::munmap(chunk, spool::chunk_bytes);
  }
}

}  // namespace llmprof::collect
