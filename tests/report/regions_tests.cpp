// SPDX-License-Identifier: MIT
#include "llmprof/report/regions.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <limits>

#include "llmprof/analyze/regions.hpp"
#include "llmprof/parse/ncu_csv.hpp"
#include "llmprof/report/schemas.hpp"
#include "support/golden.hpp"
#include "support/json_schema.hpp"
#include "support/region_rows.hpp"

using namespace llmprof;
using namespace region_rows;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;

namespace {

/// Two processes on two devices; nested and start/end ranges, a name that Markdown would take for markup, a
/// kernel without a time, launches outside.
RegionReport sample_report() {
  auto const measured = [](MeasuredLaunch launch, double bytes, double share) {
    launch.metrics.add({.name = "dram__bytes_read.sum", .value = bytes, .unit = "Mbyte"});
    launch.metrics.add(
        {.name = "sm__throughput.avg.pct_of_peak_sustained_elapsed", .value = share, .unit = "%"});
    launch.metrics.add({.name = "launch__registers_per_thread", .value = 32, .unit = "register/thread"});
    return launch;
  };
  Label const odd{"", "a|b_*c*/d"};
  MeasuredLaunch other = row("softmax", {{"LLM", "decode_step"}}, 2'000'000);
  other.pid = 43;
  other.device = "1";
  other.start_end = {{"LLM", "request"}};
  Metrics metrics =
      rows({measured(row("gemm<float, 128>", {prefill}, 1'000'000), 2, 10),
            measured(row("attention", {prefill, attn}, 3'000'000), 6, 50), measured(other, 1, 25),
            measured(row("copy", {odd}, std::nullopt), 1, 1), measured(row("copy", {}, 500'000), 4, 5)});
  metrics.diagnostics = {{Severity::warning, "an odd row", "raw.csv", 9}};
  RegionOptions options;
  options.selection.exclude = {"regex:^nothing$"};
  return assemble_regions(metrics, options);
}

RegionReport range_report() {
  RegionOptions options;
  options.replay = RegionReplay::range;
  return assemble_regions(rows({range_row({prefill}, 5000), range_row({prefill, attn}, 3000)}), options);
}

std::string first(std::vector<std::string> const& errors) { return errors.empty() ? "" : errors.front(); }

json::value parsed(std::string const& text) { return json::parse(text); }

}  // namespace

TEST_CASE("report.md of regions shows what was measured", "[regions]") {
  check_golden(regions_markdown(sample_report()), "report/regions.md");
}

TEST_CASE("report.json of regions is as it was", "[regions]") {
  check_golden(regions_json(sample_report()), "report/regions.json");
}

TEST_CASE("Whole ranges have a report, too", "[regions]") {
  check_golden(regions_markdown(range_report()), "report/regions_of_range_replay.md");
}

TEST_CASE("report.json of regions keeps to its schema", "[regions]") {
  REQUIRE(schema_text("regions"));
  JsonSchema const schema(*schema_text("regions"));
  CHECK(first(schema.errors(parsed(regions_json(sample_report())))).empty());
  CHECK(first(schema.errors(parsed(regions_json(range_report())))).empty());
  std::string const real = std::string(LLMPROF_TEST_DATA) + "/ncu-2025.3-h200/raw-nested-and-start-end.csv";
  CHECK(first(schema.errors(parsed(regions_json(assemble_regions(read_ncu_csv_file(real)))))).empty());
  auto const infinite = std::numeric_limits<double>::max();
  MeasuredLaunch launch = row("f", {a}, 1);
  launch.metrics.add({.name = "dram__bytes_read.sum", .value = infinite, .unit = "byte"});
  CHECK(first(schema.errors(parsed(regions_json(assemble_regions(rows({launch, launch})))))).empty());
}

TEST_CASE("The schema finds what is wrong", "[regions]") {
  JsonSchema const schema(*schema_text("regions"));
  auto document = parsed(regions_json(sample_report()));
  auto& top = document.as_object();
  auto& region = top.at("scopes").as_array()[0].as_object().at("regions").as_array()[0].as_object();
  SECTION("a key that is not in it") { region["total_ms"] = 1.5; }
  SECTION("a key that is missing") { region.erase("depth"); }
  SECTION("a wrong type") { region["depth"] = "0"; }
  SECTION("a fraction for an integer") { region["depth"] = 0.5; }
  SECTION("a word that is not allowed") { top["replay"] = "some"; }
  SECTION("another schema") { top["schema"] = "llmprof.regions/2"; }
  CHECK(schema.errors(document).size() == 1);
}

TEST_CASE("The schema in the library is the file in the documentation", "[regions]") {
  CHECK(schema_text("regions") ==
        get_file(std::string(LLMPROF_TEST_DATA) + "/../../docs/schemas/regions.schema.json"));
  CHECK(schema_names() == std::vector<std::string_view>{"regions"});
  CHECK_FALSE(schema_text("nothing"));
}

TEST_CASE("region.json has the region in every scope that has it", "[regions]") {
  RegionReport const report = sample_report();
  auto const document = parsed(region_json(report, {{"LLM", "request"}, {"LLM", "decode_step"}}));
  CHECK(document.at("schema") == "llmprof.region/1");
  auto const& scopes = document.at("scopes").as_array();
  REQUIRE(scopes.size() == 3);
  CHECK(scopes[0].at("scope") == "aggregate");
  CHECK(scopes[1].at("scope") == "process:43");
  CHECK(scopes[2].at("scope") == "device:1");
  CHECK(scopes[2].at("region").at("inclusive").at("total_ns") == 2'000'000);
}

TEST_CASE("kernels.csv of a region quotes names", "[regions]") {
  RegionReport const report = sample_report();
  CHECK(region_kernels_csv(*report.aggregate().find({prefill})) ==
        "name,canonical,calls,total_ns,mean_ns\r\n"
        "attention,attention,1,3000000,3000000\r\n"
        "\"gemm<float, 128>\",\"gemm<float,128>\",1,1000000,1000000\r\n");
  CHECK(region_kernels_csv(*range_report().aggregate().find({prefill})) ==
        "name,canonical,calls,total_ns,mean_ns\r\n");
}

TEST_CASE("region.md shows kernels and metrics with their rules", "[regions]") {
  RegionReport const report = sample_report();
  check_golden(region_markdown(report, *report.aggregate().find({prefill})), "report/region.md");
}
