// SPDX-License-Identifier: MIT
#include "libllmprof/artifacts/run_files.hpp"

#include <algorithm>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

bool is_temporary(std::string const& name) {
  return name.starts_with('.') && name.find(".tmp-") != std::string::npos;  // of AtomicFile
}

}  // namespace

std::vector<RunFile> list_run_files(fs::path const& root) {
  std::vector<RunFile> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(root, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (is_temporary(entry->path().filename().string())) continue;
    files.push_back(
        {entry->path().lexically_relative(root).generic_string(), entry->symlink_status(error).type()});
    if (error) break;
  }
  if (error) throw IoError("cannot list the run folder " + root.string() + ": " + error.message());
  std::sort(files.begin(), files.end(), [](RunFile const& a, RunFile const& b) { return a.path < b.path; });
  return files;
}

}  // namespace llmprof::inline v0
