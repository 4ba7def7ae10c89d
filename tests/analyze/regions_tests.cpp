// SPDX-License-Identifier: MIT
#include "llmprof/analyze/regions.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <limits>
#include <map>

#include "llmprof/error.hpp"
#include "llmprof/parse/ncu_csv.hpp"
#include "support/region_rows.hpp"

using namespace llmprof;
using namespace region_rows;
using Catch::Matchers::ContainsSubstring;

namespace {

Region const& region(RegionReport const& report, Path const& path, std::string const& scope = "aggregate") {
  for (RegionScope const& found : report.scopes) {
    if (found.id != scope) continue;
    Region const* const known = found.find(path);
    REQUIRE(known != nullptr);
    return *known;
  }
  FAIL("no scope " << scope);
  throw 0;
}

RegionMetric const* metric(RegionTotals const& totals, std::string const& name) {
  for (RegionMetric const& candidate : totals.metrics) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

std::vector<std::string> labels(RegionScope const& scope) {
  std::vector<std::string> texts;
  for (Region const& found : scope.regions) texts.push_back(to_string(found.path));
  return texts;
}

bool warns(RegionReport const& report, std::string const& text) {
  for (Diagnostic const& diagnostic : report.diagnostics) {
    if (diagnostic.text.find(text) != std::string::npos) return true;
  }
  return false;
}

struct Figures {
  std::uint64_t kernels = 0;
  std::int64_t ns = 0;
  double bytes = 0;
  friend bool operator==(Figures const&, Figures const&) = default;

  void add(RegionTotals const& totals) {
    kernels += totals.kernels.value();
    ns += totals.total_ns.value();
    RegionMetric const* const read = metric(totals, "dram__bytes_read.sum");
    if (read != nullptr) bytes += read->value.value();
  }
};

Figures figures(RegionTotals const& totals) {
  Figures sums;
  sums.add(totals);
  return sums;
}

/// Of every scope: inclusive = exclusive + the inclusive ones of the children, and the outermost regions with
/// what is outside are the total.
void check_sums(RegionReport const& report) {
  for (RegionScope const& scope : report.scopes) {
    CAPTURE(scope.id);
    Figures outermost = figures(scope.outside);
    for (Region const& parent : scope.regions) {
      Figures sums = figures(parent.exclusive);
      for (Region const& child : scope.regions) {
        if (child.parent() == to_string(parent.path)) sums.add(child.inclusive);
      }
      CAPTURE(to_string(parent.path));
      CHECK(sums == figures(parent.inclusive));
      if (parent.depth() == 0) outermost.add(parent.inclusive);
    }
    CHECK(outermost == figures(scope.total));
  }
}

MeasuredLaunch with(MeasuredLaunch launch, std::vector<Metric> const& metrics) {
  for (Metric const& each : metrics) launch.metrics.add(each);
  return launch;
}

std::filesystem::path data(std::string const& name) {
  return std::filesystem::path(LLMPROF_TEST_DATA) / "ncu-2025.3-h200" / name;
}

}  // namespace

TEST_CASE("A region has what is inside it, and beside that what is its own", "[regions]") {
  // A { 10 20 | A::A1 { 30 40 | B { 50 } } } B { 60 } outside: 70
  RegionReport const report = assemble_regions(
      rows({row("f", {a}, 10), row("g", {a}, 20), row("f", {a, a1}, 30), row("h", {a, a1}, 40),
            row("f", {a, a1, b}, 50), row("f", {b}, 60), row("f", {}, 70)}));

  CHECK(report.source == "raw.csv");
  CHECK(report.replay == RegionReplay::kernel);
  CHECK(report.rows == RegionRows::kernels);
  CHECK(labels(report.aggregate()) == std::vector<std::string>{"A", "A/A::A1", "A/A::A1/B", "B"});
  Region const& outer = region(report, {a});
  CHECK(outer.inclusive.kernels == 5);
  CHECK(outer.inclusive.total_ns == 150);
  CHECK(outer.exclusive.kernels == 2);
  CHECK(outer.exclusive.total_ns == 30);
  CHECK(outer.depth() == 0);
  CHECK_FALSE(outer.parent());
  Region const& inner = region(report, {a, a1});
  CHECK(inner.label().name == "A::A1");
  CHECK(inner.inclusive.total_ns == 120);
  CHECK(inner.exclusive.total_ns == 70);
  CHECK(inner.depth() == 1);
  CHECK(inner.parent() == "A");
  CHECK(region(report, {b}).inclusive.total_ns == 60);
  CHECK(report.aggregate().outside.total_ns == 70);
  CHECK(report.aggregate().outside.kernels == 1);
  CHECK(report.aggregate().total.total_ns == 280);
  CHECK(inner.kernels == std::vector<RegionKernel>{{"f", "f", 2, 80}, {"h", "h", 1, 40}});
  check_sums(report);
}

TEST_CASE("A name with :: nests in nothing by itself", "[regions]") {
  RegionReport const report = assemble_regions(rows({row("f", {a}, 10), row("f", {a1}, 30)}));
  CHECK_FALSE(region(report, {a1}).parent());
  CHECK(region(report, {a}).inclusive.total_ns == 10);
}

TEST_CASE("A range inside one of the same name is another region", "[regions]") {
  RegionReport const report = assemble_regions(rows({row("f", {a}, 10), row("f", {a, a}, 5)}));
  CHECK(region(report, {a}).inclusive.total_ns == 15);
  CHECK(region(report, {a, a}).inclusive.total_ns == 5);
  check_sums(report);
}

TEST_CASE("Start/end ranges are around push/pop ranges", "[regions]") {
  Label const request{"LLM", "request"};
  Label const batch{"LLM", "batch"};
  MeasuredLaunch in_request = row("f", {prefill}, 10);
  in_request.start_end = {request};
  MeasuredLaunch in_both = row("f", {prefill}, 20);
  in_both.start_end = {request, batch};
  MeasuredLaunch alone = row("f", {}, 40);
  alone.start_end = {request};
  RegionReport const report = assemble_regions(rows({in_request, in_both, alone}));
  CHECK(region(report, {request}).inclusive.total_ns == 70);
  CHECK(region(report, {request}).exclusive.total_ns == 40);
  CHECK(region(report, {request, prefill}).inclusive.total_ns == 10);
  CHECK(region(report, {request, batch}).exclusive.kernels == 0);
  CHECK(region(report, {request, batch}).exclusive.total_ns == 0);
  CHECK(region(report, {request, batch, prefill}).inclusive.total_ns == 20);
  check_sums(report);
}

TEST_CASE("Each process and each device has its own figures", "[regions]") {
  auto const placed = [](std::int64_t pid, std::string const& device, std::int64_t ns, Path path) {
    MeasuredLaunch launch = row("f", std::move(path), ns);
    launch.pid = pid;
    launch.device = device;
    return launch;
  };
  RegionReport const report = assemble_regions(rows(
      {placed(1, "0", 1, {a}), placed(1, "1", 2, {a, b}), placed(2, "0", 4, {a}), placed(2, "1", 8, {b})}));
  REQUIRE(report.scopes.size() == 5);
  CHECK(report.scopes[1].id == "process:1");
  CHECK(report.scopes[1].process == "engine (1)");
  CHECK(report.scopes[3].id == "device:0");
  CHECK(report.scopes[3].device == "GPU 0");
  CHECK(region(report, {a}).inclusive.total_ns == 7);
  CHECK(region(report, {a}).process.empty());
  CHECK(region(report, {a}).device.empty());
  CHECK(region(report, {a, b}).process == "engine (1)");
  CHECK(region(report, {a, b}).device == "GPU 1");
  CHECK(region(report, {a}, "process:1").inclusive.total_ns == 3);
  CHECK(region(report, {a}, "process:1").process == "engine (1)");
  CHECK(region(report, {a}, "process:2").inclusive.total_ns == 4);
  CHECK(region(report, {a}, "device:0").inclusive.total_ns == 5);
  CHECK(region(report, {a}, "device:1").exclusive.total_ns == 0);
  CHECK(region(report, {a}, "device:1").inclusive.total_ns == 2);
  CHECK(labels(report.scopes[2]) == std::vector<std::string>{"B", "A"});
  check_sums(report);
}

TEST_CASE("Processes and devices of several hosts stay apart", "[regions]") {
  MeasuredLaunch first = row("f", {a}, 1);
  MeasuredLaunch second = row("f", {a}, 2);
  first.host = "one";
  second.host = "two";
  RegionReport const report = assemble_regions(rows({first, second}));
  CHECK(region(report, {a}, "process:one:42").inclusive.total_ns == 1);
  CHECK(region(report, {a}, "device:two:0").inclusive.total_ns == 2);
  CHECK(report.scopes[1].process == "one: engine (42)");
}

TEST_CASE("What names neither process nor device is a scope of its own", "[regions]") {
  MeasuredLaunch launch = row("f", {a}, 1);
  launch.pid = 0;
  launch.process.clear();
  launch.device.clear();
  RegionReport const report = assemble_regions(rows({launch}));
  CHECK(region(report, {a}, "process:unknown").process.empty());
  CHECK(region(report, {a}, "device:unknown").device.empty());
}

TEST_CASE("Patterns select regions by label, and those to exclude win", "[regions]") {
  Metrics const metrics =
      rows({row("f", {prefill}, 1), row("f", {prefill, attn}, 2), row("f", {a}, 4), row("f", {a, a1}, 8)});
  auto const selected = [&](std::vector<std::string> include, std::vector<std::string> exclude) {
    RegionOptions options;
    options.selection = {std::move(include), std::move(exclude)};
    RegionReport const report = assemble_regions(metrics, options);
    CHECK(report.selection == options.selection);
    CHECK(report.aggregate().total.total_ns == 15);  // selection changes no figure
    return labels(report.aggregate());
  };
  using Texts = std::vector<std::string>;
  CHECK(selected({}, {}) == Texts{"A", "A/A::A1", "LLM@prefill", "LLM@prefill/LLM@attn"});
  CHECK(selected({"LLM@prefill"}, {}) == Texts{"LLM@prefill"});
  CHECK(selected({"LLM:prefill"}, {}) == Texts{"LLM@prefill"});  // as nsys prints it
  CHECK(selected({"A::A1"}, {}) == Texts{"A/A::A1"});            // no part of a name
  CHECK(selected({"regex:^LLM@"}, {}) == Texts{"LLM@prefill", "LLM@prefill/LLM@attn"});
  CHECK(selected({"regex:A"}, {"A"}) == Texts{"A/A::A1"});
  CHECK(selected({"A", "LLM@attn"}, {"A"}) == Texts{"LLM@prefill/LLM@attn"});
  CHECK(selected({}, {"regex:att|A1"}) == Texts{"A", "LLM@prefill"});
}

TEST_CASE("Patterns that cannot be are refused", "[regions]") {
  Metrics const metrics = rows({row("f", {a}, 1)});
  auto const include = [&](std::string const& pattern) {
    RegionOptions options;
    options.selection.include = {pattern};
    return assemble_regions(metrics, options);
  };
  CHECK_THROWS_AS(include("regex:("), InvalidArgument);
  CHECK_THROWS_WITH(include("regex:("), ContainsSubstring("regex:("));
  CHECK_THROWS_AS(include("regex:"), InvalidArgument);
  CHECK_THROWS_AS(include(""), InvalidArgument);
}

TEST_CASE("A very long label is matched all the same", "[regions]") {
  RegionOptions options;
  options.selection.include = {"regex:^x+"};
  RegionReport const report =
      assemble_regions(rows({row("f", {{"", std::string(200'000, 'x')}}, 1)}), options);
  CHECK(report.aggregate().regions.size() == 1);
}

TEST_CASE("Where there is no region, the ranges that were seen are named", "[regions]") {
  RegionOptions options;
  options.selection = {{"LLM@decode"}, {"regex:x"}};
  Metrics const metrics = rows({row("f", {prefill, attn}, 1), row("f", {a}, 2)});
  CHECK_THROWS_AS(assemble_regions(metrics, options), NoData);
  CHECK_THROWS_WITH(assemble_regions(metrics, options),
                    ContainsSubstring("raw.csv") && ContainsSubstring("'LLM@decode'") &&
                        ContainsSubstring("'regex:x'") &&
                        ContainsSubstring("ranges seen: LLM@prefill, LLM@prefill/LLM@attn, A"));
  CHECK_THROWS_AS(assemble_regions(rows({row("f", {}, 1)})), NoData);
  CHECK_THROWS_WITH(assemble_regions(rows({row("f", {}, 1)})),
                    ContainsSubstring("none of 1 rows") && ContainsSubstring("--nvtx"));
  CHECK_THROWS_AS(assemble_regions(rows({})), NoData);
}

TEST_CASE("A time that was not measured makes no sum", "[regions]") {
  RegionReport const report =
      assemble_regions(rows({row("f", {a}, 10), row("f", {a, b}, std::nullopt), row("g", {a, a1}, 5)}));
  CHECK_FALSE(region(report, {a, b}).inclusive.total_ns);
  CHECK_FALSE(region(report, {a}).inclusive.total_ns);
  CHECK(region(report, {a}).exclusive.total_ns == 10);
  CHECK(region(report, {a}).inclusive.kernels == 3);
  CHECK(region(report, {a, a1}).inclusive.total_ns == 5);
  CHECK(region(report, {a}).kernels ==
        std::vector<RegionKernel>{{"g", "g", 1, 5}, {"f", "f", 2, std::nullopt}});
  CHECK(warns(report, "1 of 3 rows have no duration"));
}

TEST_CASE("Times that do not fit are damage", "[regions]") {
  auto const most = std::numeric_limits<std::int64_t>::max();
  CHECK_THROWS_AS(assemble_regions(rows({row("f", {a}, most), row("f", {a}, most)})), ParseError);
}

TEST_CASE("Each metric has the rule of its kind", "[regions]") {
  auto const rule = aggregation_of;
  CHECK(rule("dram__bytes_read.sum", "byte") == Aggregation::sum);
  CHECK(rule("gpu__time_duration.sum", "ns") == Aggregation::sum);
  CHECK(rule("sm__cycles_active.avg", "cycle") == Aggregation::sum);
  CHECK(rule("Duration", "ns") == Aggregation::sum);
  CHECK(rule("sm__throughput.avg.pct_of_peak_sustained_elapsed", "%") == Aggregation::time_mean);
  CHECK(rule("sm__inst_executed.sum.pct_of_peak_sustained_active", "%") == Aggregation::time_mean);
  CHECK(rule("dram__bytes.sum.per_second", "byte/s") == Aggregation::time_mean);
  CHECK(rule("smsp__cycles_elapsed.avg.per_second", "hz") == Aggregation::time_mean);
  CHECK(rule("lts__t_sector_hit_rate.pct", "%") == Aggregation::time_mean);
  CHECK(rule("smsp__average_warp_latency.ratio", "") == Aggregation::time_mean);
  CHECK(rule("sm__cycles_active.max", "cycle") == Aggregation::maximum);
  CHECK(rule("sm__cycles_active.min", "cycle") == Aggregation::minimum);
  CHECK(rule("launch__registers_per_thread", "register/thread") == Aggregation::none);
  CHECK(rule("device__attribute_clock_rate", "hz") == Aggregation::none);
  CHECK(rule("sm__maximum_warps_avg_per_active_cycle", "warp") == Aggregation::none);
}

TEST_CASE("Amounts are added up, shares are weighted by time, in any unit", "[regions]") {
  auto const measured = [](Path path, std::int64_t ns, Metric const& read, double share, Metric const& rate) {
    return with(row("f", std::move(path), ns),
                {read,
                 {.name = "sm__throughput.avg.pct_of_peak_sustained_elapsed", .value = share, .unit = "%"},
                 rate,
                 {.name = "launch__registers_per_thread", .value = share, .unit = "register/thread"}});
  };
  std::string_view const read = "dram__bytes_read.sum";
  std::string_view const rate = "dram__bytes.sum.per_second";
  RegionReport const report =
      assemble_regions(rows({measured({a}, 1000, {.name = read, .value = 2, .unit = "Kbyte"}, 10,
                                      {.name = rate, .value = 4, .unit = "Gbyte/s"}),
                             measured({a, b}, 3000, {.name = read, .value = 0.5, .unit = "Mbyte"}, 50,
                                      {.name = rate, .value = 2, .unit = "byte/nsecond"}),
                             measured({b}, 1000, {.name = read, .value = 7, .unit = "byte"}, 90,
                                      {.name = rate, .value = 1, .unit = "Mbyte/s"})}));
  RegionTotals const& both = region(report, {a}).inclusive;
  REQUIRE(metric(both, std::string(read)) != nullptr);
  CHECK(metric(both, std::string(read))->value == 502'000.0);
  CHECK(metric(both, std::string(read))->unit == "byte");
  CHECK(metric(both, std::string(read))->min == 2000.0);
  CHECK(metric(both, std::string(read))->max == 500'000.0);
  CHECK(metric(both, std::string(read))->rows == 2);
  // (10 * 1000 + 50 * 3000) / 4000
  CHECK(metric(both, "sm__throughput.avg.pct_of_peak_sustained_elapsed")->value == 40.0);
  // (4e9 * 1000 + 2e9 * 3000) / 4000
  CHECK(metric(both, std::string(rate))->value == 2.5e9);
  CHECK(metric(both, std::string(rate))->unit == "byte/s");
  RegionMetric const* const registers = metric(both, "launch__registers_per_thread");
  REQUIRE(registers != nullptr);
  CHECK_FALSE(registers->value);
  CHECK(registers->min == 10.0);
  CHECK(registers->max == 50.0);
  CHECK(metric(region(report, {a}).exclusive, std::string(read))->value == 2000.0);
  CHECK(metric(report.aggregate().total, std::string(read))->value == 502'007.0);
  check_sums(report);
}

TEST_CASE("A metric that a row lacks has no figure, nor a share without times", "[regions]") {
  Metric const read{.name = "dram__bytes_read.sum", .value = 8, .unit = "byte"};
  Metric const share{
      .name = "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", .value = 50, .unit = "%"};
  Metric const missing{.name = "dram__bytes_read.sum", .unit = "byte", .text = "n/a"};
  RegionReport const report = assemble_regions(
      rows({with(row("f", {a}, 10), {read, share}), with(row("f", {a}, 10), {missing, share}),
            with(row("f", {b}, std::nullopt), {read, share})}));
  RegionTotals const& partly = region(report, {a}).inclusive;
  CHECK_FALSE(metric(partly, "dram__bytes_read.sum")->value);
  CHECK(metric(partly, "dram__bytes_read.sum")->rows == 1);
  CHECK(metric(partly, "dram__bytes_read.sum")->max == 8.0);
  CHECK(metric(partly, std::string(share.name))->value == 50.0);
  RegionTotals const& untimed = region(report, {b}).inclusive;
  CHECK(metric(untimed, "dram__bytes_read.sum")->value == 8.0);
  CHECK_FALSE(metric(untimed, std::string(share.name))->value);
}

TEST_CASE("Metrics are chosen by name, in the order of the names", "[regions]") {
  RegionOptions options;
  options.metrics = {"sm__cycles_active.max", "x.sum", "sm__cycles_active.avg", "sm__cycles_active.max"};
  RegionReport const report = assemble_regions(
      rows({with(row("f", {a}, 10), {{.name = "sm__cycles_active.avg", .value = 3, .unit = "cycle"},
                                     {.name = "sm__cycles_active.max", .value = 4, .unit = "Kcycle"},
                                     {.name = "dram__bytes_read.sum", .value = 1, .unit = "byte"}}),
            with(row("f", {a}, 10), {{.name = "sm__cycles_active.avg", .value = 2, .unit = "cycle"},
                                     {.name = "sm__cycles_active.max", .value = 6, .unit = "cycle"}})}),
      options);
  RegionTotals const& totals = region(report, {a}).inclusive;
  REQUIRE(totals.metrics.size() == 2);
  CHECK(totals.metrics[0].name == "sm__cycles_active.max");
  CHECK(totals.metrics[0].value == 4000.0);
  CHECK(totals.metrics[1].value == 5.0);
  CHECK(warns(report, "no row has a metric 'x.sum'"));
}

TEST_CASE("Rows of whole ranges are regions without kernels", "[regions]") {
  RegionOptions options;
  options.replay = RegionReplay::app_range;
  Metrics const metrics = rows({range_row({a}, 100), range_row({a}, 120), range_row({b}, 50)});
  RegionReport const report = assemble_regions(metrics, options);
  CHECK(report.rows == RegionRows::ranges);
  CHECK(report.replay == RegionReplay::app_range);
  CHECK(region(report, {a}).inclusive.ranges == 2);
  CHECK(region(report, {a}).inclusive.total_ns == 220);
  CHECK(region(report, {a}).exclusive.total_ns == 220);
  CHECK_FALSE(region(report, {a}).inclusive.kernels);
  CHECK(region(report, {a}).kernels.empty());
  CHECK(report.aggregate().total.total_ns == 270);
  CHECK(assemble_regions(metrics).replay == RegionReplay::unknown);  // range or app-range: rows do not tell
}

TEST_CASE("A range that was measured as a whole counts once, whatever was measured inside", "[regions]") {
  RegionReport const report =
      assemble_regions(rows({range_row({a}, 100), range_row({a, b}, 30), range_row({prefill, attn}, 7)}));
  CHECK(region(report, {a}).inclusive.total_ns == 100);
  CHECK_FALSE(region(report, {a}).exclusive.total_ns);
  CHECK_FALSE(region(report, {a}).exclusive.ranges);
  CHECK(region(report, {a, b}).exclusive.total_ns == 30);
  CHECK(region(report, {prefill}).inclusive.total_ns == 7);
  CHECK(region(report, {prefill}).exclusive.ranges == 0);
  CHECK_FALSE(region(report, {prefill}).exclusive.total_ns);
  CHECK(report.aggregate().total.total_ns == 107);
}

TEST_CASE("Rows of ranges beside rows of kernels are left out, and that is said", "[regions]") {
  RegionReport const report = assemble_regions(rows({row("f", {a}, 10), range_row({a}, 100)}));
  CHECK(report.rows == RegionRows::kernels);
  CHECK(region(report, {a}).inclusive.total_ns == 10);
  CHECK(warns(report, "1 row(s) of whole ranges are left out"));
}

TEST_CASE("A replay mode that does not go with the rows is not believed", "[regions]") {
  RegionOptions options;
  options.replay = RegionReplay::range;
  RegionReport const report = assemble_regions(rows({row("f", {a}, 10)}), options);
  CHECK(report.replay == RegionReplay::kernel);
  CHECK(warns(report, "which replay mode range does not give"));
  options.replay = RegionReplay::application;
  CHECK(assemble_regions(rows({row("f", {a}, 10)}), options).replay == RegionReplay::application);
}

TEST_CASE("Averages over several launches count for all of them", "[regions]") {
  MeasuredLaunch launch =
      with(row("f", {a}, 10), {{.name = "dram__bytes_read.sum", .value = 3, .unit = "byte"}});
  launch.kind = MeasuredKind::summary;
  launch.invocations = 4;
  RegionReport const report = assemble_regions(rows({launch}));
  CHECK(region(report, {a}).inclusive.kernels == 4);
  CHECK(region(report, {a}).inclusive.total_ns == 40);
  CHECK(metric(region(report, {a}).inclusive, "dram__bytes_read.sum")->value == 12.0);
  CHECK(warns(report, "averages over several launches"));
}

TEST_CASE("One kernel is one kernel, however ncu renamed it", "[regions]") {
  RegionReport const report =
      assemble_regions(rows({row("void gemm<(int)4>(float *)", {a}, 1), row("A/gemm<4>(float *)", {b}, 2)}));
  CHECK(region(report, {a}).kernels.at(0).name == "void gemm<(int)4>(float *)");
  CHECK(region(report, {a}).kernels.at(0).canonical == "gemm<4>(float*)");
}

TEST_CASE("A report has as many regions as was asked for; the others count to those around", "[regions]") {
  RegionOptions options;
  options.max_regions = 2;
  Metrics const metrics =
      rows({row("f", {a}, 1), row("f", {a, b}, 2), row("f", {a, a1}, 4), row("f", {prefill}, 8)});
  RegionReport report = assemble_regions(metrics, options);
  CHECK(labels(report.aggregate()) == std::vector<std::string>{"A", "A/B"});
  CHECK(region(report, {a}).inclusive.total_ns == 7);
  CHECK(region(report, {a}).exclusive.total_ns == 5);
  CHECK(report.aggregate().outside.total_ns == 8);
  CHECK(warns(report, "2 row(s) are in further or deeper ranges"));
  options = {};
  options.max_depth = 1;
  report = assemble_regions(metrics, options);
  CHECK(labels(report.aggregate()) == std::vector<std::string>{"LLM@prefill", "A"});
  check_sums(report);
}

TEST_CASE("A path of a hundred thousand ranges takes no time and no stack", "[regions]") {
  RegionReport const report = assemble_regions(rows({row("f", Path(100'000, a), 1)}));
  CHECK(report.aggregate().regions.size() == 64);
  CHECK(report.aggregate().regions.back().exclusive.total_ns == 1);
}

TEST_CASE("The order of the rows changes nothing", "[regions]") {
  std::vector<MeasuredLaunch> launches{row("f", {a}, 10), row("g", {a, b}, 20), row("f", {b}, 30),
                                       row("h", {b}, 30)};
  RegionReport const one = assemble_regions(rows(launches));
  std::reverse(launches.begin(), launches.end());
  RegionReport const other = assemble_regions(rows(launches));
  REQUIRE(labels(one.aggregate()) == labels(other.aggregate()));
  for (std::size_t i = 0; i < one.aggregate().regions.size(); ++i) {
    CHECK(one.aggregate().regions[i].inclusive == other.aggregate().regions[i].inclusive);
    CHECK(one.aggregate().regions[i].kernels == other.aggregate().regions[i].kernels);
  }
}

TEST_CASE("Launches of a real engine are in its nested ranges", "[regions]") {
  RegionReport const report = assemble_regions(read_ncu_csv_file(data("raw-nested-and-start-end.csv")));
  Label const request{"LLM", "request"};
  Label const layer{"LLM", "layer"};
  // us: prefill/layer/attn 4.736 + 4.832, prefill/layer/mlp 6.528, decode_all/decode_step 4.768 + 6.464 + 4.8
  CHECK(region(report, {request}).inclusive.total_ns == 32'128);
  CHECK(region(report, {request}).exclusive.kernels == 0);
  CHECK(region(report, {request, prefill, layer}).inclusive.total_ns == 16'096);
  CHECK(region(report, {request, prefill, layer, attn}).inclusive.total_ns == 9568);
  CHECK(region(report, {request, prefill, layer, attn}).inclusive.kernels == 2);
  CHECK(region(report, {request, {"LLM", "decode_all"}, {"LLM", "decode_step"}}).inclusive.total_ns ==
        16'032);
  CHECK(report.aggregate().outside.kernels == 0);
  RegionTotals const& attention = region(report, {request, prefill, layer, attn}).inclusive;
  CHECK(metric(attention, "dram__bytes_read.sum")->value == 8'394'240.0);
  double const mean = (22.237727 * 4736 + 21.674101 * 4832) / 9568;
  CHECK(std::abs(*metric(attention, "sm__throughput.avg.pct_of_peak_sustained_elapsed")->value - mean) <
        1e-9);
  check_sums(report);
}

TEST_CASE("A real range replay has a row for each range, and so it is said", "[regions]") {
  for (auto const& [file, ns, replay] :
       {std::tuple("raw-range-replay.csv", 533'120, RegionReplay::range),
        std::tuple("raw-app-range-replay.csv", 4'149'632, RegionReplay::app_range)}) {
    CAPTURE(file);
    RegionOptions options;
    options.replay = replay;
    RegionReport const report = assemble_regions(read_ncu_csv_file(data(file)), options);
    CHECK(report.rows == RegionRows::ranges);
    CHECK(report.replay == replay);
    CHECK(labels(report.aggregate()) == std::vector<std::string>{"LLM@request", "LLM@request/LLM@prefill"});
    CHECK(region(report, {{"LLM", "request"}, prefill}).inclusive.total_ns == ns);
    CHECK(report.aggregate().total.total_ns == ns);
  }
}

TEST_CASE("A real application replay has a row for each kernel, a graph measured whole one for each launch",
          "[regions]") {
  RegionReport const kernels = assemble_regions(read_ncu_csv_file(data("raw-application-replay.csv")), {});
  Label const request{"LLM", "request"};
  Label const layer{"LLM", "layer"};
  CHECK(kernels.rows == RegionRows::kernels);
  CHECK(region(kernels, {request, prefill, layer, attn}).inclusive.total_ns == 19'360);
  CHECK(region(kernels, {request, prefill, layer, {"LLM", "mlp"}}).inclusive.total_ns == 6'496);
  CHECK(region(kernels, {request, prefill}).inclusive.kernels == 5);
  RegionReport const graphs = assemble_regions(read_ncu_csv_file(data("raw-graph-profiling.csv")), {});
  CHECK(region(graphs, {{"LLM", "decode_all"}, {"LLM", "decode_step"}}).inclusive.total_ns ==
        1'304'960 + 880'896);
}

TEST_CASE("Units of the file make no difference", "[regions]") {
  RegionReport const one = assemble_regions(read_ncu_csv_file(data("raw-auto-units.csv")));
  RegionReport const other = assemble_regions(read_ncu_csv_file(data("raw-base-units.csv")));
  REQUIRE(labels(one.aggregate()) == labels(other.aggregate()));
  CHECK(region(one, {prefill}).inclusive.kernels == region(other, {prefill}).inclusive.kernels);
  CHECK(region(one, {prefill}).inclusive.total_ns.value() > 0);
}

TEST_CASE("A real file without ranges says how to get them", "[regions]") {
  Metrics metrics = read_ncu_csv_file(data("raw-auto-units.csv"));
  for (MeasuredLaunch& launch : metrics.launches) launch.path.clear();
  CHECK_THROWS_WITH(assemble_regions(metrics), ContainsSubstring("--nvtx"));
}
