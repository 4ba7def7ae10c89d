// SPDX-License-Identifier: MIT
#include "llmprof/session/report_file.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "llmprof/error.hpp"
#include "support/real_nsys.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using namespace std::string_literals;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string const data = LLMPROF_TEST_DATA;

/// A stand-in for a tool, where only what we do with its output is at stake.
std::string script(TemporaryFolder const& folder, std::string const& body) {
  auto const path = folder / "tool";
  put_file(path, "#!/bin/sh\n" + body + '\n');
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path.string();
}

std::string ncu_report(TemporaryFolder const& folder) {
  put_file(folder / "-my report.ncu-rep", "NVR\0rest"s);
  return (folder / "-my report.ncu-rep").string();
}

std::string nsys_report(TemporaryFolder const& folder) {
  put_file(folder / "x.nsys-rep", "NVIDIA Tegra Profiler Report 2023");
  return (folder / "x.nsys-rep").string();
}

}  // namespace

TEST_CASE("A report of ncu is read through ncu, and named in what comes of it") {
  TemporaryFolder const folder;
  std::string const report = ncu_report(folder);
  std::string const ncu = script(folder, "[ \"$*\" = '--import " + report + " --csv --page raw' ] && cat '" +
                                             data + "/ncu-2025.3-h200/raw-base-units.csv'");
  Capture const capture = read_any(report, {}, {.ncu = ncu});
  auto const& metrics = std::get<Metrics>(capture);
  CHECK(metrics.launches.size() == 20);
  CHECK(metrics.source == report);
  CHECK(metrics.format == "report of Nsight Compute");
}

TEST_CASE("A report of nsys is read through nsys") {
  TemporaryFolder const folder;
  std::string const report = nsys_report(folder);
  std::string const nsys = script(
      folder, "cp '" + data + "/nsys-2023.4-h200/prefill-gated-torch-llama-1b.sqlite' \"${4#--output=}\"");
  Capture const capture = read_any(report, {}, {.nsys = nsys});
  auto const& trace = std::get<Trace>(capture);
  CHECK_FALSE(trace.launches.empty());
  CHECK(trace.source == report);
  CHECK(trace.format == "report of Nsight Systems");
  for (Diagnostic const& diagnostic : trace.diagnostics) CHECK(diagnostic.source == report);
}

TEST_CASE("What the real nsys recorded is read from its report") {
  std::string const nsys = llmprof::tests::real_nsys();
  if (nsys.empty()) SKIP(llmprof::tests::no_nsys_message);
  TemporaryFolder const folder;
  llmprof::tests::record_with_nsys('"' + nsys + "\" profile -t nvtx -s none --cpuctxsw=none -o '" +
                                       (folder / "run").string() + "' '" LLMPROF_NVTX_PROGRAM "'",
                                   folder.path());
  Capture const capture = read_any(folder / "run.nsys-rep", {}, {.nsys = nsys});
  CHECK_FALSE(std::get<Trace>(capture).ranges.empty());
}

TEST_CASE("Without the tool, the message says what the file is and how to go on") {
  TemporaryFolder const folder;
  CHECK_THROWS_WITH((void)read_any(nsys_report(folder), {}, {.nsys = "no-such-nsys"}),
                    ContainsSubstring("x.nsys-rep: it is a report of Nsight Systems") &&
                        ContainsSubstring("no-such-nsys: not found; name it with --nsys PATH"));
  CHECK_THROWS_WITH((void)read_any(ncu_report(folder), {}, {.ncu = "no-such-ncu"}),
                    ContainsSubstring("it is a report of Nsight Compute") &&
                        ContainsSubstring("ncu --import REPORT --csv --page raw"));
}

TEST_CASE("A tool that fails is quoted, without its progress bar") {
  TemporaryFolder const folder;
  std::string const nsys = script(
      folder, "printf 'Processing: [10%%]\\rProcessing: [99%%]\\n'; echo 'newer than this tool' >&2; exit 1");
  CHECK_THROWS_WITH((void)read_any(nsys_report(folder), {}, {.nsys = nsys}),
                    ContainsSubstring("could not export it: exit status 1; it said 'newer than this tool'"));
  CHECK_THROWS_WITH((void)read_any(nsys_report(folder), {}, {.nsys = script(folder, "true")}),
                    ContainsSubstring("it made no file"));
}

TEST_CASE("An export without kernels is no data, and names the report") {
  TemporaryFolder const folder;
  std::string const report = ncu_report(folder);
  std::string const ncu = script(folder, "echo '==WARNING== No kernels were profiled.'");
  CHECK_THROWS_AS((void)read_any(report, {}, {.ncu = ncu}), NoData);
  CHECK_THROWS_WITH((void)read_any(report, {}, {.ncu = ncu}), ContainsSubstring(report + ":1: "));
}

TEST_CASE("Other files are read as they are") {
  Capture const capture =
      read_any(data + "/ncu-2025.3-h200/raw-base-units.csv", {}, {.nsys = "none", .ncu = "none"});
  CHECK(std::get<Metrics>(capture).launches.size() == 20);
}
