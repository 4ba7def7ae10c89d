// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <limits>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/error.hpp"

using namespace llmprof;
using Catch::Matchers::Message;

namespace {

MeasuredLaunch launch_of(char const* kernel, std::optional<std::int64_t> duration_ns) {
  MeasuredLaunch launch;
  launch.kernel = kernel;
  launch.duration_ns = duration_ns;
  return launch;
}

}  // namespace

TEST_CASE("Launches that ncu measured are a profile of kernels") {
  Metrics metrics;
  metrics.launches = {launch_of("a", 10), launch_of("b", 5), launch_of("a", 30)};
  Profile const profile = analyze(metrics);
  CHECK(profile.total.calls == 3);
  CHECK(profile.total.kernel_ns == 45);
  REQUIRE(profile.kernels.size() == 2);
  CHECK(profile.kernel_names.at(profile.kernels[0].kernel) == "a");
  CHECK(profile.kernels[0].total_ns == 40);
  CHECK(profile.kernels[0].median_ns == 20);
}

TEST_CASE("An average counts for each of its invocations") {
  Metrics metrics;
  metrics.launches = {launch_of("a", 10)};
  metrics.launches[0].kind = MeasuredKind::summary;
  metrics.launches[0].invocations = 100;
  Profile const profile = analyze(metrics);
  CHECK(profile.total.calls == 100);
  CHECK(profile.total.kernel_ns == 1000);
  CHECK(profile.kernels[0].mean_ns == 10);
  CHECK(!profile.kernels[0].min_ns);
}

TEST_CASE("One unknown duration makes the total unknown") {
  Metrics metrics;
  metrics.launches = {launch_of("a", 10), launch_of("b", std::nullopt)};
  Profile const profile = analyze(metrics);
  CHECK(profile.total.calls == 2);
  CHECK(!profile.total.kernel_ns);
}

TEST_CASE("Durations of tables that do not fit are an error that names the table") {
  Metrics metrics;
  metrics.source = "m.csv";
  metrics.launches = {launch_of("a", std::numeric_limits<std::int64_t>::max() / 2)};
  metrics.launches[0].kind = MeasuredKind::summary;
  metrics.launches[0].invocations = 3;
  auto const says = Message("m.csv: durations add up to more than 292 years: the capture is damaged");
  CHECK_THROWS_MATCHES(analyze(metrics), ParseError, says);

  KernelTable table;
  table.source = "m.csv";
  table.kernels.resize(2);
  for (KernelRecord& kernel : table.kernels) kernel.total_ns = std::numeric_limits<std::int64_t>::max();
  CHECK_THROWS_MATCHES(analyze(table), ParseError, says);
}

TEST_CASE("Tables whose sums fit one by one and not together are refused: their profile could not be read") {
  constexpr std::int64_t half_of_all_time = 5'000'000'000'000'000'000;
  KernelRecord record;
  record.name = "k";
  record.calls = 1;
  record.total_ns = half_of_all_time;
  StatsTables tables;
  tables.source = "stats.csv";
  tables.kernels = {{"cuda_gpu_kern_sum", {record}}};
  CHECK_NOTHROW(analyze(tables));
  tables.range_kernels = {{"nvtx_kern_sum", {{Label{"LLM", "prefill"}, record}}}};
  CHECK_THROWS_AS(analyze(tables), ParseError);
}
