// SPDX-License-Identifier: MIT
#include "llmprof/parse/nsys_stats.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>
#include <utility>

#include "llmprof/error.hpp"

using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using llmprof::KernelRecord;
using llmprof::KernelTable;
using llmprof::NoData;
using llmprof::ParseError;
using llmprof::read_nsys_stats;
using llmprof::StatsTables;

namespace {

std::string const header =
    "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n";
std::string const two_rows =
    "75.0,3000,3,1000.0,900.0,800,1300,264.6,\"void gemm<float, 128>(T1::Params)\"\n"
    "25.0,1000,1,1000.0,1000.0,1000,1000,0.0,softmax\n";
std::string const preamble =
    "NOTICE: Existing SQLite export found: run.sqlite\n"
    "Generating SQLite file run.sqlite from run.nsys-rep\n"
    "Processing [run.sqlite] with [/opt/reports/cuda_gpu_kern_sum.py]... \n";

/// The one kernel table that a text has.
KernelTable read_kernels(std::string_view text, std::string source = "<text>") {
  StatsTables tables = read_nsys_stats(text, std::move(source));
  KernelTable table;
  table.source = tables.source;
  table.diagnostics = tables.diagnostics;
  if (!tables.kernels.empty()) table.kernels = std::move(tables.kernels.front().kernels);
  finish(table);
  return table;
}

}  // namespace

TEST_CASE("A kernel table is read as it is", "[nsys_stats]") {
  KernelTable const table = read_kernels(header + two_rows, "kern.csv");
  CHECK(table.source == "kern.csv");
  CHECK(table.calls == 4);
  CHECK(table.total_ns == 4000);
  CHECK(table.diagnostics.empty());
  REQUIRE(table.kernels.size() == 2);
  CHECK(table.kernels[0] == KernelRecord{.name = "void gemm<float, 128>(T1::Params)",
                                         .device = "",
                                         .calls = 3,
                                         .total_ns = 3000,
                                         .mean_ns = 1000.0,
                                         .min_ns = 800,
                                         .median_ns = 900.0,
                                         .max_ns = 1300,
                                         .stddev_ns = 264.6});
  CHECK(table.kernels[1].name == "softmax");
  CHECK_FALSE(table.kernels[1].stddev_ns);  // of one call
}

TEST_CASE("Tables of 2020 and 2021 have other titles", "[nsys_stats]") {
  KernelTable const table = read_kernels(
      "Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,Name\n60.0,600,2,300.0,200,400,a\n");
  REQUIRE(table.kernels.size() == 1);
  CHECK(table.kernels[0].total_ns == 600);
  CHECK(table.kernels[0].mean_ns == 300.0);
  CHECK(table.kernels[0].min_ns == 200);
  CHECK(table.kernels[0].max_ns == 400);
  CHECK_FALSE(table.kernels[0].median_ns);
}

TEST_CASE("Times follow the unit in the title", "[nsys_stats]") {
  auto const [title, cell, want] = GENERATE(table<std::string, std::string, std::int64_t>({
      {"Total Time (ns)", "1500", 1500},
      {"Total Time", "1500", 1500},
      {"Total Time (us)", "1.5", 1500},
      {"Total Time (usec)", "1.5", 1500},
      {"Total Time (ms)", "1.5", 1500000},
      {"Total Time (s)", "0.0015", 1500000},
      {"Total Time(ns)", "1500", 1500},
      {" Total Time (ns) ", "1500", 1500},
      {"Total Time (ns)", "\"1,500\"", 1500},
  }));
  CAPTURE(title, cell);
  CHECK(read_kernels("Instances," + title + ",Name\n1," + cell + ",k\n").total_ns == want);
}

TEST_CASE("Columns may come in any order, with others between", "[nsys_stats]") {
  KernelTable const table = read_kernels("Name,Instances,Colour,Total Time (ns)\n\"k<1, 2>\",4,red,8\n");
  CHECK(table.calls == 4);
  CHECK(table.total_ns == 8);
  CHECK(table.kernels.at(0).mean_ns == 2.0);
}

