// SPDX-License-Identifier: MIT
// The reports of `nsys stats` beside the kernel summary.
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

std::string const gpu_trace =
    "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,Device,Strm,Name\n"
    "10,661,1,,,,NVIDIA H200 (0),7,[CUDA memcpy Host-to-Device]\n"
    "20,100,2,1,1,1,NVIDIA H200 (0),7,\"gemm<1, 2>\"\n"
    "15,300,3,1,1,1,NVIDIA H200 (1),7,\"gemm<1, 2>\"\n"
    "40,5,4,,,,NVIDIA H200 (0),7,[CUDA memset]\n";
std::string const kern_sum_header =
    "NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),"
    "StdDev (ns),Kernel Name\n";
std::string const nvtx_sum =
    "Time (%),Total Time (ns),Instances,Avg (ns),Style,Range\n"
    "80.0,800,2,400.0,PushPop,LLM:prefill\n"
    "20.0,200,1,200.0,StartEnd,:step: 3\n";

std::string texts_of(Diagnostics const& diagnostics) {
  std::string texts;
  for (Diagnostic const& diagnostic : diagnostics) texts += diagnostic.text + '\n';
  return texts;
}

}  // namespace

TEST_CASE("A trace of the GPU gives launches; copies and sets are told", "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(gpu_trace, "f.csv");
  REQUIRE(tables.launches.size() == 1);
  LaunchTable const& trace = tables.launches[0];
  CHECK(trace.report == "cuda_gpu_trace");
  CHECK(trace.kernel_names == std::vector<std::string>{"gemm<1, 2>"});
  CHECK(trace.devices == std::vector<std::string>{"NVIDIA H200 (0)", "NVIDIA H200 (1)"});
  CHECK(trace.launches == std::vector<TimedLaunch>{{0, 0, 100}, {0, 1, 300}});
  CHECK_THAT(texts_of(tables.diagnostics),
             ContainsSubstring("2 rows of the report cuda_gpu_trace (666 ns) are no kernel"));
}

TEST_CASE("A trace with copies alone has no kernels, which is not a fault of the file", "[nsys_stats]") {
  CHECK_THROWS_MATCHES(
      read_nsys_stats(gpu_trace.substr(0, gpu_trace.find("20,100"))), NoData,
      MessageMatches(ContainsSubstring("1 row of the report cuda_gpu_trace (661 ns) is no")));
}

TEST_CASE("The report of launches and executions is one of launches", "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(
      "API Start (us),API Dur (us),Queue Start (us),Queue Dur (us),Kernel Start (us),Kernel Dur (us),Total "
      "Dur "
      "(us),PID,TID,DevId,API Function,GridXYZ,BlockXYZ,Kernel Name\n"
      "1.0,2.0,,,5.0,4.448,9.0,6,6,1,cudaLaunchKernel,1 1 1,2 2 2,\"k<1, 2>\"\n");
  REQUIRE(tables.launches.size() == 1);
  CHECK(tables.launches[0].launches == std::vector<TimedLaunch>{{0, 0, 4448}});
  CHECK(tables.launches[0].devices == std::vector<std::string>{"1"});
}

TEST_CASE("Of a summary of all operations the kernels are taken", "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(
      "Time (%),Total Time (ns),Instances,Avg (ns),Min (ns),Max (ns),Category,Operation\n"
      "50.0,600,2,300.0,200,400,CUDA_KERNEL,gemm\n"
      "50.0,600,9,66.7,1,100,MEMORY_OPER,[CUDA memset]\n");
  REQUIRE(tables.kernels.size() == 1);
  CHECK(tables.kernels[0].report == "cuda_gpu_sum");
  REQUIRE(tables.kernels[0].kernels.size() == 1);
  CHECK(tables.kernels[0].kernels[0].name == "gemm");
  CHECK(tables.kernels[0].kernels[0].max_ns == 400);
  CHECK_THAT(texts_of(tables.diagnostics), ContainsSubstring("1 row of the report cuda_gpu_sum left out"));
}

