// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/artifacts.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <set>
#include <thread>
#include <vector>

#include "llmprof/error.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
namespace fs = std::filesystem;

namespace {

fs::perms mode_of(fs::path const& path) { return fs::status(path).permissions(); }

}  // namespace

TEST_CASE("run ids have their form and never repeat", "[artifacts]") {
  std::set<std::string> ids;
  for (int i = 0; i < 70000; ++i) {  // more than there are suffixes in a second
    std::string const id = new_run_id();
    REQUIRE(is_run_id(id));
    REQUIRE(ids.insert(id).second);
  }
  CHECK_FALSE(is_run_id("20250131-120000"));
  CHECK_FALSE(is_run_id("20250131-120000-XYZW"));
  CHECK_FALSE(is_run_id("2025-131-120000-3f2a"));
}

TEST_CASE("a new run is a private folder with its sub folders", "[artifacts]") {
  TemporaryFolder const folder;
  auto const run = Artifacts::create(folder / "a/out");
  CHECK(run.root().is_absolute());
  CHECK(run.root().parent_path() == folder / "a/out");
  CHECK(is_run_id(run.id()));
  for (auto const& made : {run.root(), run.path("nsys"), run.path("ncu")}) {
    CHECK(mode_of(made) == fs::perms::owner_all);
  }
}

TEST_CASE("runs of several threads and processes get folders of their own", "[artifacts]") {
  TemporaryFolder const folder;
  pid_t const child = ::fork();
  {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int j = 0; j < 25; ++j) static_cast<void>(Artifacts::create(folder.path()));
      });
    }
    for (auto& thread : threads) thread.join();
  }
  if (child == 0) ::_exit(0);  // after a fork both count from the same number
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(files_in(folder.path()) == 200);
}

TEST_CASE("an existing folder is used as it is", "[artifacts]") {
  TemporaryFolder const folder;
  CHECK(Artifacts::from_root(folder.path()).root() == folder.path());
  CHECK(files_in(folder.path()) == 0);
  CHECK_THROWS_AS(Artifacts::from_root(folder / "none"), IoError);
  put_file(folder / "file", "");
  CHECK_THROWS_WITH(Artifacts::from_root(folder / "file"), ContainsSubstring("is not a folder"));
}

TEST_CASE("set_root makes what is missing", "[artifacts]") {
  TemporaryFolder const folder;
  Artifacts run;
  CHECK_THROWS_AS(run.root(), InvalidArgument);
  CHECK_THROWS_AS(run.path("x"), InvalidArgument);
  run.set_root(folder / "b/run/");
  CHECK(run.root() == folder / "b/run");
  CHECK(fs::is_directory(folder / "b/run/ncu"));
  run.set_root(folder / "b/run");  // a second time
  put_file(folder / "file", "");
  CHECK_THROWS_AS(run.set_root(folder / "file"), IoError);
  CHECK_THROWS_AS(run.set_root(""), IoError);
}

TEST_CASE("no path leaves the run folder", "[artifacts]") {
  TemporaryFolder const folder;
  auto const run = Artifacts::create(folder.path());
  CHECK(run.path("nsys/cmd.txt") == run.root() / "nsys/cmd.txt");
  CHECK(run.path("./env.json") == run.root() / "env.json");
  CHECK(run.path("..name") == run.root() / "..name");
  CHECK_THROWS_WITH(run.path(""), ContainsSubstring("it is empty"));
  CHECK_THROWS_WITH(run.path("."), ContainsSubstring("run folder itself"));
  CHECK_THROWS_WITH(run.path("/etc/passwd"), ContainsSubstring("it is absolute"));
  CHECK_THROWS_WITH(run.path(".."), ContainsSubstring("'..'"));
  CHECK_THROWS_WITH(run.path("nsys/../../x"), ContainsSubstring("'..'"));
  CHECK_THROWS_WITH(run.path(std::string_view("a\0b", 3)), ContainsSubstring("NUL"));
}

TEST_CASE("what the system refuses is an IoError, never an exception of the standard library",
          "[artifacts]") {
  TemporaryFolder const folder;
  std::string const long_name(300, 'a');
  auto run = Artifacts::create(folder.path());
  CHECK_THROWS_MATCHES(
      run.path(long_name), IoError,
      MessageMatches(ContainsSubstring("cannot look at 'aaa") && ContainsSubstring("too long")));
  CHECK_THROWS_AS(run.path("nsys/" + long_name), IoError);
  CHECK_THROWS_AS(run.out_dir(long_name), IoError);
  CHECK_THROWS_AS(Artifacts::from_root(folder / long_name), IoError);
  CHECK_THROWS_AS(run.set_root(folder / long_name), IoError);
  CHECK_THROWS_AS(Artifacts::create(folder / long_name), IoError);
  fs::create_symlink("loop", folder / "loop");
  CHECK_THROWS_AS(run.set_root(folder / "loop"), IoError);
  CHECK_THROWS_AS(Artifacts::from_root(folder / "loop"), IoError);
}

TEST_CASE("no path goes over a link that leaves the run folder", "[artifacts]") {
  TemporaryFolder const folder;
  auto const run = Artifacts::create(folder.path());
  fs::create_directory_symlink(folder.path(), run.root() / "out");
  fs::create_symlink(folder / "none", run.root() / "dangling");
  fs::create_symlink("loop", run.root() / "loop");
  fs::create_directory_symlink("nsys", run.root() / "in");
  CHECK_THROWS_WITH(run.path("out"), ContainsSubstring("leads outside"));
  CHECK_THROWS_WITH(run.path("out/x"), ContainsSubstring("leads outside"));
  CHECK_THROWS_WITH(run.path("dangling"), ContainsSubstring("leads nowhere"));
  CHECK_THROWS_WITH(run.path("loop"), ContainsSubstring("leads nowhere"));
  CHECK(run.path("in/x") == run.root() / "in/x");

  auto const sibling = folder.path() / (run.id() + "-evil");  // begins with the same characters
  fs::create_directory(sibling);
  fs::create_directory_symlink(sibling, run.root() / "near");
  CHECK_THROWS_WITH(run.path("near/x"), ContainsSubstring("leads outside"));
}

TEST_CASE("sub folders are private", "[artifacts]") {
  TemporaryFolder const folder;
  auto const run = Artifacts::create(folder.path());
  CHECK(run.out_dir("ncu/regions/LLM@prefill") == run.root() / "ncu/regions/LLM@prefill");
  CHECK(mode_of(run.root() / "ncu/regions") == fs::perms::owner_all);
  CHECK(mode_of(run.root() / "ncu/regions/LLM@prefill") == fs::perms::owner_all);
  put_file(run.root() / "file", "");
  CHECK_THROWS_AS(run.out_dir("file"), IoError);
  CHECK_THROWS_AS(run.out_dir("../x"), InvalidArgument);
}