TEST_CASE("What nsys prints around the table is stepped over", "[nsys_stats]") {
  auto const text = GENERATE_COPY(as<std::string>(), preamble + header + two_rows,
                                  preamble + "\n" + header + two_rows + "\n", header + two_rows + preamble,
                                  header + two_rows + "\n\n" + preamble +
                                      "SKIPPED: run.sqlite does not contain NV Tools "
                                      "Extension (NVTX) data.\n",
                                  "my app says, hello, \"you\n" + header + two_rows);
  CAPTURE(text);
  KernelTable const table = read_kernels(text);
  CHECK(table.calls == 4);
  CHECK(table.total_ns == 4000);
}

TEST_CASE("Encodings and line ends do not matter", "[nsys_stats]") {
  std::string crlf = "\xEF\xBB\xBF";
  std::string utf16 = "\xFF\xFE";
  for (char const c : header + two_rows) {
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
    utf16 += c;
    utf16 += '\0';
  }
  CHECK(read_kernels(crlf).total_ns == 4000);
  CHECK(read_kernels(utf16).total_ns == 4000);
}

TEST_CASE("Of several reports in one file the kernel table is read", "[nsys_stats]") {
  std::string const api =
      "Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n90.0,900,9,100.0,cudaLaunchKernel\n";
  KernelTable const table = read_kernels(preamble + api + "\n" + preamble + header + two_rows, "all.csv");
  CHECK(table.total_ns == 4000);
  REQUIRE(table.diagnostics.size() == 1);
  CHECK(table.diagnostics[0].severity == llmprof::Severity::note);
  CHECK(table.diagnostics[0].line == 4);
  CHECK_THAT(table.diagnostics[0].text, ContainsSubstring("cuda_api_sum"));
}

TEST_CASE("A second kernel table is not added, and said", "[nsys_stats]") {
  KernelTable const table = read_kernels(header + two_rows + "\n" + header + two_rows);
  CHECK(table.total_ns == 4000);
  REQUIRE(table.diagnostics.size() == 1);
  CHECK(table.diagnostics[0].severity == llmprof::Severity::warning);
  CHECK(table.diagnostics[0].line == 5);
}

TEST_CASE("Rows of one kernel with several grids become one record", "[nsys_stats]") {
  // Durations 1, 2, 3 (mean 2, stddev 1) and 5, 7 (mean 6, stddev sqrt 2): together mean 3.6,
  // stddev 2.408319.
  KernelTable const table = read_kernels(
      "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev "
      "(ns),GridXYZ,BlockXYZ,Name\n"
      "66.7,12,2,6.0,6.0,5,7,1.414213562,\"   8    1    1\",\" 128    1    1\",k\n"
      "33.3,6,3,2.0,2.0,1,3,1.0,\"   4    1    1\",\" 128    1    1\",k\n");
  REQUIRE(table.kernels.size() == 1);
  KernelRecord const& kernel = table.kernels[0];
  CHECK(kernel.calls == 5);
  CHECK(kernel.total_ns == 18);
  CHECK(kernel.mean_ns == Approx(3.6));
  CHECK(kernel.min_ns == 1);
  CHECK(kernel.max_ns == 7);
  CHECK_FALSE(kernel.median_ns);
  CHECK(kernel.stddev_ns.value_or(0) == Approx(2.408319));
  CHECK(table.diagnostics.size() == 1);
}

TEST_CASE("Rows of one kernel that add up to more than fits are an error with the line", "[nsys_stats]") {
  std::string const columns = "Instances,Total Time (ns),Name\n";
  CHECK_THROWS_MATCHES(read_kernels(columns + "1,8e18,k\n1,8e18,k\n", "f.csv"), ParseError,
                       MessageMatches(ContainsSubstring("f.csv:3: durations add up to more than 292 years")));
  std::string const most = "9000000000000000000,1,";
  CHECK_THROWS_MATCHES(read_kernels(columns + most + "k\n" + most + "k\n" + most + "k\n", "f.csv"),
                       ParseError, MessageMatches(ContainsSubstring("f.csv:4: calls add up to more")));
  // of three kernels
  CHECK_THROWS_AS(read_kernels(columns + most + "a\n" + most + "b\n" + most + "c\n"), llmprof::Error);
}