TEST_CASE("The summary of executions has means and counts; rows of several threads are one kernel",
          "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(
      "PID,TID,DevId,Count,QCount,TAvg (ns),KAvg (ns),KMed (ns),KMin (ns),KMax (ns),KStdDev (ns),API "
      "Name,Kernel "
      "Name\n"
      "1,1,0,2,2,9.0,100.0,100.0,90,110,14.1,cudaLaunchKernel,k\n"
      "1,2,0,1,1,9.0,400.0,400.0,400,400,0.0,cudaGraphLaunch,k\n"
      "1,2,1,1,1,9.0,7.0,7.0,7,7,0.0,cudaGraphLaunch,k\n");
  auto const& kernels = tables.kernels.at(0).kernels;
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].calls == 3);
  CHECK(kernels[0].total_ns == 600);
  CHECK(kernels[0].min_ns == 90);
  CHECK(kernels[0].max_ns == 400);
  CHECK_FALSE(kernels[0].median_ns);
  CHECK(kernels[1].device == "1");
  CHECK_THAT(texts_of(tables.diagnostics), ContainsSubstring("no total times"));
}

TEST_CASE("Ranges have instances and wall time, and no kernels", "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(nvtx_sum);
  CHECK(tables.kernels.empty());
  REQUIRE(tables.ranges.size() == 1);
  CHECK(tables.ranges[0].report == "nvtx_sum");
  CHECK(tables.ranges[0].ranges == std::vector<RangeRecord>{{{"LLM", "prefill"}, 2, 800, std::nullopt},
                                                            {{"", "step: 3"}, 1, 200, std::nullopt}});
  CHECK(tables.diagnostics.empty());
}

TEST_CASE("Summaries of one style are told apart by what nsys announced, or by the file", "[nsys_stats]") {
  std::string const table =
      "Time (%),Total Time (ns),Instances,Avg (ns),Range\n80.0,800,2,400.0,LLM:prefill\n";
  auto const report_of = [](StatsTables const& tables) { return tables.ranges.at(0).report; };
  CHECK(report_of(read_nsys_stats(table)) == "nvtx_pushpop_sum");
  CHECK(report_of(read_nsys_stats("Processing [a] with [/r/nvtxsssum.py]...\n" + table)) ==
        "nvtx_startend_sum");
  CHECK(report_of(read_nsys_stats(table, "run_nvtx_startend_sum.csv")) == "nvtx_startend_sum");
  // the same columns, but no ranges of NVTX
  CHECK_THROWS_MATCHES(read_nsys_stats("Processing [a] with [/r/dx12_pix_sum.py]...\n" + table), ParseError,
                       MessageMatches(ContainsSubstring("this is the report dx12_pix_sum")));
}

TEST_CASE("Projections onto the GPU have spans; work in no range is no range", "[nsys_stats]") {
  StatsTables const sum = read_nsys_stats(
      "Range,Style,Total Proj Time (ns),Total Range Time (ns),Range Instances,Total GPU Ops\n"
      "LLM:prefill,PushPop,700,800,2,9\n");
  CHECK(sum.ranges.at(0).ranges == std::vector<RangeRecord>{{{"LLM", "prefill"}, 2, 800, 700}});
  CHECK_THAT(texts_of(sum.diagnostics), ContainsSubstring("ranges without GPU work are not in"));
  StatsTables const trace = read_nsys_stats(
      "Name,Projected Start (ns),Projected Duration (ns),Orig Start (ns),Orig Duration (ns),Style,PID,TID\n"
      ",1,500,,,,1,1\n"
      ":step,5,70,1,80,PushPop,1,1\n");
  CHECK(trace.ranges.at(0).ranges == std::vector<RangeRecord>{{{"", "step"}, 1, 80, 70}});
}

TEST_CASE("Every row of a trace of ranges is one instance", "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(
      "Start (ns),End (ns),Duration (ns),DurChild (ns),DurNonChild "
      "(ns),Name,PID,TID,Lvl,NumChild,RangeId,ParentId,RangeStack,NameTree\n"
      "10,30,20,0,20,:step,5,5,0,0,1,,:1,:step\n");
  CHECK(tables.ranges.at(0).ranges == std::vector<RangeRecord>{{{"", "step"}, 1, 20, std::nullopt}});
}

