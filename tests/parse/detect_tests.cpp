// SPDX-License-Identifier: MIT
#include "libllmprof/parse/detect.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "libllmprof/support/file.hpp"
#include "llmprof/parse/input.hpp"

using Catch::Matchers::ContainsSubstring;
using llmprof::describe_unknown;
using llmprof::detect;
using llmprof::InputKind;
using namespace std::string_literals;

namespace {

constexpr std::size_t head_size = 64 << 10;

std::string utf16(std::string const& text) {
  std::string bytes = "\xFF\xFE";
  for (char const c : text) bytes.append(1, c).append(1, '\0');
  return bytes;
}

}  // namespace

TEST_CASE("Real files of ncu 2025.3 are known by their heads", "[detect]") {
  auto const name =
      GENERATE(as<std::string>(), "raw-auto-units.csv", "raw-stdout-with-preamble-decode-step.csv",
               "details-auto-units.csv", "summary-per-kernel.csv", "summary-per-nvtx.csv", "session-page.csv",
               "fail-nothing-matched.csv", "fail-range-replay-unsupported-api.csv",
               "log-file-with-o-has-no-table.csv");
  CAPTURE(name);
  auto const path = LLMPROF_TEST_DATA "/ncu-2025.3-h200/" + name;
  CHECK(detect(llmprof::read_head(path, head_size)) == InputKind::ncu_csv);
  // A head that ends in the middle of the header is enough.
  CHECK(detect(llmprof::read_head(path, 250)) == InputKind::ncu_csv);
}

TEST_CASE("Kinds are known by the content", "[detect]") {
  auto const [head, kind] = GENERATE(table<std::string, InputKind>({
      {"SQLite format 3\0\x10\x00"s, InputKind::sqlite},
      {R"({"schema":"llmprof.profile/1","source":"x"})", InputKind::profile_json},
      {"\xEF\xBB\xBF \n{ \"schema\" : \"llmprof.profile/2\"}", InputKind::profile_json},
      {R"({"schema":"llmprof.kernels/1","note":"llmprof.profile/1"})", InputKind::kernels_json},
      {R"({"kernels":[{"name":"gpu__\"schema\":\"llmprof.x"}], "schema" : "llmprof.kernels/2"})",
       InputKind::kernels_json},
      {R"({"schema":"llmprof.phases/1","phases":[{"label":"traceEvents"}]})", InputKind::phases_json},
      {R"({"schema":"llmprof.metrics/1"})", InputKind::ncu_json},
      {R"({"schemaVersion": 1, "deviceProperties": [)", InputKind::kineto_json},
      {"\xEF\xBB\xBF{\n \"traceEvents\": []}", InputKind::kineto_json},
      {R"({"distributedInfo": {"rank": 1}, "job": 3)", InputKind::kineto_json},
      {R"([ {"name": "x", "ph": "X", "ts": 1)", InputKind::kineto_json},
      {"==PROF== Connected to process 1\n", InputKind::ncu_csv},
      {"app output\n0%..==PROF== Received signal\n", InputKind::ncu_csv},
      {"Traceback:\n  x\n==ERROR== The application returned an error code (1).\n", InputKind::ncu_csv},
      {"\"ID\",\"Process ID\",\"Kernel Name\",\"sm__cycles_active.avg\"\n", InputKind::ncu_csv},
      {"\xEF\xBB\xBF\"ID\",\"Process ID\",\"Kernel Name\"\r\n", InputKind::ncu_csv},
      {"noise\"ID\",\"Process ID\",\"Kernel Name\"\n", InputKind::ncu_csv},
      {"ID,Process ID,Kernel Name\n", InputKind::ncu_csv},
      {utf16("\"ID\",\"Process ID\",\"Kernel Name\"\r\n"), InputKind::ncu_csv},
      {"Time (%),Total Time (ns),Instances,Avg (ns),Name\n", InputKind::nsys_stats},
      {"Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,Name\r\n", InputKind::nsys_stats},
      {"Processing [a.sqlite] with [reports/gpukernsum.py]...\n", InputKind::nsys_stats},
      {"SKIPPED: a.sqlite does not contain CUDA kernel data.\n", InputKind::nsys_stats},
      {"NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Kernel Name\n", InputKind::nsys_stats},
      {"Start (ns),Duration (ns),CorrId,GrdX,Name\n", InputKind::nsys_stats},
      {"Time (%)\tTotal Time (ns)\tInstances\tName\n", InputKind::nsys_stats},
      {" ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n Time (%)  Total Time (ns)  Name\n"
       " --------  ---------------  ----\n",
       InputKind::nsys_stats},
      {"+----------+-----------------+------+\n| Time (%) | Total Time (ns) | Name |\n"
       "+----------+-----------------+------+\n",
       InputKind::nsys_stats},
      {utf16("Time (%),Total Time (ns),Instances,Avg (ns),Name\n"), InputKind::nsys_stats},
  }));
  CAPTURE(head);
  CHECK(detect(head) == kind);
}

