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
using Catch::Matchers::WithinAbs;

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

using Row = std::map<std::string, std::string>;

/// A report of the real nsys on one of our captures, and what we make of the same file.
struct Both {
  std::vector<Row> rows;
  Profile profile;
};

Both both_on(std::string const& capture, std::string const& report, std::string const& first_title) {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  TemporaryFolder const folder;
  auto const path = folder / "capture.sqlite";
  std::filesystem::copy_file(std::filesystem::path(LLMPROF_TEST_DATA) / "nsys-2023.4-h200" / capture, path);
  auto rows = table_in(output_of(nsys + " stats -r " + report + " --format csv '" + path.string() + "'"),
                       first_title);
  return {std::move(rows), analyze(read_nsys_sqlite(path))};
}

/// All figures of one kernel. nsys prints one decimal.
void check_equal(Row row, std::string const& calls_title, KernelStats const& stats) {
  CHECK(row[calls_title] == std::to_string(stats.calls));
  CHECK(row["Total Time (ns)"] == std::to_string(*stats.total_ns));
  CHECK(row["Min (ns)"] == std::to_string(*stats.min_ns));
  CHECK(row["Max (ns)"] == std::to_string(*stats.max_ns));
  CHECK_THAT(std::stod(row["Avg (ns)"]), WithinAbs(*stats.mean_ns, 0.051));
  CHECK_THAT(std::stod(row["Med (ns)"]), WithinAbs(*stats.median_ns, 0.051));
  CHECK_THAT(std::stod(row["StdDev (ns)"]), WithinAbs(stats.stddev_ns.value_or(0), 0.051));
}

/// Compares the kernels of a phase with the rows of the range of that label. @return how many there were.
std::size_t check_phase(Both const& both, Label const& label) {
  auto const* const phase = both.profile.find({label});
  REQUIRE(phase != nullptr);
  for (KernelStats const& stats : phase->kernels) {
    std::string const& name = both.profile.kernel_names[stats.kernel];
    CAPTURE(label.name, name);
    std::size_t found = 0;
    for (Row row : both.rows) {
      if (row["NVTX Range"] != label.domain + ":" + label.name || row["Kernel Name"] != name) continue;
      ++found;
      check_equal(row, "Kern Inst", stats);
    }
    CHECK(found == 1);
  }
  return phase->kernels.size();
}

}  // namespace

TEST_CASE("Per-phase kernels equal nsys stats -r nvtx_kern_sum", "[nsys]") {
  Both const both = both_on("prefill-gated-torch-llama-1b.sqlite", "nvtx_kern_sum", "NVTX Range");
  CHECK(both.rows.size() == 27);
  CHECK(check_phase(both, {"LLM", "prefill"}) == both.rows.size());
}

TEST_CASE("Nested ranges and graph launches equal nsys stats -r nvtx_kern_sum", "[nsys]") {
  Both const both = both_on("marked-engine-graph-node.sqlite", "nvtx_kern_sum", "NVTX Range");
  // nsys does not follow graph nodes to the ranges of their capture, so only what is around launches
  // compares.
  CHECK(check_phase(both, {"LLM", "prefill"}) == 3);
  CHECK(check_phase(both, {"LLM", "decode_all"}) == 4);
  CHECK(check_phase(both, {"LLM", "decode_step"}) == 4);
}

TEST_CASE("Kernels of the whole capture equal nsys stats -r cuda_gpu_kern_sum", "[nsys]") {
  Both const both = both_on("incomplete-torch-llama-1b.sqlite", "cuda_gpu_kern_sum", "Time (%)");
  REQUIRE(both.rows.size() == both.profile.kernels.size());
  for (KernelStats const& stats : both.profile.kernels) {
    std::string const& name = both.profile.kernel_names[stats.kernel];
    CAPTURE(name);
    std::size_t found = 0;
    for (Row row : both.rows) {
      if (row["Name"] != name) continue;
      ++found;
      check_equal(row, "Instances", stats);
    }
    CHECK(found == 1);
  }
}