TEST_CASE("Kernels by range; those of no range are told, and not in a phase", "[nsys_stats]") {
  StatsTables const tables =
      read_nsys_stats(kern_sum_header + "LLM:prefill,PushPop,1,1,2,2,30,15.0,15.0,10,20,7.1,\"k<1, 2>\"\n" +
                      ",,1,1,0,1,5,5.0,5.0,5,5,0.0,other\n");
  REQUIRE(tables.range_kernels.size() == 1);
  REQUIRE(tables.range_kernels[0].kernels.size() == 1);
  RangeKernel const& row = tables.range_kernels[0].kernels[0];
  CHECK(row.label == Label{"LLM", "prefill"});
  CHECK(row.kernel == KernelRecord{.name = "k<1, 2>",
                                   .device = "",
                                   .calls = 2,
                                   .total_ns = 30,
                                   .mean_ns = 15.0,
                                   .min_ns = 10,
                                   .median_ns = 15.0,
                                   .max_ns = 20,
                                   .stddev_ns = 7.1});
  CHECK_THAT(texts_of(tables.diagnostics), ContainsSubstring("1 kernel (5 ns) of the report nvtx_kern_sum"));
}

TEST_CASE("Times that count a kernel once for each nested range of one name are unknown", "[nsys_stats]") {
  // 2 kernels of 10 ns, each in two ranges `step`: nsys prints 40 ns for 2 kernels with a mean of 10
  StatsTables const tables =
      read_nsys_stats(kern_sum_header + ":step,PushPop,1,1,4,2,40,10.0,10.0,10,10,0.0,k\n", "f.csv");
  KernelRecord const& kernel = tables.range_kernels.at(0).kernels.at(0).kernel;
  CHECK(kernel.calls == 2);
  CHECK(kernel.max_ns == 10);
  CHECK_FALSE(kernel.total_ns);
  CHECK_FALSE(kernel.mean_ns);
  REQUIRE(tables.diagnostics.size() == 1);
  CHECK(tables.diagnostics[0].severity == Severity::warning);
  CHECK(tables.diagnostics[0].line == 2);
  // what nsys rounds is no second count
  std::string const rounded =
      "NVTX Range,Style,Kern Inst,Total Time (ms),Avg (ms),Kernel Name\n"
      ":step,PushPop,48,0.2567,0.0053,k\n";
  StatsTables const coarse = read_nsys_stats(rounded);
  CHECK(coarse.range_kernels.at(0).kernels.at(0).kernel.total_ns == 256700);
  CHECK_THAT(texts_of(coarse.diagnostics), ContainsSubstring("are rounded ('Total Time (ms)')") ||
                                               ContainsSubstring("are rounded ('Avg (ms)')"));
}

TEST_CASE("A report that nsys announced under another name is no table of kernels", "[nsys_stats]") {
  std::string const table = "Time (%),Total Time (ns),Instances,Avg (ns),Name\n80.0,800,2,400.0,MPI_Send\n";
  CHECK_THROWS_MATCHES(read_nsys_stats("Processing [a] with [/r/mpi_event_sum.py]...\n" + table), ParseError,
                       MessageMatches(ContainsSubstring("this is the report mpi_event_sum of nsys")));
  // what was skipped has no table: the next one is of something else
  CHECK(read_nsys_stats("Processing [a] with [/r/mpi_event_sum.py]...\nSKIPPED: a has none.\n" + table)
            .kernels.size() == 1);
}

TEST_CASE("Several reports in one file are one capture", "[nsys_stats]") {
  StatsTables const tables = read_nsys_stats(
      "Processing [a.sqlite] with [/r/nvtx_sum.py]... \n" + nvtx_sum +
          "\nProcessing [a.sqlite] with [/r/osrt_sum.py]... \n"
          "Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n90.0,900,9,100.0,poll\n\n" +
          gpu_trace + "\n" + kern_sum_header + ":step: 3,PushPop,1,1,2,2,30,15.0,15.0,10,20,7.1,k\n",
      "all.csv");
  CHECK(tables.ranges.size() == 1);
  CHECK(tables.launches.size() == 1);
  CHECK(tables.range_kernels.size() == 1);
  CHECK_THAT(texts_of(tables.diagnostics), ContainsSubstring("the table of the report osrt_sum is not read"));
}

TEST_CASE("Ranges are read where there are no kernels, and what nsys said stays", "[nsys_stats]") {
  StatsTables const tables =
      read_nsys_stats("SKIPPED: a.sqlite does not contain CUDA kernel data.\n\n" + nvtx_sum);
  CHECK(tables.ranges.size() == 1);
  CHECK_THAT(texts_of(tables.diagnostics), ContainsSubstring("does not contain CUDA kernel data"));
  CHECK_THROWS_MATCHES(
      read_nsys_stats(nvtx_sum.substr(0, nvtx_sum.find('\n') + 1)), NoData,
      MessageMatches(ContainsSubstring("no ranges: the table of the report nvtx_sum is empty")));
}
