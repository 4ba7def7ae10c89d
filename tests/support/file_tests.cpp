// SPDX-License-Identifier: MIT
#include "libllmprof/support/file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "llmprof/error.hpp"

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using llmprof::IoError;
using llmprof::read_file;
using llmprof::read_head;

namespace {

/// A folder of its own for each test, removed afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "llmprof-file-tests-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;
  ~Folder() { fs::remove_all(path_); }

  [[nodiscard]] fs::path const& path() const { return path_; }

  [[nodiscard]] fs::path write(std::string const& name, std::string const& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path_ / name;
  }

 private:
  fs::path path_;
};

std::string three_megabytes() {
  std::string content;
  while (content.size() < 3U << 20) content += "line " + std::to_string(content.size()) + '\n';
  return content;
}

}  // namespace

TEST_CASE("A file is read as it is", "[file]") {
  Folder const folder;
  using namespace std::string_literals;
  CHECK(read_file(folder.write("empty", "")).empty());
  CHECK(read_file(folder.write("bytes", "a\0b\r\n\xff"s)) == "a\0b\r\n\xff"s);
  std::string const content = three_megabytes();
  CHECK(read_file(folder.write("large", content)) == content);
}

TEST_CASE("Progress goes up to one", "[file]") {
  Folder const folder;
  auto const path = folder.write("large", three_megabytes());
  double last = 0;
  int calls = 0;
  static_cast<void>(read_file(path, [&](double share) {
    CHECK(share > last);
    last = share;
    ++calls;
  }));
  CHECK(last == 1.0);
  CHECK(calls >= 3);
}

TEST_CASE("A pipe is read to its end", "[file]") {
  Folder const folder;
  auto const path = folder.path() / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::string const content = three_megabytes();
  std::thread writer([&] { std::ofstream(path, std::ios::binary) << content; });
  auto const got = read_file(path);
  writer.join();
  CHECK(got == content);
  CHECK_FALSE(llmprof::can_be_read_twice(path));
}

TEST_CASE("A file in /proc says that it is empty and is not", "[file]") {
  CHECK_THAT(read_file("/proc/self/status"), ContainsSubstring("Pid:"));
}

TEST_CASE("The head of a file is no longer than the file", "[file]") {
  Folder const folder;
  auto const path = folder.write("short", "abcdef");
  CHECK(read_head(path, 3) == "abc");
  CHECK(read_head(path, 6) == "abcdef");
  CHECK(read_head(path, 100) == "abcdef");
  CHECK(read_head(path, 0).empty());
  CHECK(llmprof::can_be_read_twice(path));
  CHECK_FALSE(llmprof::can_be_read_twice("-"));
  CHECK_FALSE(llmprof::can_be_read_twice(folder.path()));
}

TEST_CASE("What cannot be read is refused with the reason", "[file]") {
  Folder const folder;
  // a folder
  CHECK_THROWS_MATCHES(
      read_file(folder.path()), IoError,
      MessageMatches(ContainsSubstring("it is a folder") && ContainsSubstring(folder.path().string())));
  // nothing there
  CHECK_THROWS_MATCHES(read_file(folder.path() / "none"), IoError,
                       MessageMatches(ContainsSubstring("no such file")));
  // endless device
  CHECK_THROWS_MATCHES(read_file("/dev/zero"), IoError, MessageMatches(ContainsSubstring("it is a device")));
  // a link to nothing
  fs::create_symlink(folder.path() / "none", folder.path() / "link");
  CHECK_THROWS_AS(read_file(folder.path() / "link"), IoError);
  // a path through a file
  CHECK_THROWS_AS(read_file(folder.write("file", "x") / "below"), IoError);
  // the head of a pipe
  auto const path = folder.path() / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream out(path); });
  CHECK_THROWS_MATCHES(read_head(path, 10), IoError, MessageMatches(ContainsSubstring("pipe")));
  writer.join();
}

TEST_CASE("A file without permission is refused", "[file]") {
  if (::geteuid() == 0) SKIP("root may read everything");
  Folder const folder;
  auto const path = folder.write("secret", "x");
  fs::permissions(path, fs::perms::none);
  CHECK_THROWS_MATCHES(read_file(path), IoError, MessageMatches(ContainsSubstring("no permission")));
}

TEST_CASE("A file that shrinks while it is read is an error", "[file]") {
  Folder const folder;
  auto const path = folder.write("shrinking", three_megabytes());
  bool first = true;
  auto const shrink = [&](double) {
    if (first) fs::resize_file(path, 1U << 20);
    first = false;
  };
  CHECK_THROWS_MATCHES(read_file(path, shrink), IoError, MessageMatches(ContainsSubstring("shrank")));
}
