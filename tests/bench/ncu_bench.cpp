// SPDX-License-Identifier: MIT
// A raw page of Nsight Compute: its rows alone, all metrics, one metric. Run by hand:
//
//   cmake --preset bench && cmake --build --preset bench --target ncu_bench
//   build/bench/tests/ncu_bench RAW.csv
#include <benchmark/benchmark.h>

#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "libllmprof/support/file.hpp"
#include "llmprof/parse/csv.hpp"
#include "llmprof/parse/ncu_csv.hpp"

using namespace llmprof;

namespace {

std::filesystem::path page;

void count_bytes(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(std::filesystem::file_size(page)) * state.iterations());
}

void rows_alone(benchmark::State& state) {
  std::string const text = read_file(page);
  std::vector<std::string_view> cells;
  for ([[maybe_unused]] auto const& each : state) {
    CsvReader reader(text);
    while (reader.read_row(cells)) benchmark::DoNotOptimize(cells.data());
  }
  count_bytes(state);
}

void from_memory(benchmark::State& state, WantedMetrics const& metrics) {
  std::string const text = read_file(page);
  for ([[maybe_unused]] auto const& each : state) {
    benchmark::DoNotOptimize(read_ncu_csv(text, "page", {.metrics = metrics}));
  }
  count_bytes(state);
}

void from_file(benchmark::State& state, WantedMetrics const& metrics) {
  for ([[maybe_unused]] auto const& each : state) {
    benchmark::DoNotOptimize(read_ncu_csv_file(page, {.metrics = metrics}));
  }
  count_bytes(state);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 2) {
    std::cerr
        << "ncu_bench: name one raw page of ncu, as `ncu --import FILE.ncu-rep --csv --page raw` makes it\n";
    return 2;
  }
  page = argv[1];
  WantedMetrics const all;
  WantedMetrics const one{{"gpu__time_duration.sum"}};
  auto const add = [](char const* name, auto&&... how) {
    benchmark::RegisterBenchmark(name, how...)->Unit(benchmark::kMillisecond);
  };
  add("CsvReader, rows alone", rows_alone);
  add("read_ncu_csv, all metrics", from_memory, all);
  add("read_ncu_csv, one metric", from_memory, one);
  add("read_ncu_csv_file, all metrics", from_file, all);
  add("read_ncu_csv_file, one metric", from_file, one);
  benchmark::RunSpecifiedBenchmarks();
}
