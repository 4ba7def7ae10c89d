// SPDX-License-Identifier: MIT
// Our figures against those of the real nsys stats, on the same file.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cstdio>
#include <map>
#include <sstream>
#include <tuple>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/parse/csv.hpp"
#include "llmprof/parse/nsys_sqlite.hpp"
#include "llmprof/parse/nsys_stats.hpp"
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

/// What we make of the SQLite file, and of what the real nsys prints about it.
struct TwoWays {
  Profile of_trace;
  Profile of_tables;
};

TwoWays two_ways(std::string const& capture, std::string const& options) {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  TemporaryFolder const folder;
  auto const path = folder / "capture.sqlite";
  std::filesystem::copy_file(std::filesystem::path(LLMPROF_TEST_DATA) / "nsys-2023.4-h200" / capture, path);
  std::string const printed = output_of(nsys + " stats " + options + " '" + path.string() + "' 2>/dev/null");
  return {analyze(read_nsys_sqlite(path)), analyze(read_nsys_stats(printed, "stats"))};
}

/// Calls, total and extremes by name: devices are not in every report.
using Figures = std::tuple<std::uint64_t, std::optional<std::int64_t>, std::optional<std::int64_t>,
                           std::optional<std::int64_t>>;
std::map<std::string, Figures> figures_of(Profile const& profile) {
  std::map<std::string, Figures> figures;
  for (KernelStats const& stats : profile.kernels) {
    figures[profile.kernel_names[stats.kernel]] = {stats.calls, stats.total_ns, stats.min_ns, stats.max_ns};
  }
  return figures;
}

/// A phase of a trace may be at several paths; tables know the last label alone.
template <class Figure>
std::map<std::string, std::int64_t> by_label(Profile const& profile, Figure const& figure) {
  std::map<std::string, std::int64_t> sums;
  for (PhaseProfile const& phase : profile.phases) {
    if (auto const value = figure(phase)) {
      sums[to_string(phase.path.back())] += static_cast<std::int64_t>(*value);
    }
  }
  return sums;
}

}  // namespace

TEST_CASE("Kernels of every report and format equal those of the SQLite file", "[nsys]") {
  auto const report = GENERATE("cuda_gpu_kern_sum", "cuda_gpu_kern_gb_sum", "cuda_gpu_sum",
                               "cuda_api_gpu_sum", "cuda_gpu_trace", "cuda_kern_exec_trace");
  auto const format = GENERATE("csv", "column:colmax=0:autolines=0");
  CAPTURE(report, format);
  TwoWays const both =
      two_ways("marked-engine-graph-node.sqlite", std::string("-r ") + report + " --format " + format);
  CHECK(figures_of(both.of_tables) == figures_of(both.of_trace));
  CHECK(both.of_tables.total == both.of_trace.total);
}

TEST_CASE("Kernels in the other formats equal those of the SQLite file", "[nsys]") {
  auto const format = GENERATE("tsv", "json", "table:colmax=0:autolines=0", "csv --timeunit usec");
  CAPTURE(format);
  TwoWays const both = two_ways("prefill-gated-torch-llama-1b.sqlite",
                                std::string("-r cuda_gpu_kern_sum,nvtx_sum --format ") + format);
  CHECK(figures_of(both.of_tables) == figures_of(both.of_trace));
  CHECK(both.of_tables.find({{"LLM", "prefill"}})->wall_ns == 29376012);
}

TEST_CASE("Ranges of tables equal those of the SQLite file by label", "[nsys]") {
  auto const format = GENERATE("csv", "column");
  CAPTURE(format);
  TwoWays const both =
      two_ways("marked-engine-graph-node.sqlite",
               std::string("-r nvtx_sum,nvtx_gpu_proj_sum,nvtx_kern_sum --format ") + format);
  auto const check_equal_sums = [&](auto const& figure) {
    CHECK(by_label(both.of_tables, figure) == by_label(both.of_trace, figure));
  };
  check_equal_sums([](PhaseProfile const& phase) { return phase.instances; });
  check_equal_sums([](PhaseProfile const& phase) { return phase.wall_ns; });
  check_equal_sums([](PhaseProfile const& phase) { return phase.span_ns; });
  // What ranges around the capture of a graph have is not in nvtx_kern_sum: compare what is around launches.
  for (char const* name : {"prefill", "decode_all", "decode_step"}) {
    CAPTURE(name);
    PhaseProfile const* const table = both.of_tables.find({{"LLM", name}});
    PhaseProfile const* const trace = both.of_trace.find({{"LLM", name}});
    REQUIRE(table != nullptr);
    CHECK(table->kernel_ns == trace->kernel_ns);
    CHECK(table->calls == trace->calls);
    CHECK(table->kernels.size() == trace->kernels.size());
  }
}

TEST_CASE("What nsys stats prints without options is one capture", "[nsys]") {
  TwoWays const both = two_ways("marked-engine-graph-node.sqlite", "");
  CHECK(figures_of(both.of_tables) == figures_of(both.of_trace));
  CHECK(both.of_tables.find({{"LLM", "decode_step"}})->instances == 24U);
}

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
