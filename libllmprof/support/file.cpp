// SPDX-License-Identifier: MIT
#include "libllmprof/support/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 20;

constexpr int standard_input = 0;

[[noreturn]] void fail(std::string const& what, std::string const& file, std::string const& why) {
  throw IoError("cannot " + what + " '" + file + "': " + why);
}

std::string reason(int error) {
  switch (error) {
    case ENOENT: return "there is no such file; check the path";
    case EACCES:
    case EPERM: return "no permission; make it readable for this user";
    case EMFILE:
    case ENFILE: return "too many files are open; raise `ulimit -n`";
    default: return std::strerror(error);  // NOLINT(concurrency-mt-unsafe): glibc's is safe for known errors
  }
}

void check_kind(std::string const& name, struct stat const& status) {
  if (S_ISDIR(status.st_mode)) fail("read", name, "it is a folder; name a file in it");
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
    fail("read", name, "it is a device; name a file, or use `-` for standard input");
  }
  if (S_ISSOCK(status.st_mode)) fail("read", name, "it is a socket; name a file or a pipe");
}

void reserve(std::string& content, FileReader const& file, std::size_t size) {
  try {
    content.reserve(size);
  } catch (std::bad_alloc const&) {
    fail("read", file.name(), "its " + std::to_string(size) + " bytes do not fit into memory");
  } catch (std::length_error const&) {
    fail("read", file.name(), "it is too large");
  }
}

/// Reads up to `wanted` more bytes. @return false at the end of the file.
bool append_block(std::string& content, FileReader const& file, std::size_t wanted) {
  std::size_t const before = content.size();
  if (content.capacity() - before < wanted) reserve(content, file, std::max(before + wanted, 2 * before));
  content.resize(before + wanted);
  std::size_t const got = file.read(content.data() + before, wanted);
  content.resize(before + got);
  return got > 0;
}

}  // namespace

FileReader::~FileReader() {
  if (fd_ > standard_input) ::close(fd_);
}

void FileReader::open() {
  if (name_ == "-") {
    name_ = "standard input";
    return;
  }
  // Looked at before it is opened: opening some devices does something.
  struct stat status {};
  if (::stat(name_.c_str(), &status) != 0) fail("open", name_, reason(errno));
  check_kind(name_, status);
  fd_ = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0 || ::fstat(fd_, &status) != 0) fail("open", name_, reason(errno));
  check_kind(name_, status);
  is_regular_ = S_ISREG(status.st_mode) && fd_ != standard_input;
  size_ = is_regular_ ? static_cast<std::size_t>(status.st_size) : 0;
}

std::size_t FileReader::read(char* into, std::size_t size) const {
  for (;;) {
    ssize_t const got = ::read(fd_, into, size);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) fail("read", name_, errno == EISDIR ? "it is a folder" : reason(errno));
  }
}

void FileReader::check_whole(std::size_t got) const {
  if (got >= size_) return;
  fail("read", name_,
       "it shrank from " + std::to_string(size_) + " to " + std::to_string(got) +
           " bytes while it was read; wait until its writer is done");
}

std::string read_file(std::filesystem::path const& path, std::function<void(double)> const& progress) {
  FileReader const file(path);
  std::size_t const expected = file.size();
  std::string content;
  reserve(content, file, expected + block_size);  // one block more, to find the end without growing
  while (append_block(content, file, block_size)) {
    if (progress && expected > 0) {
      progress(std::min(1.0, static_cast<double>(content.size()) / static_cast<double>(expected)));
    }
  }
  file.check_whole(content.size());
  return content;
}

std::string read_head(std::filesystem::path const& path, std::size_t size) {
  FileReader const file(path);
  if (!file.is_regular()) fail("look into", file.name(), "it is a pipe; read all of it");
  std::string content;
  while (content.size() < size && append_block(content, file, std::min(block_size, size - content.size()))) {
  }
  return content;
}

std::optional<std::string> read_small_file(std::filesystem::path const& path, std::size_t limit) {
  if (!can_be_read_twice(path)) return std::nullopt;
  try {
    return read_head(path, limit);
  } catch (IoError const&) {
    return std::nullopt;
  }
}

bool can_be_read_twice(std::filesystem::path const& path) noexcept {
  struct stat status {};
  return path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace llmprof::inline v0
