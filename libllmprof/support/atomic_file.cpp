// SPDX-License-Identifier: MIT
#include "libllmprof/support/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

/// Where to write: through links, so that a link stays one; never over a device or pipe.
fs::path resolved(fs::path const& target) {
  std::error_code error;
  fs::file_status const status = fs::status(target, error);
  if (!fs::exists(status)) return target;
  if (!fs::is_regular_file(status)) {
    throw IoError("cannot write " + target.string() + ": it exists and is not a regular file");
  }
  fs::path const whole = fs::canonical(target, error);
  return error ? target : whole;
}

fs::path temporary_name(fs::path const& target) {
  static std::atomic<unsigned> number{0};
  std::string const name = '.' + target.filename().string().substr(0, 200) + ".tmp-" +
                           std::to_string(::getpid()) + '-' + std::to_string(number++);
  return target.parent_path() / name;
}

void flush_folder(fs::path const& folder) {
  std::string const name = folder.empty() ? "." : folder.string();
  int const descriptor = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // the file is in place; some file systems cannot flush a folder
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

AtomicFile::AtomicFile(fs::path const& target) : target_(resolved(target)) {
  if (target_.filename().empty()) throw IoError("cannot write '" + target.string() + "': it names no file");
  do {  // a name left by a killed process with our id is skipped
    temporary_ = temporary_name(target_);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) fail("create a file in its folder");
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t const written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  if (::fsync(descriptor_) != 0 && errno != EINVAL) fail("flush to disk");
  int const closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail("close");
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("rename the finished file");
  temporary_.clear();
  flush_folder(target_.parent_path());
}

void AtomicFile::fail(char const* what) const {
  std::string const reason = std::strerror(errno);
  throw IoError("cannot write " + target_.string() + ": " + what + ": " + reason);
}

void write_file_atomically(fs::path const& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

}  // namespace llmprof::inline v0
