// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace llmprof::inline v0 {

/// A temporary folder of its own, removed with all that is in it.
class ScratchFolder {
 public:
  /// @throws IoError if it cannot be made.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;

  [[nodiscard]] std::filesystem::path operator/(char const* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace llmprof::inline v0
