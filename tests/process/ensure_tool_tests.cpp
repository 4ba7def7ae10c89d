// SPDX-License-Identifier: MIT
#include "llmprof/process/ensure_tool.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "llmprof/error.hpp"
#include "support/real_nsys.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A stand-in for a tool. @return its path
std::string put_tool(TemporaryFolder const& folder, std::string const& name, std::string const& body) {
  put_file(folder / name, "#!/bin/sh\n" + body + "\n");
  std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
  return (folder / name).string();
}

}  // namespace

TEST_CASE("A tool is found on PATH or by its path") {
  TemporaryFolder const folder;
  std::string const nsys =
      put_tool(folder, "nsys", "echo NVIDIA Nsight Systems version 2024.6.2.225-246235244400v0");
  FoundTool const expected{nsys, "2024.6.2"};
  CHECK(ensure_nsys({.program = {}, .path = "/no/such:" + folder.path().string()}) == expected);
  CHECK(ensure_nsys({.program = nsys, .path = {}}) == expected);
  std::string const ncu = put_tool(folder, "other-ncu", "echo 'Version 2025.3.1.0 (build 1)'");
  CHECK(ensure_ncu({.program = "other-ncu", .path = folder.path().string()}) == FoundTool{ncu, "2025.3.1"});
}

TEST_CASE("A folder or a file that may not be executed is no tool") {
  TemporaryFolder const folder;
  std::filesystem::create_directories(folder / "a/nsys");
  put_file(folder / "b/nsys", "#!/bin/sh\n");
  std::string const path = (folder / "a").string() + ':' + (folder / "b").string();
  CHECK_THROWS_WITH((void)ensure_nsys({.program = {}, .path = path}), ContainsSubstring("nsys: not on PATH"));
}

TEST_CASE("The sentence says what is wrong, and what mends it") {
  TemporaryFolder const folder;
  std::string const path = folder.path().string();
  CHECK_THROWS_AS((void)ensure_ncu({.program = {}, .path = path}), Error);
  CHECK_THROWS_WITH((void)ensure_ncu({.program = {}, .path = path}),
                    ContainsSubstring("ncu: not on PATH; ") && ContainsSubstring("--ncu PATH"));
  put_tool(folder, "ncu", "echo Version 2020.1.0.0");
  CHECK_THROWS_WITH((void)ensure_ncu({.program = {}, .path = path}),
                    ContainsSubstring("too old; use 2022.3 or newer"));
  put_tool(folder, "ncu", "kill -SEGV $$");
  CHECK_THROWS_WITH((void)ensure_ncu({.program = {}, .path = path}),
                    ContainsSubstring("killed by signal 11"));
  put_tool(folder, "ncu", "exec sleep 60");
  CHECK_THROWS_WITH((void)ensure_ncu({.program = {}, .path = path, .deadline = std::chrono::seconds(1)}),
                    ContainsSubstring("not done after 1 s"));
}

TEST_CASE("The real nsys is found") {
  std::string const nsys = tests::real_nsys();
  if (nsys.empty()) SKIP(tests::no_nsys_message);
  char const* const path = std::getenv("PATH");
  FoundTool const found = ensure_nsys({.program = nsys, .path = path == nullptr ? "" : path});
  CHECK(found.version >= "2023.4");
}