TEST_CASE("An unknown total makes the total of the table unknown", "[nsys_stats]") {
  KernelTable const table = read_kernels("Instances,Total Time (ns),Name\n2,,a\n1,5,b\n");
  CHECK(table.calls == 3);
  CHECK_FALSE(table.total_ns);
  CHECK(table.kernels[0].name == "b");
}

TEST_CASE("Rows with another number of cells are left out and counted", "[nsys_stats]") {
  KernelTable const table = read_kernels("Instances,Total Time (ns),Name\n1,5,a, b\nnoise\n2,6,c\n");
  CHECK(table.calls == 2);
  REQUIRE(table.diagnostics.size() == 1);
  CHECK(table.diagnostics[0].line == 2);
  CHECK_THAT(table.diagnostics[0].text,
             ContainsSubstring("2 rows left out; the first: its number of cells is 4, that of the header 3"));
}

TEST_CASE("A missing column is named, with those that are there", "[nsys_stats]") {
  auto const [text, column] = GENERATE(table<std::string, std::string>({
      {"Time (%),Total Time (ns),Avg (ns),Name\n", "'Instances'"},
      {"Time (%),Instances,Avg (ns),Name\n", "'Total Time (ns)'"},
  }));
  CAPTURE(text);
  CHECK_THROWS_MATCHES(
      read_kernels(text, "f.csv"), ParseError,
      MessageMatches(ContainsSubstring("f.csv:1: ") && ContainsSubstring("no column " + column) &&
                     ContainsSubstring("Avg (ns)")));
}

TEST_CASE("A row with a cell that is not what it must be is left out, with its line", "[nsys_stats]") {
  auto const row = GENERATE(as<std::string>(),
                            "x,5,a",                     // calls are no number
                            "1.5,5,a",                   // half a call
                            "0,5,a",                     // no call
                            "-1,5,a",                    // fewer than none
                            ",5,a",                      // calls unknown
                            "1,five,a",                  // time is no number
                            "1,-5,a",                    // negative time
                            "1,99999999999999999999,a",  // too large
                            "1,\"1,50\",a"               // a group of two digits
  );
  CAPTURE(row);
  std::string const columns = "Instances,Total Time (ns),Name\n";
  KernelTable const table = read_kernels(columns + "2,6,ok\n" + row + "\n3,9,also\n", "f.csv");
  CHECK(table.calls == 5);
  CHECK(table.total_ns == 15);
  REQUIRE(table.diagnostics.size() == 1);
  CHECK(table.diagnostics[0].severity == llmprof::Severity::warning);
  CHECK(table.diagnostics[0].source == "f.csv");
  CHECK(table.diagnostics[0].line == 3);
  CHECK_THAT(table.diagnostics[0].text, ContainsSubstring("1 row left out; the first: column '"));
  // where no row is left, that is an error
  CHECK_THROWS_MATCHES(read_kernels(columns + row + "\n", "f.csv"), ParseError,
                       MessageMatches(ContainsSubstring("f.csv:2: no row") && ContainsSubstring("column '")));
}

TEST_CASE("Odd rows of all kinds share one warning", "[nsys_stats]") {
  KernelTable const table = read_kernels("Instances,Total Time (ns),Name\n1,5,a\n1,?,b\n1,2\n2,6,c\n");
  CHECK(table.calls == 3);
  REQUIRE(table.diagnostics.size() == 1);
  CHECK(table.diagnostics[0].line == 3);
  CHECK_THAT(table.diagnostics[0].text, ContainsSubstring("2 rows left out") && ContainsSubstring("'?'"));
}

