// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/pack.hpp"

#include <sys/stat.h>
#include <utime.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>

#include "llmprof/error.hpp"
#include "temporary_folder.hpp"

using namespace llmprof;
namespace fs = std::filesystem;

namespace {

/// Extracts with the system's tar.
void extract(fs::path const& archive, fs::path const& target) {
  fs::create_directories(target);
  std::string const command = "tar -xzpf '" + archive.string() + "' -C '" + target.string() + "'";
  REQUIRE(std::system(command.c_str()) == 0);  // NOLINT: a fixed command
}

Artifacts put_run(TemporaryFolder const& folder) {
  Artifacts run;
  run.set_root(folder / "20250102-000000-0001");
  put_file(run.path("env.json"), "{}");
  put_file(run.path("empty.md"), "");
  put_file(run.path("big.csv"), std::string(200000, 'x') + "end");
  put_file(run.path("nsys/run.nsys-rep"), "secret");
  put_file(run.path("nsys/stdout.txt"), "secret");
  put_file(run.path("nsys/cmd.txt"), "nsys");
  fs::create_symlink("/etc/passwd", run.root() / "link.json");
  fs::permissions(run.path("env.json"), fs::perms::owner_read);
  utimbuf const time{1000000000, 1000000000};
  ::utime(run.path("env.json").c_str(), &time);
  return run;
}

}  // namespace

TEST_CASE("a packed run comes out of tar as it went in, without secrets", "[pack]") {
  TemporaryFolder const folder;
  auto const run = put_run(folder);
  auto const result = pack(run, folder / "run.tar.gz");
  CHECK(result.packed == std::vector<std::string>{"big.csv", "empty.md", "env.json", "nsys/cmd.txt"});
  CHECK(result.left_out ==
        std::vector<LeftOut>{{"link.json", "a link"},
                             {"nsys/run.nsys-rep", "may contain secrets (nsys report)"},
                             {"nsys/stdout.txt", "may contain secrets (workload output)"}});

  extract(folder / "run.tar.gz", folder / "x");
  fs::path const out = folder / "x/20250102-000000-0001";
  CHECK(get_file(out / "big.csv") == std::string(200000, 'x') + "end");
  CHECK(get_file(out / "empty.md").empty());
  CHECK(get_file(out / "nsys/cmd.txt") == "nsys");
  CHECK_FALSE(fs::exists(out / "nsys/run.nsys-rep"));
  CHECK(fs::status(out).permissions() == fs::perms::owner_all);
  CHECK(fs::status(out / "env.json").permissions() == fs::perms::owner_read);
  struct stat status {};
  REQUIRE(::stat((out / "env.json").c_str(), &status) == 0);
  CHECK(status.st_mtime == 1000000000);
}

TEST_CASE("names of any length and alphabet survive", "[pack]") {
  TemporaryFolder const folder;
  auto const run = put_run(folder);
  std::vector<std::string> names{std::string(97, 'a') + ".md",   // just too long without its folder
                                 std::string(200, 'b') + ".md",  // too long for ustar
                                 std::string(90, 'c') + "/" + std::string(90, 'd') + ".md",
                                 std::string(120, 'e') + "/" + std::string(120, 'f') + ".md",
                                 "\xC3\xA4 b|c.md",
                                 std::string(155, 'g') + "/h.md"};
  for (auto const& name : names) put_file(run.root() / name, name);
  static_cast<void>(pack(run, folder / "run.tar.gz"));
  extract(folder / "run.tar.gz", folder / "x");
  for (auto const& name : names) {
    CAPTURE(name);
    CHECK(get_file(folder / "x/20250102-000000-0001" / name) == name);
  }
}

TEST_CASE("equal runs give equal archives", "[pack]") {
  TemporaryFolder const folder;
  auto const run = put_run(folder);
  static_cast<void>(pack(run, folder / "1.tar.gz"));
  static_cast<void>(pack(run, folder / "2.tar.gz"));
  CHECK(get_file(folder / "1.tar.gz") == get_file(folder / "2.tar.gz"));
}

TEST_CASE("an archive inside its run does not hold itself", "[pack]") {
  TemporaryFolder const folder;
  auto const run = put_run(folder);
  fs::path const archive = run.root() / "run.tar.gz";
  static_cast<void>(pack(run, archive));
  auto const again = pack(run, archive);
  CHECK(again.packed.size() == 4);
  CHECK(again.left_out.size() == 3);
  extract(archive, folder / "x");
  CHECK_FALSE(fs::exists(folder / "x/20250102-000000-0001/run.tar.gz"));
}

TEST_CASE("a failed archive leaves nothing behind", "[pack]") {
  TemporaryFolder const folder;
  auto const run = put_run(folder);
  CHECK_THROWS_AS(pack(run, folder / "none/run.tar.gz"), IoError);
  CHECK_THROWS_AS(pack(run, "/dev/null"), IoError);
  CHECK(files_in(folder.path()) == 1);
}
