// SPDX-License-Identifier: MIT
#include "llmprof/parse/ncu_json.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "llmprof/error.hpp"
#include "llmprof/parse/input.hpp"
#include "llmprof/parse/ncu_csv.hpp"
#include "llmprof/report/json.hpp"
#include "support/says.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using llmprof::tests::says;

namespace {

/// A raw page as csv.DictReader and json.dump make it: the row of units is the first object.
constexpr char const* rows_of_raw_page = R"json([
 {"ID": "", "Process ID": "", "Kernel Name": "", "Grid Size": "", "gpu__time_duration.sum": "us", "dram__bytes_read.sum": "Mbyte"},
 {"ID": "0", "Process ID": "7", "Kernel Name": "gemm<float, 4>(int)",
                     "Grid Size" : "(8, 4, 1)",
                     "gpu__time_duration.sum" : "12.5",
                     "dram__bytes_read.sum" : "1,234.5"
},
 {"ID": "1", "Process ID": "7", "Kernel Name": "copy", "Grid Size": "(1, 1, 1)",
  "gpu__time_duration.sum": "2.25", "dram__bytes_read.sum": "n/a"}
])json";

}  // namespace

TEST_CASE("Rows of the raw page keep their units") {
  Metrics const metrics = read_ncu_json(rows_of_raw_page, "rows.json");
  REQUIRE(metrics.launches.size() == 2);
  MeasuredLaunch const& first = metrics.launches[0];
  CHECK(first.kernel == "gemm<float, 4>(int)");
  CHECK(first.pid == 7);
  CHECK(first.grid == std::array<std::int64_t, 3>{8, 4, 1});
  CHECK(first.duration_ns == 12'500);
  CHECK(first.find("dram__bytes_read.sum")->value == 1234.5);
  CHECK(first.find("dram__bytes_read.sum")->unit == "Mbyte");
  CHECK(metrics.launches[1].duration_ns == 2'250);
  CHECK_FALSE(metrics.launches[1].find("dram__bytes_read.sum")->value.has_value());
}

TEST_CASE("Rows of the details page come together by launch") {
  Metrics const metrics = read_ncu_json(R"([
    {"ID":3,"Process ID":7,"Kernel Name":"k","Section Name":"GPU Speed Of Light Throughput","Metric Name":"Duration","Metric Unit":"us","Metric Value":"1.50"},
    {"ID":3,"Process ID":7,"Kernel Name":"k","Section Name":"Occupancy","Metric Name":"Achieved Occupancy","Metric Unit":"%","Metric Value":61.5},
    {"ID":4,"Process ID":7,"Kernel Name":"k","Section Name":"Occupancy","Metric Name":"Achieved Occupancy","Metric Unit":"%","Metric Value":null}])");
  REQUIRE(metrics.launches.size() == 2);
  CHECK(metrics.launches[0].duration_ns == 1500);
  CHECK(metrics.launches[0].metrics.size() == 2);
  CHECK(metrics.launches[0].find("Achieved Occupancy")->section == "Occupancy");
  CHECK(metrics.launches[0].find("Achieved Occupancy")->value == 61.5);
  CHECK_FALSE(metrics.launches[1].find("Achieved Occupancy")->value.has_value());
}

TEST_CASE("What scripts around ncu_report write is read, in any spelling and nesting") {
  auto const text = GENERATE(
      as<std::string>{},
      R"([{"kernel_name":"k","grid":[2,1,1],"metrics":{"gpu__time_duration.sum":{"value":1500,"unit":"ns"}}}])",
      R"({"name":"k","gridSize":[2,1,1],"gpu__time_duration.sum [us]":1.5})",
      R"json({"tool":"mine","kernels":[{"Function Name":"k","Grid":"2, 1, 1","Duration (us)":"1.5"}]
})",
                             R"({"results":[{"kernel":"k","grid":[2,1,1],"metrics":[{"name":"gpu__time_duration.sum","value":1.5,"unit":"us"}]}]})json");
  INFO(text);
  CHECK(detect(text) == InputKind::ncu_json);
  Metrics const metrics = read_ncu_json(text);
  REQUIRE(metrics.launches.size() == 1);
  CHECK(metrics.launches[0].kernel == "k");
  CHECK(metrics.launches[0].duration_ns == 1500);
  CHECK(metrics.launches[0].grid == std::array<std::int64_t, 3>{2, 1, 1});
}

