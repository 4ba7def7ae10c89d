// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_report.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>

using namespace llmprof;

TEST_CASE("What nsys says before a table names the report, under its name of today", "[nsys_report]") {
  auto const [line, report] = GENERATE(table<std::string, std::string>({
      {"Processing [a.sqlite] with [/opt/reports/cuda_gpu_kern_sum.py]... ", "cuda_gpu_kern_sum"},
      {"Processing [a.sqlite] with [/opt/reports/gpukernsum.py]...", "cuda_gpu_kern_sum"},
      {"Processing [a.sqlite] with [C:\\reports\\nvtxkernsum.py]...", "nvtx_kern_sum"},
      {"Running [/opt/reports/gpumemtimesum.py a.sqlite]... ", "cuda_gpu_mem_time_sum"},
      {"[5/8] Executing 'cudaapisum' stats report", "cuda_api_sum"},
      {"Executing 'nvtxsssum' stats report", "nvtx_startend_sum"},
      {" ** CUDA GPU MemOps Summary (by Size) (cuda_gpu_mem_size_sum):", "cuda_gpu_mem_size_sum"},
      {" ** OS Runtime Summary (osrtsum):", "osrt_sum"},
      {"** Something new (of_tomorrow):", "of_tomorrow"},
      {"** a footnote", ""},
      {"SKIPPED: a.sqlite does not contain CUDA kernel data.", ""},
  }));
  CAPTURE(line);
  CHECK(announced_nsys_report(line) == report);
}

TEST_CASE("A file that nsys named tells its report", "[nsys_report]") {
  CHECK(nsys_report_of_file("/tmp/run_nvtx_startend_sum.csv") == "nvtx_startend_sum");
  CHECK(nsys_report_of_file("run_cuda_api_gpu_sum.csv") == "cuda_api_gpu_sum");
  CHECK(nsys_report_of_file("osrtsum.csv") == "osrt_sum");
  CHECK(nsys_report_of_file("summary.csv").empty());
  CHECK(nsys_report_of_file("<text>").empty());
}

TEST_CASE("Of reports with the same columns the announced one is meant", "[nsys_report]") {
  CHECK(chosen_nsys_report("nvtx_pushpop_sum", "nvtx_startend_sum") == "nvtx_startend_sum");
  CHECK(chosen_nsys_report("nvtx_pushpop_sum", "vulkan_marker_sum") == "vulkan_marker_sum");
  CHECK(chosen_nsys_report("cuda_api_sum", "osrt_sum") == "osrt_sum");
  CHECK(chosen_nsys_report("nvtx_pushpop_sum", "cuda_gpu_trace") == "nvtx_pushpop_sum");
  CHECK(chosen_nsys_report("nvtx_pushpop_sum", "") == "nvtx_pushpop_sum");
  CHECK(chosen_nsys_report("nvtx_pushpop_sum", "", "nvtx_startend_sum") == "nvtx_startend_sum");
  CHECK(chosen_nsys_report("cuda_gpu_kern_sum", "mpi_event_sum") == "mpi_event_sum");
  // what is in a file tells what it is, not its name
  CHECK(chosen_nsys_report("cuda_gpu_kern_sum", "", "osrt_sum") == "cuda_gpu_kern_sum");
}
