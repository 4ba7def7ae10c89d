// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_log.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "libllmprof/support/file.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/ncu_csv.hpp"

using Catch::Matchers::ContainsSubstring;
using llmprof::NoData;
using llmprof::read_ncu_csv;

namespace {

std::string reason_of(std::string const& log) {
  try {
    static_cast<void>(read_ncu_csv(log, "ncu.log"));
  } catch (NoData const& error) {
    return error.what();
  }
  return "no NoData";
}

std::string fixture(std::string const& name) {
  return llmprof::read_file(LLMPROF_TEST_DATA "/ncu-2025.3-h200/" + name);
}

}  // namespace

TEST_CASE("A failure of ncu is explained with its line and a remedy", "[ncu_log]") {
  auto const [line, remedy] = GENERATE(table<std::string, std::string>({
      {"==ERROR== ERR_NVGPUCTRPERM - The user does not have permission",
       "NVreg_RestrictProfilingToAdminUsers=0"},
      {"==ERROR== Profiling failed because a driver resource was unavailable.", "dcgmi profile --pause"},
      {"==ERROR== Unsupported API during capture (cuMemMap)", "--replay-mode kernel"},
      {"==ERROR== Unexpected number of profiled kernels.", "--replay-mode kernel"},
      {"==ERROR== Cuda driver is not compatible with Nsight Compute; error code 11", "does not fit"},
      {"==ERROR== Failed to load Nsight Compute CUDA modules", "newer"},
      {"==ERROR== Failed to open /tmp/nsight-compute-lock", "TMPDIR"},
      {"==ERROR== Option '--section Foo' did not match any section", "--list-sections"},
      {"==ERROR== Failed to find metric foo__bar.sum", "--query-metrics"},
      {"==ERROR== The target application is not an executable binary", "ncu --import"},
      {"==ERROR== Failed to prepare kernel for profiling", "--target-processes all"},
      {"==ERROR== The application returned an error code (1).", "Run it without ncu first"},
      {"==WARNING== No ranges were profiled.", "--nvtx-include"},
      {"==WARNING== No kernels were profiled.", "LLM@prefill/"},
      {"==ERROR== Something new", "documentation"},
  }));
  CAPTURE(line);
  std::string const reason = reason_of("==PROF== Connected to process 1 (/bin/app)\n" + line + "\n");
  CHECK_THAT(reason, ContainsSubstring("ncu.log:2: no kernels"));
  CHECK_THAT(reason, ContainsSubstring(line.substr(line.find(' ') + 1)));
  CHECK_THAT(reason, ContainsSubstring(remedy));
}

TEST_CASE("The cause is quoted, not its consequences", "[ncu_log]") {
  CHECK_THAT(reason_of("==ERROR== An error was reported by the driver\n\n"
                       "==ERROR== Profiling failed because a driver resource was unavailable.\n"
                       "==ERROR== The application returned an error code (9).\n"
                       "==WARNING== No kernels were profiled.\n"),
             ContainsSubstring("ncu.log:3: ") && ContainsSubstring("DCGM"));
  CHECK_THAT(
      reason_of(
          "Traceback (most recent call last):\n==ERROR== ERR_NVGPUCTRPERM - no\nRuntimeError: x, \"y\n"),
      ContainsSubstring("ncu.log:2: ") && ContainsSubstring("CAP_SYS_ADMIN"));
}

TEST_CASE("Real failures of ncu 2025.3 are explained", "[ncu_log]") {
  CHECK_THAT(reason_of(fixture("fail-nothing-matched.csv")),
             ContainsSubstring("ncu.log:4: ") && ContainsSubstring("No kernels were profiled."));
  CHECK_THAT(reason_of(fixture("fail-range-replay-unsupported-api.csv")),
             ContainsSubstring("ncu.log:5: ") && ContainsSubstring("cuKernelSetAttribute"));
  CHECK_THAT(reason_of(fixture("fail-app-range-pass-mismatch.csv")),
             ContainsSubstring("ncu.log:17: ") && ContainsSubstring("Unexpected number of profiled kernels"));
}

TEST_CASE("With -o the table is in the report, and the way to it is said", "[ncu_log]") {
  CHECK_THAT(reason_of(fixture("log-file-with-o-has-no-table.csv")),
             ContainsSubstring("ncu --import /tmp/u1.ncu-rep --csv --page raw"));
}

TEST_CASE("A log that names no error is still no data", "[ncu_log]") {
  CHECK_THAT(reason_of("==PROF== Connected to process 1\n==PROF== Disconnected from process 1\n"),
             ContainsSubstring("ncu.log: no kernels") && ContainsSubstring("names no error"));
}

TEST_CASE("The kernels that ran are listed where the filter matched none", "[ncu_log]") {
  CHECK_THAT(
      reason_of("==PROF== Connected to process 1\n==WARNING== No kernels were profiled.\nAvailable Kernels:\n"
                "1. first\n2. second(float *, int, int)\nbye\n3. not_one\n"),
      ContainsSubstring("the kernels that ran: 'first', 'second(float *, int, int)'") &&
          !ContainsSubstring("not_one"));
}

TEST_CASE("A run that was stopped says so", "[ncu_log]") {
  std::string const reason = reason_of(
      "==PROF== Profiling \"gemm\" - 0: 0%....50%....100% - 19 passes\n"
      "==PROF== Profiling \"gemm\" - 1: 0%..==PROF== Received signal\n"
      "==PROF== Trying to shutdown target application\n - 3 passes\n"
      "==ERROR== The application returned an error code (15).\n==PROF== Report: /runs/gemm.ncu-rep\n");
  CHECK_THAT(reason, ContainsSubstring("stopped by a signal"));
  CHECK_THAT(reason, ContainsSubstring("2 launches"));
  CHECK_THAT(reason, ContainsSubstring("ncu --import /runs/gemm.ncu-rep"));
}

TEST_CASE("The number of different complaints that are kept is bounded", "[ncu_log]") {
  llmprof::NcuLog log;
  for (std::uint64_t i = 0; i < 10000; ++i) log.add("==WARNING== number " + std::to_string(i), i + 1);
  CHECK(log.lines().size() == 200);
}
