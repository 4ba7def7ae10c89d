// SPDX-License-Identifier: MIT
#include "llmprof/analyze/join_metrics.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/parse/ncu_csv.hpp"
#include "llmprof/session/inputs.hpp"
#include "support/says.hpp"

using namespace llmprof;
using Catch::Approx;
using llmprof::tests::says;

namespace {

std::string const data = LLMPROF_TEST_DATA;

/// A timeline with these kernels, each launched ten times with a grid of its own: its place, from 1.
Profile timeline(std::vector<std::string> names) {
  Profile profile;
  profile.source = "run.sqlite";
  profile.devices.resize(1);
  profile.kernel_names = std::move(names);
  for (std::uint32_t i = 0; i < profile.kernel_names.size(); ++i) {
    KernelStats stats;
    stats.kernel = i;
    stats.device = 0;
    profile.kernels.push_back(stats);
    profile.shapes.push_back({i, 0, {{static_cast<std::int32_t>(i) + 1, 1, 1}, {32, 1, 1}}, 10, 1000});
  }
  return profile;
}

MeasuredLaunch launch(std::string kernel, std::int64_t grid = 1, std::int64_t duration_ns = 100) {
  MeasuredLaunch launch;
  launch.kernel = std::move(kernel);
  launch.grid = {grid, 1, 1};
  launch.block = {32, 1, 1};
  launch.duration_ns = duration_ns;
  return launch;
}

MeasuredLaunch with(MeasuredLaunch launch, Metric const& metric) {
  launch.metrics.add(metric);
  return launch;
}

Profile join(Profile profile, std::vector<MeasuredLaunch> launches) {
  Metrics metrics;
  metrics.source = "raw.csv";
  metrics.launches = std::move(launches);
  join_metrics(profile, {metrics});
  return profile;
}

}  // namespace

TEST_CASE("Every launch of a real ncu capture finds its kernel on the timeline of nsys") {
  auto const file = GENERATE(as<std::string>{}, "raw-auto-units.csv", "raw-base-units.csv",
                             "details-auto-units.csv", "summary-per-kernel.csv");
  LoadedInputs const loaded = load_inputs(
      {data + "/nsys-2023.4-h200/prefill-gated-torch-llama-1b.sqlite", data + "/ncu-2025.3-h200/" + file});
  std::uint64_t launches = 0;
  for (MeasuredKernel const& measured : loaded.profile.measured) launches += measured.launches;
  CHECK(launches == 20);
  CHECK(loaded.profile.measured.size() == 16);
  CHECK_FALSE(says(loaded.profile, "joined to none"));
  // The tools' own figures for the kernel that takes most time of those that were measured: the cells of ncu,
  // and calls and time of the rows with its grid (2048,1,1) and block (128,1,1) in the nsys table.
  MeasuredKernel const& first = loaded.profile.measured.at(0);
  CHECK(loaded.profile.kernel_names.at(first.kernel)
            .starts_with("void at::native::elementwise_kernel<(int)128, (int)4"));
  CHECK(first.launches == 1);
  CHECK(first.like_calls == 32);
  CHECK(first.like_ns == 78174);
  REQUIRE_FALSE(first.counters.empty());
  CHECK(first.counters[0].name == "sm__throughput.avg.pct_of_peak_sustained_elapsed");
  CHECK(first.counters[0].mean == Approx(10.27).margin(0.005));
}

TEST_CASE("A kernel is found by the most telling form of its name") {
  Profile const profile =
      join(timeline({"void ns::f<(int)4>(T1)", "void ns::f<(int)8>(T1)", "plain"}),
           {launch("void f<8>(T1)", 9), launch("plain", 9), launch("void ns::f<(int)4>(T1)", 9)});
  REQUIRE(profile.measured.size() == 3);
  CHECK(profile.measured[0].kernel == 0);
  CHECK(profile.measured[1].kernel == 1);
  CHECK(profile.measured[2].kernel == 2);
  CHECK(profile.diagnostics.empty());
}

