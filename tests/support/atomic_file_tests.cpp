// SPDX-License-Identifier: MIT
#include "libllmprof/support/atomic_file.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <csignal>

#include "llmprof/error.hpp"
#include "temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

/// No file of this process may grow beyond `bytes`: write(2) fails as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit const limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(FileSizeLimit const&) = delete;
  FileSizeLimit& operator=(FileSizeLimit const&) = delete;

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("a file is replaced as a whole", "[atomic_file]") {
  TemporaryFolder const folder;
  put_file(folder / "a.txt", "old");
  {
    AtomicFile file(folder / "a.txt");
    file.write("ne");
    CHECK(get_file(folder / "a.txt") == "old");
    file.write("w");
    file.commit();
  }
  CHECK(get_file(folder / "a.txt") == "new");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("nothing is left of a file that was not committed", "[atomic_file]") {
  TemporaryFolder const folder;
  { AtomicFile(folder / "a.txt").write("half"); }
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("a full disk leaves the old file and no other", "[atomic_file]") {
  TemporaryFolder const folder;
  put_file(folder / "a.txt", "old");
  {
    FileSizeLimit const limit(1000);
    CHECK_THROWS_WITH(write_file_atomically(folder / "a.txt", std::string(5000, 'x')),
                      ContainsSubstring("a.txt: write: "));
  }
  CHECK(get_file(folder / "a.txt") == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a folder that is missing or read-only is an error that names the file", "[atomic_file]") {
  TemporaryFolder const folder;
  CHECK_THROWS_WITH(write_file_atomically(folder / "no/a.txt", ""), ContainsSubstring("no/a.txt"));
  CHECK_THROWS_AS(write_file_atomically("/proc/llmprof.txt", ""), IoError);
  if (::geteuid() != 0) {  // root writes anywhere
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
    CHECK_THROWS_AS(write_file_atomically(folder / "a.txt", ""), IoError);
    fs::permissions(folder.path(), fs::perms::owner_all);
  }
}

TEST_CASE("only regular files are replaced, and links stay links", "[atomic_file]") {
  TemporaryFolder const folder;
  CHECK_THROWS_WITH(write_file_atomically("/dev/null", "x"), ContainsSubstring("not a regular file"));
  CHECK_THROWS_AS(write_file_atomically(folder.path(), "x"), IoError);
  CHECK_THROWS_AS(write_file_atomically("", "x"), IoError);

  put_file(folder / "real.txt", "old");
  fs::create_symlink("real.txt", folder / "link.txt");
  write_file_atomically(folder / "link.txt", "new");
  CHECK(fs::is_symlink(folder / "link.txt"));
  CHECK(get_file(folder / "real.txt") == "new");
}

TEST_CASE("a bare file name goes into the current folder", "[atomic_file]") {
  TemporaryFolder const folder;
  fs::path const before = fs::current_path();
  fs::current_path(folder.path());
  write_file_atomically("a.txt", "x");
  fs::current_path(before);
  CHECK(get_file(folder / "a.txt") == "x");
}
