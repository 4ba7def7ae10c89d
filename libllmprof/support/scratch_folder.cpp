// SPDX-License-Identifier: MIT
#include "libllmprof/support/scratch_folder.hpp"

#include <stdlib.h>  // NOLINT: <cstdlib> does not promise mkdtemp

#include <cerrno>
#include <cstring>
#include <string>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "llmprof-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw IoError(name + ": cannot make a temporary folder: " + std::strerror(errno) +
                  "; set TMPDIR to one that can be written");
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace llmprof::inline v0