TEST_CASE("A table goes on behind empty lines and messages", "[nsys_stats]") {
  auto const gap =
      GENERATE(as<std::string>(), "\n", "\r\n", " \n\n", "NOTICE: more to come\n", "\n" + preamble);
  CAPTURE(gap);
  std::string const more = "1.0,500,2,250.0,250.0,200,300,70.7,\"copy<int,\n4>\"\n";
  KernelTable const table = read_kernels(header + two_rows + gap + more + gap);
  CHECK(table.calls == 6);
  CHECK(table.total_ns == 4500);
  CHECK(table.diagnostics.empty());
}

TEST_CASE("An odd row behind an empty line is still one of the table", "[nsys_stats]") {
  KernelTable const table = read_kernels("Instances,Total Time (ns),Name\n1,5,a\n\nx,5,b\n2,6,c\n");
  CHECK(table.calls == 3);
  REQUIRE(table.diagnostics.size() == 1);
  CHECK(table.diagnostics[0].line == 4);
}

TEST_CASE("Lines behind the table that look like rows are reported", "[nsys_stats]") {
  auto const [between, line] = GENERATE(table<std::string, std::uint64_t>({
      {"\nThe end, my \"friend\n", 6},  // prose with a quote that stays open
      {"\nColour,Time,Size\n", 6},      // a table of something else
      {"\nA,B,C,D,E,F,G,H,I\n", 6},     // as wide
      {"\n1,2,3\n", 5},                 // as it is, one more
  }));
  CAPTURE(between);
  KernelTable const table = read_kernels(header + two_rows + between + two_rows + "bye, bye, all\n");
  CHECK(table.calls == 4);
  REQUIRE(table.diagnostics.size() == 1);
  CHECK(table.diagnostics[0].severity == llmprof::Severity::warning);
  CHECK(table.diagnostics[0].line == line);
  CHECK_THAT(table.diagnostics[0].text, ContainsSubstring(line == 6 ? "2 lines behind" : "3 lines behind"));
}

TEST_CASE("Rows of another width behind a header are no table without kernels", "[nsys_stats]") {
  CHECK_THROWS_MATCHES(
      read_kernels(header + "\n1,2,3\n", "f.csv"), ParseError,
      MessageMatches(ContainsSubstring("f.csv:3: no row of the report cuda_gpu_kern_sum can be read")));
}

TEST_CASE("A unit that is none of time is refused", "[nsys_stats]") {
  CHECK_THROWS_MATCHES(read_kernels("Instances,Total Time (MB),Name\n1,5,a\n"), ParseError,
                       MessageMatches(ContainsSubstring("Total Time (MB)")));
}

TEST_CASE("A file that is cut off is an error with its line", "[nsys_stats]") {
  // inside a quoted name
  CHECK_THROWS_MATCHES(
      read_kernels(header + "75.0,3000,3,1000.0,900.0,800,1300,264.6,\"void gemm<flo", "f.csv"), ParseError,
      MessageMatches(ContainsSubstring("f.csv:2: ")));
  // the same behind an empty line
  CHECK_THROWS_MATCHES(
      read_kernels(header + two_rows + "\n75.0,3000,3,1000.0,900.0,800,1300,264.6,\"void gem", "f.csv"),
      ParseError, MessageMatches(ContainsSubstring("f.csv:5: ")));
  // between two cells
  CHECK_THROWS_MATCHES(read_kernels(header + two_rows + "75.0,3000,3", "f.csv"), ParseError,
                       MessageMatches(ContainsSubstring("f.csv:4: the last row has only 3 of 9 cells")));
}

