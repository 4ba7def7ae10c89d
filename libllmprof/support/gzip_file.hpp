// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "libllmprof/support/atomic_file.hpp"

namespace llmprof::inline v0 {

/// An AtomicFile whose content is compressed by gzip. No time and no name go into its header.
class GzipFile {
 public:
  /// @throws IoError as AtomicFile does.
  explicit GzipFile(std::filesystem::path const& target);
  ~GzipFile();
  GzipFile(GzipFile const&) = delete;
  GzipFile& operator=(GzipFile const&) = delete;

  void write(std::string_view bytes);  ///< @throws IoError
  void commit();                       ///< @throws IoError

 private:
  struct Stream;
  void deflate(std::string_view bytes, int flush);

  AtomicFile file_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace llmprof::inline v0
