// SPDX-License-Identifier: MIT
#include "libllmprof/support/scratch_folder.hpp"

#include <stdlib.h>  // NOLINT: <cstdlib> does not promise mkdtemp

#include <cerrno>
#include <cstring>
#include <string>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

std::string name_pattern() {
  std::error_code error;
  fs::path const folder = fs::temp_directory_path(error);
  if (error) throw IoError("TMPDIR names no folder; set it to one that can be written");
  return (folder / "llmprof-XXXXXX").string();
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string name = name_pattern();
  if (::mkdtemp(name.data()) == nullptr) {
    throw IoError(name + ": cannot make a temporary folder: " + std::strerror(errno) +
                  "; set TMPDIR to one that can be written");
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace llmprof::inline v0
