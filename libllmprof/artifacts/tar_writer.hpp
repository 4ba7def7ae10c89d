// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "libllmprof/support/gzip_file.hpp"

namespace llmprof::inline v0 {

/// What a tar archive keeps of a file or folder.
struct TarEntry {
  std::string name;  ///< With `/`.
  unsigned mode = 0600;
  std::int64_t modified = 0;  ///< Seconds since the epoch.
  std::uint64_t size = 0;     ///< 0 for a folder.
  bool is_folder = false;
};

/// Writes a POSIX (pax) tar archive. What the old header cannot hold (long names, sizes above 8 GiB) goes
/// into extended headers, which every tar of this century reads.
class TarWriter {
 public:
  explicit TarWriter(GzipFile& out) : out_(out) {}

  /// Begins an entry; exactly `entry.size` bytes must follow.
  void begin(TarEntry const& entry);
  void data(std::string_view bytes);
  void end();     ///< Of the entry.
  void finish();  ///< Of the archive.

 private:
  void write_extended_header(TarEntry const& entry);
  void pad(std::uint64_t size);

  GzipFile& out_;
  std::uint64_t written_ = 0;  // of the entry
};

}  // namespace llmprof::inline v0
