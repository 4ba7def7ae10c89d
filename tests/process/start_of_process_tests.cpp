// SPDX-License-Identifier: MIT
#include "libllmprof/process/start_of_process.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "support/temporary_folder.hpp"

using namespace llmprof;

TEST_CASE("a process that lives has a start, whatever its name") {
  auto const own = start_of_process(static_cast<std::uint64_t>(::getpid()));
  REQUIRE(own);
  CHECK(start_of_process(static_cast<std::uint64_t>(::getpid())) == own);
  CHECK(start_of_process(1) <= own);

  TemporaryFolder const folder;
  std::string const program = (folder / "a) Z 1 (b").string();
  std::filesystem::create_symlink("/bin/sleep", program);
  pid_t const child = ::fork();
  if (child == 0) {
    ::execl(program.c_str(), "sleep", "60", nullptr);
    ::_exit(1);
  }
  auto const start = start_of_process(static_cast<std::uint64_t>(child));
  CHECK(start >= own);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

TEST_CASE("a process that has ended has none, whether or not it was waited for") {
  pid_t const child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t info{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) == 0);
  CHECK_FALSE(start_of_process(static_cast<std::uint64_t>(child)));
  ::waitpid(child, nullptr, 0);
  CHECK_FALSE(start_of_process(static_cast<std::uint64_t>(child)));
}

TEST_CASE("numbers that no process has are no failure") {
  CHECK_FALSE(start_of_process(0));
  CHECK_FALSE(start_of_process(UINT64_MAX));
}
