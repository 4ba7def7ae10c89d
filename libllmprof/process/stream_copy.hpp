// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <thread>

namespace llmprof::inline v0 {

/// What a program writes to one of its streams reaches the user at once, and a file, too.
///
/// The file keeps the first `most_bytes`; a line at its end then says that there was more.
class StreamCopy {
 public:
  /// @param to One of our own streams. @throws IoError if there is no pipe, thread, or file.
  StreamCopy(int to, std::filesystem::path const& file, std::uint64_t most_bytes);
  /// Finishes.
  ~StreamCopy();
  StreamCopy(StreamCopy const&) = delete;
  StreamCopy& operator=(StreamCopy const&) = delete;

  /// Where the program writes to.
  [[nodiscard]] int write_end() const noexcept { return write_end_; }

  /// The program has it now: without this, the copy never ends.
  void close_write_end();

  /// Waits until all is copied. A process that was left behind may hold the stream open: it is waited for
  /// until nothing came for a moment, two seconds at most.
  void finish();

 private:
  void copy();
  void take(char const* bytes, std::size_t size);

  int to_;
  std::uint64_t room_;
  bool cut_ = false;
  int read_end_ = -1;
  int write_end_ = -1;
  int file_ = -1;
  std::atomic<bool> finishing_{false};
  std::thread thread_;
};

}  // namespace llmprof::inline v0