TEST_CASE("No kernels is no data, with the reason", "[nsys_stats]") {
  // nsys said so
  CHECK_THROWS_MATCHES(
      read_kernels(preamble + "SKIPPED: run.sqlite does not contain CUDA kernel data.\n", "f.csv"), NoData,
      MessageMatches(ContainsSubstring("f.csv:4: ") &&
                     ContainsSubstring("does not contain CUDA kernel data")));
  // several tables are missing: that of kernels matters
  CHECK_THROWS_MATCHES(read_kernels("  SKIPPED: r.sqlite does not contain CUDA trace data.\n"
                                    "  SKIPPED: r.sqlite does not contain CUDA kernel data.\n"),
                       NoData,
                       MessageMatches(ContainsSubstring("'SKIPPED: r.sqlite does not contain CUDA kernel")));
  // a table without rows
  CHECK_THROWS_MATCHES(read_kernels(header), NoData, MessageMatches(ContainsSubstring("no rows")));
  // an empty trace
  CHECK_THROWS_MATCHES(read_kernels("Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,Device,Strm,Name\n"),
                       NoData, MessageMatches(ContainsSubstring("cuda_gpu_trace is empty")));
}

TEST_CASE("Other reports are refused by name", "[nsys_stats]") {
  auto const [titles, report] = GENERATE(table<std::string, std::string>({
      {"Time (%),Total Time (ns),Num Calls,Avg (ns),Name", "cuda_api_sum"},
      {"Time (%),Total Time (ns),Count,Avg (ns),Operation", "cuda_gpu_mem_time_sum"},
      {"Total (MB),Count,Avg (MB),Operation", "cuda_gpu_mem_size_sum"},
      {"Total,Operations,Average,Minimum,Maximum,Operation", "cuda_gpu_mem_size_sum"},  // 2020
      {"Start (ns),Duration (ns),Name,Result,CorrID,Pid,Tid", "cuda_api_trace"},
      {"Start (ns),End (ns),Duration (ns),Event,Pid,Tid,Tag,Rank,PeerRank", "mpi_event_trace"},
      {"Time (%),Total Time (ns),Count,Avg (ns),Name", "openmp_sum"},
      {"Time (%),Total Time (ns),Num Calls,Avg (ns),Event Type,Name", "nvvideo_api_sum"},
      {"Virtual Address,HtoD Migration size (MB),DtoH Migration size (MB),CPU Page Faults", "um_sum"},
      {"Total HtoD Migration Size (MB),Total DtoH Migration Size (MB),Total CPU Page Faults", "um_total_sum"},
      {"CPU Page Faults,CPU Instruction Address", "um_cpu_page_faults_sum"},
      {"Utilization,Instances,Avg (ns),Name,Q Type,Q Name,PID", "wddm_queue_sum"},
  }));
  CAPTURE(titles);
  CHECK_THROWS_MATCHES(read_kernels(preamble + titles + "\n1,2,3\n", "f.csv"), ParseError,
                       MessageMatches(ContainsSubstring("f.csv:4: this is the report " + report +
                                                        " of nsys, which has neither") &&
                                      ContainsSubstring("--report cuda_gpu_kern_sum --format csv")));
}

TEST_CASE("What is no table in CSV is refused", "[nsys_stats]") {
  // text format with unknown titles
  CHECK_THROWS_MATCHES(read_kernels(" Colour    Amount (ns)  Size       Shape\n"
                                    " --------  -----------  ---------  ----\n"
                                    "    100.0    3,000,000          3  k\n",
                                    "f.txt"),
                       ParseError,
                       MessageMatches(ContainsSubstring("f.txt:2: ") && ContainsSubstring("text format") &&
                                      ContainsSubstring("--format csv")));
  // HTML
  CHECK_THROWS_MATCHES(read_kernels(preamble + "<table>\n  <thead>\n", "f.html"), ParseError,
                       MessageMatches(ContainsSubstring("f.html:4: ") && ContainsSubstring("HTML")));
  // an error of nsys
  CHECK_THROWS_MATCHES(read_kernels("ERROR: Database file run.sqlite does not exist.\n"), ParseError,
                       MessageMatches(ContainsSubstring("Database file run.sqlite does not exist")));
  // nothing of nsys
  CHECK_THROWS_AS(read_kernels("a,b\n1,2\n"), ParseError);
  CHECK_THROWS_AS(read_kernels(""), ParseError);
}
