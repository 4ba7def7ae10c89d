// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace llmprof::inline v0 {

/// A new folder for files in between, ours alone; it goes with all that is in it.
class ScratchFolder {
 public:
  /// Below TMPDIR, else the system's folder. @throws IoError
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;

  [[nodiscard]] std::filesystem::path operator/(char const* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace llmprof::inline v0
