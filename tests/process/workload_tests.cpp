// SPDX-License-Identifier: MIT
#include "libllmprof/process/workload.hpp"

#include <signal.h>  // NOLINT: <csignal> does not promise sigaction

#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "libllmprof/process/last_words.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace llmprof;
using namespace std::chrono_literals;

WorkloadCall shell(TemporaryFolder const& folder, std::string const& script) {
  WorkloadCall call;
  call.argv = {"/bin/sh", "-c", script};
  call.copies = OutputFiles{folder / "out", folder / "err"};
  return call;
}

}  // namespace

TEST_CASE("what a workload prints reaches its files, and its status is its own") {
  TemporaryFolder const folder;
  WorkloadEnd const end = run_workload(shell(folder, "echo out; echo err >&2; exit 3"));
  CHECK(end.status == 3);
  CHECK(get_file(folder / "out") == "out\n");
  CHECK(get_file(folder / "err") == "err\n");
}

TEST_CASE("a file of output is bounded, what comes later is left out") {
  TemporaryFolder const folder;
  WorkloadCall call = shell(folder, "yes 123456789 | head -c 1000000 >&2; yes 123456789 | head -c 30");
  call.copies->most_bytes = 1000;
  CHECK(run_workload(call).status == 0);
  std::string const errors = get_file(folder / "err");
  CHECK(errors.size() == 1000 + std::string("\n[llmprof: the rest is left out]\n").size());
  CHECK(errors.ends_with("[llmprof: the rest is left out]\n"));
  CHECK(get_file(folder / "out").size() == 30);
}

TEST_CASE("a daemon that holds the streams open does not hold up the end") {
  TemporaryFolder const folder;
  auto const begin = std::chrono::steady_clock::now();
  CHECK(run_workload(shell(folder, "echo begun; sleep 5 & exit 0")).status == 0);
  CHECK(std::chrono::steady_clock::now() - begin < 3s);
  CHECK(get_file(folder / "out") == "begun\n");
}

TEST_CASE("a daemon that prints without end does not hold up the end, either") {
  TemporaryFolder const folder;
  auto const begin = std::chrono::steady_clock::now();
  auto const call = shell(folder,
                          "(for i in 1 2 3 4 5 6 7 8 9 10; do for j in 1 2 3 4 5 6 7 8 9 10; do echo tick; "
                          "sleep 0.1; done; done) & exit 0");
  CHECK(run_workload(call).status == 0);
  CHECK(std::chrono::steady_clock::now() - begin < 5s);
}

TEST_CASE("the last words are those at the end, however much was said before") {
  TemporaryFolder const folder;
  put_file(folder / "said", std::string(200'000, 'x') + "\nfirst\nthe last line\n[100%]\n");
  CHECK(last_words({folder / "missing", folder / "said"}) == "the last line");
}

TEST_CASE("a workload that must end gets SIGTERM, and SIGKILL when it ignores that") {
  TemporaryFolder const folder;
  WorkloadCall call = shell(folder, "trap 'echo asked' TERM; while :; do sleep 0.1; done");
  call.grace = 500ms;
  auto const begin = std::chrono::steady_clock::now();
  call.must_end = [&] { return std::chrono::steady_clock::now() - begin > 300ms; };
  WorkloadEnd const end = run_workload(call);
  CHECK(end.had_to_end);
  CHECK_FALSE(end.timed_out);
  CHECK(end.signal == 9);
  CHECK(get_file(folder / "out") == "asked\n");
}

TEST_CASE("a workload is waited for, though whoever started us ignores SIGCHLD") {
  TemporaryFolder const folder;
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGCHLD, &ignore, &before);
  WorkloadEnd const end = run_workload(shell(folder, "exit 3"));
  ::sigaction(SIGCHLD, &before, &ignore);
  CHECK(end.status == 3);
  CHECK(ignore.sa_handler == SIG_IGN);  // as it was
}

TEST_CASE("what a tool started in a group of its own is ended with it, whatever it does with SIGTERM") {
  TemporaryFolder const folder;
  WorkloadCall call = shell(folder, "setsid sh -c \"trap '' TERM; while :; do date +%N >'" +
                                        (folder / "alive").string() + "'; sleep 0.1; done\" & wait");
  call.deadline = 500ms;
  call.has_own_groups = true;
  CHECK(run_workload(call).timed_out);
  std::string const last = get_file(folder / "alive");
  std::this_thread::sleep_for(400ms);
  CHECK(!last.empty());
  CHECK(get_file(folder / "alive") == last);
}
