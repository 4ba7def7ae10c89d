// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// A file that appears whole or not at all, whatever happens meanwhile: full disk, exception, power cut.
///
/// Writes go to a temporary file in the same folder, which commit() flushes to the disk and renames. Every
/// file that llmprof writes goes through here.
class AtomicFile {
 public:
  /// @throws IoError if the folder is missing or not writable, or `target` is no regular file.
  explicit AtomicFile(std::filesystem::path const& target);
  ~AtomicFile();  ///< Removes the temporary file unless commit() was called.
  AtomicFile(AtomicFile const&) = delete;
  AtomicFile& operator=(AtomicFile const&) = delete;

  /// @throws IoError for example if the disk is full.
  void write(std::string_view bytes);

  /// Replaces what was at `target`. @throws IoError
  void commit();

 private:
  [[noreturn]] void fail(char const* what) const;

  std::filesystem::path target_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

/// Writes the whole content. @throws IoError as AtomicFile does.
void write_file_atomically(std::filesystem::path const& path, std::string_view content);

}  // namespace llmprof::inline v0
