// SPDX-License-Identifier: MIT
#include "libllmprof/process/stream_copy.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT: <csignal> does not promise pthread_sigmask
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <system_error>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr int moment_ms = 200;
/// Longest wait, all together, for what comes when the program has ended.
constexpr std::chrono::milliseconds longest_rest{2000};

/// All of it, unless it cannot be written: then the program goes on all the same.
void write_all(int to, char const* bytes, std::size_t size) {
  while (size > 0) {
    ssize_t const written = ::write(to, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

/// What the program itself wrote is in the pipe when it has ended; what is more comes from processes that it
/// left behind, and may have no end.
class Rest {
 public:
  explicit Rest(int pipe) : bytes_(::fcntl(pipe, F_GETPIPE_SZ)) {}

  void count(ssize_t bytes, std::chrono::nanoseconds waited) {
    bytes_ -= bytes;
    waited_ += waited;
  }
  [[nodiscard]] bool is_over() const { return bytes_ <= 0 || waited_ >= longest_rest; }

 private:
  ssize_t bytes_;
  std::chrono::nanoseconds waited_{};
};

void close_one(int& file) {
  if (file >= 0) ::close(file);
  file = -1;
}

}  // namespace

StreamCopy::StreamCopy(int to, std::filesystem::path const& file, std::uint64_t most_bytes)
    : to_(to), room_(most_bytes) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw IoError(std::string("no pipe for the workload's output: ") + std::strerror(errno));
  }
  read_end_ = ends[0];
  write_end_ = ends[1];
  file_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file_ < 0) {
    int const error = errno;
    close_one(read_end_);
    close_one(write_end_);
    throw IoError(file.string() + ": cannot be written: " + std::strerror(error));
  }
  thread_ = std::thread([this] { copy(); });
}

StreamCopy::~StreamCopy() { finish(); }

void StreamCopy::close_write_end() { close_one(write_end_); }

void StreamCopy::finish() {
  close_write_end();
  finishing_ = true;
  if (thread_.joinable()) thread_.join();
  close_one(read_end_);
  close_one(file_);
}

void StreamCopy::copy() {
  sigset_t broken_pipe;
  ::sigemptyset(&broken_pipe);
  ::sigaddset(&broken_pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);  // the user may have stopped reading; the file goes on
  std::array<char, 65536> buffer{};
  Rest rest(read_end_);
  for (;;) {
    bool const is_finishing = finishing_;
    auto const begin = std::chrono::steady_clock::now();
    pollfd waiting{.fd = read_end_, .events = POLLIN, .revents = 0};
    int const ready = ::poll(&waiting, 1, moment_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && is_finishing) return;
    if (ready == 0) continue;
    ssize_t const size = ::read(read_end_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;
    if (is_finishing) rest.count(size, std::chrono::steady_clock::now() - begin);
    take(buffer.data(), static_cast<std::size_t>(size));
    if (rest.is_over()) return;
  }
}

void StreamCopy::take(char const* bytes, std::size_t size) {
  write_all(to_, bytes, size);
  std::size_t const kept = static_cast<std::size_t>(std::min<std::uint64_t>(size, room_));
  write_all(file_, bytes, kept);
  room_ -= kept;
  if (kept == size || cut_) return;
  cut_ = true;
  constexpr std::string_view note = "\n[llmprof: the rest is left out]\n";
  write_all(file_, note.data(), note.size());
}

}  // namespace llmprof::inline v0