TEST_CASE("A duration without a unit is unknown, not nanoseconds") {
  Metrics const metrics = read_ncu_json(R"([{"Kernel Name":"k","gpu__time_duration.sum":12.5}])", "x.json");
  REQUIRE(metrics.launches.size() == 1);
  CHECK_FALSE(metrics.launches[0].duration_ns.has_value());
  CHECK(metrics.launches[0].find("gpu__time_duration.sum")->value == 12.5);
  CHECK(says(metrics, "without a unit of time"));
}

TEST_CASE("metrics.json comes back as it was written") {
  std::string const data = LLMPROF_TEST_DATA;
  auto const file = GENERATE(as<std::string>{}, "raw-nested-and-start-end.csv", "details-auto-units.csv",
                             "summary-per-kernel.csv", "raw-auto-units.csv");
  Metrics const metrics = read_ncu_csv(get_file(data + "/ncu-2025.3-h200/" + file), file);
  std::string const text = metrics_json(metrics);
  CHECK(detect(text.substr(0, 65536)) == InputKind::ncu_json);
  Metrics back = read_ncu_json(text, file);
  back.diagnostics = metrics.diagnostics;  // those of the table are said once
  CHECK(metrics_json(back) == text);
}

TEST_CASE("Whole ranges stay ranges") {
  Metrics const metrics = read_ncu_json(
      R"({"schema":"llmprof.metrics/1","launches":[{"id":0,"pid":1,"kind":"range","kernel":"range","path":["LLM@a\\/b"],"duration_ns":7,"metrics":[]}]})");
  REQUIRE(metrics.launches.size() == 1);
  CHECK(metrics.launches[0].kind == MeasuredKind::range);
  CHECK(metrics.launches[0].path == std::vector<Label>{{"LLM", "a/b"}});
  CHECK(metrics.launches[0].duration_ns == 7);
}

TEST_CASE("Bare words and a text that ends early cost no more than they must") {
  Metrics const metrics = read_ncu_json(
      R"([{"Kernel Name":"a","sm__x.avg":NaN},{"Kernel Name":"b","sm__x.avg":1},{"Kernel Name":"c","sm__)",
      "cut.json");
  REQUIRE(metrics.launches.size() == 2);
  CHECK_FALSE(metrics.launches[0].find("sm__x.avg")->value.has_value());
  CHECK(says(metrics, "the JSON breaks at byte"));
}

TEST_CASE("JSON without a kernel is refused with the reason") {
  auto const& [text, message] = GENERATE(table<std::string, std::string>({
      {R"([])", "no object in it names a kernel"},
      {R"([{"gpu__time_duration.sum":1}])", "no object in it names a kernel"},
      {R"([1,[2]])", "no object in it names a kernel"},
      {R"([{"Kernel Name":)", "the JSON breaks at byte"},
      {R"({"schema":"llmprof.metrics/2","launches":[]})", "written by a newer llmprof"},
  }));
  CHECK_THROWS_WITH(read_ncu_json(text, "x.json"), ContainsSubstring(message) && ContainsSubstring("x.json"));
}

TEST_CASE("What is no object among the rows is counted") {
  Metrics const metrics = read_ncu_json(R"([7,{"Kernel Name":"k","sm__x.avg":1},{"sm__x.avg":1,"ID":3}])");
  CHECK(metrics.launches.size() == 1);
  CHECK(says(metrics, "2 elements left out; the first, row 1, is a value"));
}
