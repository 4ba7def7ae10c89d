// SPDX-License-Identifier: MIT
// Our figures against those of the real nsys stats, on the same file.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cstdio>
#include <map>
#include <sstream>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/parse/csv.hpp"
#include "llmprof/parse/nsys_sqlite.hpp"
#include "support/nsys_maker.hpp"
#include "support/real_nsys.hpp"

using namespace llmprof;
using namespace llmprof::tests;

namespace {

/// Rows of the one table that `nsys stats` printed, by column title.
std::vector<std::map<std::string, std::string>> table_in(std::string const& text,
                                                         std::string const& first_title) {
  CsvReader reader(text);
  std::vector<std::string_view> cells;
  std::vector<std::string> titles;
  std::vector<std::map<std::string, std::string>> rows;
  while (reader.read_row(cells)) {
    if (titles.empty()) {
      if (cells.front() == first_title) titles.assign(cells.begin(), cells.end());
      continue;
    }
    if (cells.size() != titles.size()) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i == 0) rows.emplace_back();
      rows.back()[titles[i]] = std::string(cells[i]);
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("Per-phase kernels equal nsys stats -r nvtx_kern_sum", "[nsys]") {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  TemporaryFolder const folder;
  auto const path = folder / "capture.sqlite";
  std::filesystem::copy_file(
      std::filesystem::path(LLMPROF_TEST_DATA) / "nsys-2023.4-h200" / "prefill-gated-torch-llama-1b.sqlite",
      path);
  auto const rows = table_in(
      output_of(nsys + " stats -r nvtx_kern_sum --format csv --timeunit nsec '" + path.string() + "'"),
      "NVTX Range");
  REQUIRE(rows.size() > 10);

  auto const profile = analyze(read_nsys_sqlite(path));
  std::size_t kernels = 0;
  for (PhaseProfile const& phase : profile.phases) {
    std::string const range = phase.path.back().domain + ":" + phase.path.back().name;
    for (KernelStats const& stats : phase.kernels) {
      ++kernels;
      std::string const& name = profile.kernel_names[stats.kernel];
      CAPTURE(range, name);
      std::size_t found = 0;
      for (auto row : rows) {
        if (row["NVTX Range"] != range || row["Kernel Name"] != name) continue;
        ++found;
        CHECK(row["Kern Inst"] == std::to_string(stats.calls));
        CHECK(row["Total Time (ns)"] == std::to_string(*stats.total_ns));
        CHECK(row["Min (ns)"] == std::to_string(*stats.min_ns));
        CHECK(row["Max (ns)"] == std::to_string(*stats.max_ns));
        CHECK_THAT(std::stod(row["Avg (ns)"]), Catch::Matchers::WithinAbs(*stats.mean_ns, 0.051));
        CHECK_THAT(std::stod(row["Med (ns)"]), Catch::Matchers::WithinAbs(*stats.median_ns, 0.051));
        CHECK_THAT(std::stod(row["StdDev (ns)"]),
                   Catch::Matchers::WithinAbs(stats.stddev_ns.value_or(0), 0.051));
      }
      CHECK(found == 1);
    }
  }
  CHECK(kernels == rows.size());
}

TEST_CASE("Nested ranges and graph launches equal nsys stats -r nvtx_kern_sum", "[nsys]") {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  TemporaryFolder const folder;
  auto const path = folder / "capture.sqlite";
  std::filesystem::copy_file(
      std::filesystem::path(LLMPROF_TEST_DATA) / "nsys-2023.4-h200" / "marked-engine-graph-node.sqlite",
      path);
  auto rows = table_in(output_of(nsys + " stats -r nvtx_kern_sum --format csv '" + path.string() + "'"),
                       "NVTX Range");
  auto const profile = analyze(read_nsys_sqlite(path));
  // nsys does not follow graph nodes to the ranges of their capture, so only what is around launches
  // compares.
  std::size_t compared = 0;
  for (auto const* const label : {"prefill", "decode_all", "decode_step"}) {
    for (KernelStats const& stats : profile.find({{"LLM", label}})->kernels) {
      std::string const& name = profile.kernel_names[stats.kernel];
      CAPTURE(label, name);
      for (auto& row : rows) {
        if (row["NVTX Range"] != std::string("LLM:") + label || row["Kernel Name"] != name) continue;
        ++compared;
        CHECK(row["Kern Inst"] == std::to_string(stats.calls));
        CHECK(row["Total Time (ns)"] == std::to_string(*stats.total_ns));
        CHECK(row["Min (ns)"] == std::to_string(*stats.min_ns));
        CHECK(row["Max (ns)"] == std::to_string(*stats.max_ns));
        CHECK_THAT(std::stod(row["Med (ns)"]), Catch::Matchers::WithinAbs(*stats.median_ns, 0.051));
        CHECK_THAT(std::stod(row["StdDev (ns)"]),
                   Catch::Matchers::WithinAbs(stats.stddev_ns.value_or(0), 0.051));
      }
    }
  }
  CHECK(compared == 3 + 4 + 4);
}

TEST_CASE("Kernels of the whole capture equal nsys stats -r cuda_gpu_kern_sum", "[nsys]") {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  TemporaryFolder const folder;
  auto const path = folder / "capture.sqlite";
  std::filesystem::copy_file(
      std::filesystem::path(LLMPROF_TEST_DATA) / "nsys-2023.4-h200" / "incomplete-torch-llama-1b.sqlite",
      path);
  auto rows = table_in(output_of(nsys + " stats -r cuda_gpu_kern_sum --format csv '" + path.string() + "'"),
                       "Time (%)");
  auto const profile = analyze(read_nsys_sqlite(path));
  REQUIRE(rows.size() == profile.kernels.size());
  for (KernelStats const& stats : profile.kernels) {
    CAPTURE(profile.kernel_names[stats.kernel]);
    std::size_t found = 0;
    for (auto& row : rows) {
      if (row["Name"] != profile.kernel_names[stats.kernel]) continue;
      ++found;
      CHECK(row["Instances"] == std::to_string(stats.calls));
      CHECK(row["Total Time (ns)"] == std::to_string(*stats.total_ns));
      CHECK_THAT(std::stod(row["Med (ns)"]), Catch::Matchers::WithinAbs(*stats.median_ns, 0.051));
    }
    CHECK(found == 1);
  }
}