TEST_CASE("Grid and block tell kernels apart that a tool prints alike") {
  Profile const profile = join(timeline({"void f<(int)4>(T1)", "void f<(int)8>(T1)"}), {launch("f", 2)});
  REQUIRE(profile.measured.size() == 1);
  CHECK(profile.measured[0].kernel == 1);
  CHECK(profile.measured[0].like_calls == 10);
  CHECK(profile.measured[0].like_ns == 1000);
}

TEST_CASE("What may be of several kernels is joined to none, and said") {
  Profile const profile =
      join(timeline({"void f<(int)4>(T1)", "void f<(int)8>(T1)"}), {launch("f", 7), launch("f", 7)});
  CHECK(profile.measured.empty());
  CHECK(says(profile, "2 launch(es) that ncu measured as 'f' may be of any of 2 kernels"));
}

TEST_CASE("An instantiation is not taken for another one of the same function") {
  Profile const profile = join(timeline({"void f<(int)4>(T1)"}), {launch("void f<8>(T1)")});
  CHECK(profile.measured.empty());
  CHECK(says(profile, "kernels that run.sqlite does not have"));
}

TEST_CASE("Rates are weighted by time, amounts by launch") {
  Metric const slow{.name = "sm__throughput.avg.pct_of_peak_sustained_elapsed", .value = 80, .unit = "%"};
  Metric const fast{.name = "sm__throughput.avg.pct_of_peak_sustained_elapsed", .value = 20, .unit = "%"};
  Metric const read_little{.name = "dram__bytes_read.sum", .value = 1, .unit = "Kbyte"};
  Metric const read_much{.name = "dram__bytes_read.sum", .value = 3000, .unit = "byte"};
  Profile const profile = join(timeline({"k"}), {with(with(launch("k", 1, 300), slow), read_little),
                                                 with(with(launch("k", 1, 100), fast), read_much)});
  REQUIRE(profile.measured.size() == 1);
  MeasuredKernel const& measured = profile.measured[0];
  CHECK(measured.mean_duration_ns == 200);
  REQUIRE(measured.counters.size() == 2);
  CHECK(measured.counters[0] ==
        CounterSummary{std::string(slow.name), "%", (80.0 * 300 + 20.0 * 100) / 400, 20, 80});
  CHECK(measured.counters[1] == CounterSummary{"dram__bytes_read.sum", "byte", 2000, 1000, 3000});
}

TEST_CASE("Without a duration the mean is one of launches, and values that are no number are left out") {
  MeasuredLaunch first = with(launch("k"), {.name = "L2 Hit Rate", .value = 90, .unit = "%"});
  MeasuredLaunch second = with(launch("k"), {.name = "L2 Hit Rate", .value = 30, .unit = "%"});
  second.duration_ns.reset();
  second.metrics.add(
      {.name = "dram__bytes_read.sum", .value = std::numeric_limits<double>::max(), .unit = "Gbyte"});
  Profile const profile = join(timeline({"k"}), {first, second});
  REQUIRE(profile.measured.size() == 1);
  CHECK_FALSE(profile.measured[0].mean_duration_ns.has_value());
  REQUIRE(profile.measured[0].counters.size() == 1);
  CHECK(profile.measured[0].counters[0].mean == 60);
}

TEST_CASE("Whole ranges are no kernels, and shapes that are not known are not compared") {
  MeasuredLaunch range = launch("k");
  range.kind = MeasuredKind::range;
  MeasuredLaunch shapeless = launch("k");
  shapeless.grid.reset();
  Profile const profile = join(timeline({"k"}), {range, shapeless});
  REQUIRE(profile.measured.size() == 1);
  CHECK(profile.measured[0].launches == 1);
  CHECK_FALSE(profile.measured[0].like_calls.has_value());
}
