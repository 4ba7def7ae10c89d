// SPDX-License-Identifier: MIT
#include "llmprof/model/metrics.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

using llmprof::in_base_unit;
using llmprof::MeasuredLaunch;
using llmprof::Metric;
using llmprof::MetricList;
using llmprof::MetricPool;

TEST_CASE("Units that ncu printed are converted to base units by powers of 1000", "[metrics]") {
  auto const [unit, value, want, base] = GENERATE(table<std::string, double, double, std::string>({
      // times
      {"ns", 2944, 2944, "ns"},
      {"nsecond", 10720, 10720, "ns"},
      {"us", 2.5, 2500, "ns"},
      {"usecond", 2.5, 2500, "ns"},
      {"ms", 1.25, 1.25e6, "ns"},
      {"msecond", 1.25, 1.25e6, "ns"},
      {"s", 2, 2e9, "ns"},
      {"second", 2, 2e9, "ns"},
      // sizes
      {"byte", 7, 7, "byte"},
      {"Kbyte", 7, 7e3, "byte"},
      {"Mbyte", 7, 7e6, "byte"},
      {"Gbyte", 7, 7e9, "byte"},
      {"Tbyte", 7, 7e12, "byte"},
      // bandwidths
      {"byte/second", 3, 3, "byte/s"},
      {"byte/s", 3, 3, "byte/s"},
      {"Kbyte/s", 3, 3e3, "byte/s"},
      {"Gbyte/s", 3, 3e9, "byte/s"},
      {"Gbyte/second", 3, 3e9, "byte/s"},
      {"Tbyte/s", 3, 3e12, "byte/s"},
      {"byte/ns", 3, 3e9, "byte/s"},
      {"byte/nsecond", 3, 3e9, "byte/s"},
      {"byte/usecond", 3, 3e6, "byte/s"},
      // frequencies
      {"hz", 5, 5, "hz"},
      {"Khz", 5, 5e3, "hz"},
      {"Mhz", 5, 5e6, "hz"},
      {"Ghz", 1.5, 1.5e9, "hz"},
      {"cycle/second", 5, 5, "hz"},
      {"cycle/usecond", 5, 5e6, "hz"},
      {"cycle/nsecond", 1.5, 1.5e9, "hz"},
      // rates of work
      {"inst/s", 5, 5, "inst/s"},
      {"inst/ns", 5, 5e9, "inst/s"},
      {"inst/cycle", 0.5, 0.5, "inst/cycle"},
      {"Kbyte/block", 1.5, 1500, "byte/block"},
      {"Kbyte/cycle", 1.5, 1500, "byte/cycle"},
      {"byte/block", 1.5, 1.5, "byte/block"},
      {"register/thread", 32, 32, "register/thread"},
      // counts
      {"inst", 4, 4, "inst"},
      {"Kinst", 4, 4e3, "inst"},
      {"cycle", 4, 4, "cycle"},
      {"Mcycle", 4, 4e6, "cycle"},
      {"warp", 4, 4, "warp"},
      {"block", 4, 4, "block"},
      {"thread", 4, 4, "thread"},
      {"sector", 4, 4, "sector"},
      {"SM", 132, 132, "SM"},
      {"pass", 4, 4, "pass"},
      {"%", 41.49, 41.49, "%"},
      {"", 0.16, 0.16, ""},
      // unknown: as it is
      {"?", 12, 12, "?"},
      {"furlong", 12, 12, "furlong"},
      {"Kfurlong", 12, 12, "Kfurlong"},
      {"K", 12, 12, "K"},
      {"Xbyte", 12, 12, "Xbyte"},
      {"furlong/fortnight", 12, 12, "furlong/fortnight"},
  }));
  CAPTURE(unit);
  auto const got = in_base_unit(Metric{.value = value, .unit = unit});
  REQUIRE(got);
  CHECK(got->value == Catch::Approx(want).epsilon(1e-15));
  CHECK(got->unit == base);
}

TEST_CASE("A metric without a value has none in the base unit either", "[metrics]") {
  CHECK_FALSE(in_base_unit(Metric{.unit = "us", .text = "n/a"}));
}

