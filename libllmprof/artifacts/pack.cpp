// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/pack.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "libllmprof/artifacts/run_files.hpp"
#include "libllmprof/artifacts/tar_writer.hpp"
#include "llmprof/artifacts/manifest.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(fs::path const& path, std::string const& why) {
  throw IoError("cannot pack " + path.string() + ": " + why);
}

/// A file or folder that is open for reading, links refused.
class OpenFile {
 public:
  explicit OpenFile(fs::path const& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ < 0) fail(path_, std::strerror(errno));
  }
  ~OpenFile() { ::close(descriptor_); }
  OpenFile(OpenFile const&) = delete;
  OpenFile& operator=(OpenFile const&) = delete;

  [[nodiscard]] struct stat status() const {
    struct stat result {};
    if (::fstat(descriptor_, &result) != 0) fail(path_, std::strerror(errno));
    return result;
  }

  /// @return 0 at the end.
  std::size_t read(std::vector<char>& block, std::size_t limit) {
    for (;;) {
      ssize_t const got = ::read(descriptor_, block.data(), std::min(block.size(), limit));
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) fail(path_, std::strerror(errno));
    }
  }

 private:
  fs::path path_;
  int descriptor_;
};

TarEntry entry_of(std::string name, struct stat const& status) {
  bool const is_folder = S_ISDIR(status.st_mode);
  return {.name = std::move(name),
          .mode = status.st_mode & 07777U,
          .modified = status.st_mtim.tv_sec,
          .size = is_folder ? 0 : static_cast<std::uint64_t>(status.st_size),
          .is_folder = is_folder};
}

void add_folder(TarWriter& tar, fs::path const& path, std::string name) {
  tar.begin(entry_of(std::move(name), OpenFile(path).status()));
  tar.end();
}

/// Adds as much as the file held when it was opened: a log may grow meanwhile.
void add_file(TarWriter& tar, fs::path const& path, std::string name) {
  OpenFile file(path);
  TarEntry const entry = entry_of(std::move(name), file.status());
  tar.begin(entry);
  std::vector<char> block(65536);
  for (std::uint64_t left = entry.size; left > 0;) {
    std::size_t const got = file.read(block, left);
    if (got == 0) fail(path, "it shrank while it was read");
    tar.data({block.data(), got});
    left -= got;
  }
  tar.end();
}

/// Why a file stays out; empty if it goes in.
std::string why_left_out(RunFile const& file) {
  if (file.type == fs::file_type::symlink) return "a link";
  if (file.type != fs::file_type::regular) return "not a regular file";
  if (!may_contain_secrets(artifact_kind(file.path))) return {};
  return "may contain secrets (" + std::string(artifact_kind(file.path)) + ")";
}

bool is_same_file(fs::path const& a, fs::path const& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

}  // namespace

PackResult pack(Artifacts const& run, fs::path const& file) {
  PackResult result;
  auto const files = list_run_files(run.root());
  GzipFile out(file);
  TarWriter tar(out);
  add_folder(tar, run.root(), run.id());
  for (RunFile const& entry : files) {
    fs::path const path = run.root() / entry.path;
    std::string const name = run.id() + '/' + entry.path;
    if (is_same_file(path, file)) continue;  // an older archive of the same name
    if (entry.type == fs::file_type::directory) {
      add_folder(tar, path, name);
    } else if (std::string reason = why_left_out(entry); !reason.empty()) {
      result.left_out.push_back({entry.path, std::move(reason)});
    } else {
      add_file(tar, path, name);
      result.packed.push_back(entry.path);
    }
  }
  tar.finish();
  out.commit();
  return result;
}

}  // namespace llmprof::inline v0
