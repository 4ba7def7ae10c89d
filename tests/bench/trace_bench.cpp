// SPDX-License-Identifier: MIT
// From an nsys SQLite export to phases: reading and analysing, apart. Run by hand:
//
//   cmake --preset bench && cmake --build --preset bench --target trace_bench
//   build/bench/tests/trace_bench [CAPTURE.sqlite]     default: a made-up capture of 1 million kernels
#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/parse/nsys_sqlite.hpp"

using namespace llmprof;

namespace {

/// Prefill of 400 kernels, then 64 decode steps of 300, again and again, as SQL that SQLite itself expands.
void make_capture(std::filesystem::path const& path, int kernels) {
  sqlite3* db = nullptr;
  sqlite3_open(path.c_str(), &db);
  std::string const n = std::to_string(kernels);
  std::string const sql =
      "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN;"
      "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
      "WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM k WHERE i<119)"
      " INSERT INTO StringIds SELECT i, 'void kernel_' || i || '<float, 128>(float const *, float *, int)' "
      "FROM k;"
      "INSERT INTO StringIds VALUES(500,'cudaLaunchKernel_v7000');"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, contextId "
      "INTEGER,"
      " streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER, correlationId "
      "INTEGER,"
      " nameId INTEGER, returnValue INTEGER);"
      "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER,"
      " domainId INTEGER);"
      "WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM k WHERE i<" +
      n +
      "-1)"
      " INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 5000*i+3000, 5000*i+3000+(i*7919)%1900, 0, 1, 7, i, "
      "1<<48|7<<24,"
      " (i*7)%120 FROM k;"
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT start-2000, start-500, 1<<48|7<<24|7, correlationId, "
      "500, 0"
      " FROM CUPTI_ACTIVITY_KIND_KERNEL;"
      "INSERT INTO NVTX_EVENTS VALUES(0,NULL,75,'LLM',1<<48|7<<24|7,1);"
      "WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM k WHERE i<" +
      n +
      "/300)"
      " INSERT INTO NVTX_EVENTS SELECT 1500000*i, 1500000*i+1499000, 59, 'decode_step', 1<<48|7<<24|7, 1 "
      "FROM k;"
      "COMMIT";
  char* message = nullptr;
  if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK) {
    std::cerr << message << '\n';
    std::exit(EXIT_FAILURE);
  }
  sqlite3_close(db);
}

std::filesystem::path capture;

void count_kernels(benchmark::State& state, std::size_t kernels) {
  state.SetItemsProcessed(static_cast<std::int64_t>(kernels) * state.iterations());
}

void read(benchmark::State& state) {
  std::size_t kernels = 0;
  for ([[maybe_unused]] auto const& each : state) kernels = read_nsys_sqlite(capture).launches.size();
  count_kernels(state, kernels);
}

void analyse(benchmark::State& state, AnalyzeOptions const& options) {
  Trace const trace = read_nsys_sqlite(capture);
  for ([[maybe_unused]] auto const& each : state) benchmark::DoNotOptimize(analyze(trace, options));
  count_kernels(state, trace.launches.size());
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  bool const given = argc > 1;
  capture = given ? std::filesystem::path(argv[1])
                  : std::filesystem::temp_directory_path() / "llmprof-trace-bench.sqlite";
  if (!given) {
    std::filesystem::remove(capture);
    make_capture(capture, 1'000'000);
  }
  benchmark::RegisterBenchmark("read_nsys_sqlite", read)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(
      "analyze, phases alone", analyse,
      AnalyzeOptions{.max_rows = 0, .timeline_bins = 0, .max_shapes = 0, .kernels = false})
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("analyze, everything", analyse, AnalyzeOptions{})
      ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  if (!given) std::filesystem::remove(capture);
}