TEST_CASE("What is not known is said to be what it is", "[detect]") {
  auto const [head, description] = GENERATE(table<std::string, std::string>({
      {"", "empty"},
      {" \r\n\t", "nothing but blanks"},
      {"\x1f\x8b\x08\x00"s, "gzip"},
      {"NVR\0\x01"s, "ncu --import FILE.ncu-rep --csv --page raw"},
      {"NVIDIA Tegra Profiler Report 2026@4@1@191\n", "nsys export --type sqlite"},
      {"\x7f"
       "ELF\x02\x01",
       "program"},
      {"\x89PNG\r\n", "PNG"},
      {"PK\x03\x04", "ZIP"},
      {R"({"schema":"llmprof.runs/1"})", "llmprof.runs/1 is not read back"},
      {R"({"x":"llmprof.kernels/1"})", "JSON of an unknown kind"},
      {R"([{"a": 1}])", "JSON of an unknown kind"},
      {R"({"a": 1})", "JSON of an unknown kind"},
      {"<!DOCTYPE html><html>", "HTML"},
      {"<!DOCTYPE html>\n<html>\n<title>Nsight Systems Stats Output</title>", "nsys stats --format csv"},
      {"<table>\n<tr>\n<th>Time (%)</th>", "nsys stats --format csv"},
      {"==1234== NVPROF is profiling process 1234, command: ./app\n", "nvprof"},
      {" Colour    Amount (ns)      Name\n --------  ---------------  ----\n", "text format"},
      {"[1/7] [0%  ] r.nsys-rep\r[1/7] [===100%] r.nsys-rep\n --------  ---------------  ----\n",
       "--format csv"},
      {"nsys profile --trace=cuda,nvtx -o run python app.py\n", "command line of nsys"},
      {"/usr/bin/nsys profile -o run app\n", "command line of nsys"},
      {"Saved report file to \"/tmp/nsys-report-6eef.qdrep\"\n", "without a table"},
      {"Data,DataID,variant\nx,0,111\n", "begins with 'Data,DataID,variant'"},
      {"\x01\x02\x00\x03"s, "binary"},
      {"evil \x1b[31m\n", "begins with 'evil ?[31m'"},
  }));
  CAPTURE(head);
  CHECK(detect(head) == InputKind::unknown);
  CHECK_THAT(describe_unknown(head), ContainsSubstring(description));
}

TEST_CASE("A list of ncu's sections is no measurement", "[detect]") {
  auto const head = llmprof::read_head(LLMPROF_TEST_DATA "/ncu-2025.3-h200/list-sections.txt", head_size);
  CHECK(detect(head) == InputKind::unknown);
  CHECK_THAT(describe_unknown(head), ContainsSubstring("list of sections"));
}

TEST_CASE("Every kind has a name", "[detect]") {
  for (auto const kind :
       {InputKind::sqlite, InputKind::nsys_stats, InputKind::ncu_csv, InputKind::profile_json,
        InputKind::kernels_json, InputKind::phases_json, InputKind::kineto_json, InputKind::unknown}) {
    CHECK_FALSE(to_string(kind).empty());
  }
  CHECK(to_string(InputKind::ncu_csv) == "ncu CSV");
}
