// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace llmprof::inline v0 {

/// A file, or standard input for `-`, that is read from its begin to its end. Standard input is borrowed,
/// everything else is closed.
class FileReader {
 public:
  /// @throws IoError if it cannot be opened, or is a folder, a device or a socket.
  // Delegates, so that the destructor runs if open() throws.
  explicit FileReader(std::filesystem::path const& path) : FileReader(path.string()) { open(); }
  FileReader(FileReader const&) = delete;  // one descriptor, one owner
  FileReader& operator=(FileReader const&) = delete;
  ~FileReader();

  /// Reads up to `size` bytes. @return 0 at the end. @throws IoError
  [[nodiscard]] std::size_t read(char* into, std::size_t size) const;

  /// To be called at the end, with the number of bytes read. @throws IoError if they are fewer than there
  /// were when the file was opened.
  void check_whole(std::size_t got) const;

  /// Standard input may be a file too, but one that somebody else has begun to read.
  [[nodiscard]] bool is_regular() const noexcept { return is_regular_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }  ///< When it was opened; 0 for pipes.
  [[nodiscard]] std::string const& name() const noexcept { return name_; }

 private:
  explicit FileReader(std::string name) : name_(std::move(name)) {}
  void open();

  std::string name_;
  int fd_ = 0;
  bool is_regular_ = false;
  std::size_t size_ = 0;
};

/// Reads a whole file, or standard input for `-`.
///
/// The file is read in blocks and never mapped: one that shrinks meanwhile is an error, not a SIGBUS in the
/// host program.
///
/// @param progress Called with the share that is read (0..1); not called for pipes, whose size is unknown.
/// @throws IoError if the file cannot be opened or read, is a folder or a device, or shrinks while it is
/// read.
[[nodiscard]] std::string read_file(std::filesystem::path const& path,
                                    std::function<void(double)> const& progress = {});

/// Reads the first `size` bytes of a file, or all of a shorter one.
///
/// For regular files only (see can_be_read_twice): what is read from a pipe is gone.
///
/// @throws IoError as read_file does, and for anything but a regular file.
[[nodiscard]] std::string read_head(std::filesystem::path const& path, std::size_t size);

/// The first `limit` bytes of a small file such as those below /proc; absent if it is no regular file, or
/// cannot be opened or read.
[[nodiscard]] std::optional<std::string> read_small_file(std::filesystem::path const& path,
                                                         std::size_t limit = std::size_t{1} << 20U);

/// True for a file that can be read twice: not for `-`, pipes, folders, devices and what does not exist.
[[nodiscard]] bool can_be_read_twice(std::filesystem::path const& path) noexcept;

}  // namespace llmprof::inline v0
