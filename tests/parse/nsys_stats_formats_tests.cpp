// SPDX-License-Identifier: MIT
// The same tables in the other formats of `nsys stats`.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "llmprof/error.hpp"
#include "llmprof/parse/nsys_stats.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

std::string const preamble =
    "Processing [run.sqlite] with [/opt/reports/cuda_gpu_kern_sum.py]... \n\n"
    " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n";
std::string const column =
    " Time (%)  Total Time (ns)  Instances  Avg (ns)             Name           \n"
    " --------  ---------------  ---------  --------  --------------------------\n"
    "     75.0        3,000,000      1,500   2,000.0  void gemm<float, 128>(int)\n"
    "     25.0        1,000,000          1      1e+6  softmax                   \n";
std::string const boxed =
    "+----------+-----------------+-----------+----------+----------------------------+\n"
    "| Time (%) | Total Time (ns) | Instances | Avg (ns) |            Name            |\n"
    "+----------+-----------------+-----------+----------+----------------------------+\n"
    "|     75.0 |         3000000 |      1500 |   2000.0 | void gemm<float, 128>(int) |\n"
    "|     25.0 |         1000000 |         1 |     1e+6 | softmax                    |\n"
    "+----------+-----------------+-----------+----------+----------------------------+\n";
std::string const tsv =
    "Time (%)\tTotal Time (ns)\tInstances\tAvg (ns)\tName\n"
    "75.0\t3000000\t1500\t2000.0\tvoid gemm<float, 128>(int)\n"
    "25.0\t1000000\t1\t1000000.0\tsoftmax\n";
std::string const json =
    "[\n  {\n    \"Time (%)\": 75.0,\n    \"Total Time (ns)\": 3000000,\n    \"Instances\": 1500,\n"
    "    \"Avg (ns)\": 2000.0,\n    \"Name\": \"void gemm<float, 128>(int)\"\n  },\n"
    "  {\n    \"Time (%)\": 25.0,\n    \"Total Time (ns)\": 1000000,\n    \"Instances\": 1,\n"
    "    \"Avg (ns)\": null,\n    \"Name\": \"softmax\"\n  }\n]\n";

/// Every second line is empty, as some terminals leave it.
std::string with_empty_lines(std::string const& text) {
  std::string out;
  for (char const c : text) out.append(c == '\n' ? 2 : 1, c);
  return out;
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("A kernel table is the same in every format", "[nsys_stats]") {
  auto const text = GENERATE_COPY(
      as<std::string>(), preamble + column, column, preamble + boxed, boxed, preamble + tsv, tsv,
      preamble + json, json, with_empty_lines(column), column + "\n" + preamble,
      "  \n my engine says --- hello\n" + preamble + column + "\nGenerated:\n    /tmp/a.sqlite\n");
  CAPTURE(text);
  StatsTables const tables = read_nsys_stats(text, "f.txt");
  REQUIRE(tables.kernels.size() == 1);
  CHECK(tables.kernels[0].report == "cuda_gpu_kern_sum");
  CHECK(tables.diagnostics.empty());
  auto const& kernels = tables.kernels[0].kernels;
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].name == "void gemm<float, 128>(int)");
  CHECK(kernels[0].calls == 1500);
  CHECK(kernels[0].total_ns == 3000000);
  CHECK(kernels[0].mean_ns == 2000);
  CHECK(kernels[1].name == "softmax");
  CHECK(kernels[1].total_ns == 1000000);
}

TEST_CASE("A text table of another locale has its own marks", "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(
      " Time(%)    Total Time    Instances    Average     Name\n"
      " -------  --------------  ---------  ------------  ----\n"
      "    32,0  13.508.755.722      2.929  4.612.070,00  a   \n"
      "     1,5           1.500          3         500,0  b   \n");
  REQUIRE(tables.kernels.size() == 1);
  auto const& kernels = tables.kernels[0].kernels;
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].total_ns == 13508755722);
  CHECK(kernels[0].calls == 2929);
  CHECK(kernels[0].mean_ns == 4612070);
  CHECK(kernels[1].total_ns == 1500);
  CHECK(tables.diagnostics.empty());
}

TEST_CASE("Text tables are cut by characters, not by bytes", "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(
      "  Range    Style    Total Time (ns)  Instances\n"
      " -------  --------  ---------------  ---------\n"
      " sch\xC3\xB6n:a  PushPop             1,000          2\n");
  REQUIRE(tables.ranges.size() == 1);
  REQUIRE(tables.ranges[0].ranges.size() == 1);
  CHECK(tables.ranges[0].ranges[0].label == Label{"sch\xC3\xB6n", "a"});
  CHECK(tables.ranges[0].ranges[0].wall_ns == 1000);
}

TEST_CASE("What nsys clipped is said", "[nsys_stats]") {
  StatsTables const names = read_nsys_stats(replaced(column, "128>(int)", "128>(in\xE2\x80\xA6"), "f.txt");
  REQUIRE(names.diagnostics.size() == 1);
  CHECK(names.diagnostics[0].severity == Severity::warning);
  CHECK(names.diagnostics[0].line == 3);
  CHECK_THAT(names.diagnostics[0].text, ContainsSubstring("1 name clipped") && ContainsSubstring("gemm"));
  // a clipped number is no number
  StatsTables const numbers =
      read_nsys_stats(replaced(column, "      3,000,000", "3,000,000,000,\xE2\x80\xA6"));
  REQUIRE(numbers.kernels[0].kernels.size() == 1);
  REQUIRE(numbers.diagnostics.size() == 1);
  CHECK_THAT(numbers.diagnostics[0].text, ContainsSubstring("1 row left out; the first: column 'Total Time"));
}

TEST_CASE("A line that does not fit the columns is left out and counted", "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(
      replaced(column, "     25.0  ", "a line that somebody else printed\n     25.0  "), "f.txt");
  CHECK(tables.kernels[0].kernels.size() == 2);
  REQUIRE(tables.diagnostics.size() == 1);
  CHECK(tables.diagnostics[0].line == 4);
  CHECK_THAT(tables.diagnostics[0].text, ContainsSubstring("1 row left out"));
}

TEST_CASE("A report without rows is no data in every format", "[nsys_stats]") {
  std::string const said = "Processing [a.sqlite] with [/r/nvtx_sum.py]... \n";
  auto const text = GENERATE_COPY(as<std::string>(), said, said + "[\n]\n", said + "+--+\n\n",
                                  said +
                                      "\n ** NVTX Range Summary (nvtx_sum):\n\n"
                                      "Report was successfully run, but no data was returned.\n");
  CHECK_THROWS_MATCHES(
      read_nsys_stats(text, "f.txt"), NoData,
      MessageMatches(ContainsSubstring("f.txt: nsys ran the report nvtx_sum, which has no rows")));
}

TEST_CASE("JSON that is cut off is an error with the line", "[nsys_stats]") {
  CHECK_THROWS_MATCHES(read_nsys_stats(preamble + json.substr(0, json.size() - 8), "f.json"), ParseError,
                       MessageMatches(ContainsSubstring("f.json:") && ContainsSubstring("JSON")));
  CHECK_THROWS_AS(read_nsys_stats("[\n 1,\n 2\n]\n"), ParseError);
}