TEST_CASE("A list gives back what was added", "[metrics]") {
  MetricList list;
  CHECK(list.empty());
  CHECK(list.begin() == list.end());
  Metric const bytes{.section = "Memory", .name = "dram__bytes.sum", .value = 2.5, .unit = "Mbyte"};
  Metric const name{.name = "device__attribute_display_name", .text = "NVIDIA H200"};
  Metric const labelled{.section = "Roofline", .name = "Cycles", .value = 3, .label = "Double"};
  for (Metric const& metric : {bytes, name, labelled, bytes}) list.add(metric);

  REQUIRE(list.size() == 4);
  CHECK(list[0] == bytes);
  CHECK(list[1] == name);
  CHECK(list[2] == labelled);
  CHECK(list[3] == bytes);

  SECTION("in the same order when walked through") {
    std::string names;
    for (Metric const metric : list) names += std::string(metric.name) + ' ';
    CHECK(names == "dram__bytes.sum device__attribute_display_name Cycles dram__bytes.sum ");
  }
  SECTION("a copy outlives the original") {
    MetricList copy;
    {
      MetricList gone;
      gone.add(bytes);
      copy = gone;
    }
    CHECK(copy[0] == bytes);
  }
  SECTION("lists are equal if their metrics are, whatever their pools") {
    MetricList other;
    for (Metric const& metric : {bytes, name, labelled, bytes}) other.add(metric);
    CHECK(other == list);
    other.add(bytes);
    CHECK_FALSE(other == list);
  }
}

TEST_CASE("Metrics of one name are told apart by section and unit", "[metrics]") {
  MetricList list;
  list.add(
      {.section = "GPU Speed Of Light Throughput", .name = "Memory Throughput", .value = 61.83, .unit = "%"});
  list.add({.section = "Memory Workload Analysis",
            .name = "Memory Throughput",
            .value = 143.2,
            .unit = "Gbyte/s"});
  CHECK(list[0].unit == "%");
  CHECK(list[1].unit == "Gbyte/s");
  CHECK(list[1].section == "Memory Workload Analysis");
}

TEST_CASE("Lists that share a pool keep their own values", "[metrics]") {
  auto const pool = std::make_shared<MetricPool>();
  auto const cycles = pool->subject("", "sm__cycles_active.avg", "cycle");
  CHECK(pool->subject("", "sm__cycles_active.avg", "cycle") == cycles);
  CHECK(pool->subject("", "sm__cycles_active.avg", "") != cycles);
  MetricList first(pool);
  MetricList second(pool);
  first.add(cycles, 1.0);
  second.add(cycles, 2.0);
  CHECK(first[0].value == 1.0);
  CHECK(second[0].value == 2.0);
  CHECK(second[0].unit == "cycle");
}

TEST_CASE("A list that stands on another one is equal to one with all its values", "[metrics]") {
  auto const pool = std::make_shared<MetricPool>();
  constexpr std::size_t count = 200;  // several words of bits
  auto const base = std::make_shared<MetricList>(pool);
  MetricList whole(pool);
  std::vector<MetricList::Change> changes;
  for (std::size_t i = 0; i < count; ++i) {
    auto const subject = pool->subject({}, "m" + std::to_string(i), "ns");
    auto const value = static_cast<double>(i);
    base->add(subject, value, i % 5 == 0 ? pool->text("old") : llmprof::StringId{});
    bool const is_changed = i % 3 == 0 || i == 63 || i == 64 || i == 127;
    if (!is_changed) {
      whole.add(subject, value, i % 5 == 0 ? pool->text("old") : llmprof::StringId{});
      continue;
    }
    std::optional<double> const other = i % 2 == 0 ? std::optional(-value) : std::nullopt;
    auto const text = i % 7 == 0 ? pool->text("new") : llmprof::StringId{};
    changes.push_back({i, other, text});
    whole.add(subject, other, text);
  }
  MetricList list(base, changes);
  CHECK(list.size() == count);
  CHECK((list == whole));
  list.add({.name = "more", .value = 1, .unit = "us", .text = "added"});
  whole.add({.name = "more", .value = 1, .unit = "us", .text = "added"});
  CHECK((list == whole));
  CHECK((MetricList(base, {}) == *base));
}

TEST_CASE("A value that is not finite never gets into a list", "[metrics]") {
  MetricList list;
  list.add({.name = "a", .value = std::numeric_limits<double>::infinity()});
  list.add({.name = "b", .value = std::numeric_limits<double>::quiet_NaN()});
  CHECK_FALSE(list[0].value);
  CHECK_FALSE(list[1].value);
}

TEST_CASE("find gives the first metric of a name", "[metrics]") {
  MeasuredLaunch launch;
  launch.metrics.add({.section = "A", .name = "Duration", .value = 1, .unit = "us"});
  launch.metrics.add({.section = "B", .name = "Duration", .value = 2, .unit = "us"});
  REQUIRE(launch.find("Duration"));
  CHECK(launch.find("Duration")->section == "A");
  CHECK_FALSE(launch.find("duration"));
  CHECK_FALSE(MeasuredLaunch().find("Duration"));
}
