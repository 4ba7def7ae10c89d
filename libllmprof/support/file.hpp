// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace llmprof::inline v0 {

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

/// True for a file that can be read twice: not for `-`, pipes, folders, devices and what does not exist.
[[nodiscard]] bool can_be_read_twice(std::filesystem::path const& path) noexcept;

}  // namespace llmprof::inline v0
