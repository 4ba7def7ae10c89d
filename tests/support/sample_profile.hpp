// SPDX-License-Identifier: MIT
#pragma once

#include "llmprof/model/profile.hpp"

/// A kernel name as CUTLASS makes them: 480 characters.
inline std::string long_kernel_name(std::string const& end) {
  std::string name = "void cutlass::Kernel2<";
  while (name.size() + end.size() < 480) name += "cutlass_80_tensorop_f16_s16816gemm_relu<unnamed>::";
  name.resize(480 - end.size());
  return name + end;
}

/// The same, but for one character in its middle.
inline std::string long_kernel_name_with(char middle) {
  std::string name = long_kernel_name("<1>");
  name[240] = middle;
  return name;
}

inline llmprof::KernelStats sample_kernel(std::uint32_t kernel, std::uint32_t device, std::uint64_t calls,
                                          std::int64_t total_ns) {
  llmprof::KernelStats stats;
  stats.kernel = kernel;
  stats.device = device;
  stats.calls = calls;
  stats.total_ns = total_ns;
  stats.mean_ns = static_cast<double>(total_ns) / static_cast<double>(calls);
  stats.min_ns = total_ns / static_cast<std::int64_t>(2 * calls);
  stats.median_ns = *stats.mean_ns;
  stats.median_kind = llmprof::MedianKind::exact;
  stats.max_ns = 2 * total_ns / static_cast<std::int64_t>(calls);
  if (calls > 1) stats.stddev_ns = 0.1 * *stats.mean_ns;
  stats.sum_of_squares = static_cast<double>(calls) * *stats.mean_ns * *stats.mean_ns;
  stats.histogram.add(static_cast<std::int64_t>(*stats.mean_ns), calls);
  return stats;
}

inline llmprof::PhaseProfile sample_phase(std::vector<llmprof::Label> path, std::uint64_t instances,
                                          std::int64_t wall_ns, std::int64_t kernel_ns,
                                          std::int64_t exclusive_ns) {
  llmprof::PhaseProfile phase;
  phase.path = std::move(path);
  phase.processes = 1;
  phase.instances = instances;
  phase.wall_ns = wall_ns;
  phase.span_ns = wall_ns - 1000;
  phase.asynchronous = false;
  phase.kernel_ns = kernel_ns;
  phase.exclusive_kernel_ns = exclusive_ns;
  phase.gpu_busy_ns = kernel_ns;
  phase.calls = 10 * instances;
  phase.by_device = {{0, *phase.calls, kernel_ns, exclusive_ns, kernel_ns}};
  phase.by_process = {{0,
                       instances,
                       wall_ns,
                       phase.span_ns,
                       false,
                       kernel_ns,
                       exclusive_ns,
                       kernel_ns,
                       *phase.calls,
                       {},
                       phase.by_device}};
  return phase;
}

/// One process, one device, prefill and decode with steps and attention; every field is filled.
inline llmprof::RunSums sample_sums() {
  using namespace llmprof;
  SummedKernel const gemm{
      .name = "gemm(float*)", .calls = 5000, .total_ns = 7'000'000, .min_ns = 900, .max_ns = 2500};
  SummedPhase const step{.path = {{"LLM", "decode_all"}, {"LLM", "decode_step"}},
                         .instances = 2500,
                         .wall_ns = 10'000'000'000,
                         .calls = 5000,
                         .kernel_ns = 7'000'000,
                         .payload = 2500,
                         .tokens = {},
                         .kernels = {gemm}};
  SummedPhase const prefill{.path = {{"LLM", "prefill"}},
                            .instances = 1,
                            .wall_ns = 4'000'000,
                            .calls = 1,
                            .kernel_ns = 3000,
                            .payload = {},
                            .tokens = 128,
                            .kernels = {{"gemm(float*)", 1, 3000, 3000, 3000}}};
  return {.processes = 2,
          .windows = 12,
          .kept_ns = 1'500'000'000,
          .phases = {step, prefill},
          .outside = {3, 400},
          .no_launch_record = {0, 0},
          .lost = 12};
}

inline llmprof::Profile sample_profile() {
  using namespace llmprof;
  Profile profile;
  profile.source = "run.sqlite";
  profile.tool = "Nsight Systems 2023.4.4";
  profile.has_timeline = true;
  profile.capture_ns = 100'000'000;
  profile.start_utc_ns = 1'700'000'000'123'456'789;
  profile.processes = {{"node", 1234, 5, "python", 0}};
  profile.devices = {
      {"node", "GPU-1", 0, "NVIDIA H200", 9, 0, 132, 1'980'000'000, 4'800'000'000'000, 150'000'000'000}};
  profile.kernel_names = {"gemm<float, 128>", "flash_fwd|<unnamed>::kernel", long_kernel_name("tail<1>")};

  auto prefill = sample_phase({{"LLM", "prefill"}}, 1, 20'000'000, 15'000'000, 15'000'000);
  prefill.tokens = prefill.by_process[0].tokens = 512;
  prefill.tokens_from = TokenSource::payload;
  prefill.kernels = {sample_kernel(0, 0, 4, 12'000'000), sample_kernel(1, 0, 6, 3'000'000)};
  prefill.rows = {{0, 77, 1000, 20'000'000, 2000, 19'999'000, 15'000'000, 15'000'000, 10, 512}};

  auto decode = sample_phase({{"LLM", "decode_all"}}, 1, 60'000'000, 20'000'000, 1'000'000);
  decode.tokens = decode.by_process[0].tokens = 64;
  decode.tokens_from = TokenSource::steps;
  decode.kernels = {sample_kernel(0, 0, 64, 18'000'000), sample_kernel(2, 0, 2, 2'000'000)};
  decode.asynchronous = decode.by_process[0].asynchronous = true;
  decode.rows = {{0, 77, 30'000'000, 60'000'000, 30'000'500, 59'999'000, 20'000'000, 20'000'000, 10, 64}};

  auto step =
      sample_phase({{"LLM", "decode_all"}, {"LLM", "decode_step"}}, 64, 59'000'000, 19'000'000, 11'000'000);
  step.rows = {{0, 77, 30'000'100, 900'000, {}, {}, 0, 0, 0, {}}};
  step.rows_sampled = true;
  auto attention = sample_phase({{"LLM", "decode_all"}, {"LLM", "decode_step"}, {"", "attn:0/x@y\\z"}}, 64,
                                30'000'000, 8'000'000, 8'000'000);
  attention.span_ns.reset();
  attention.asynchronous.reset();
  profile.phases = {prefill, decode, step, attention};

  profile.kernels = {sample_kernel(0, 0, 70, 31'000'000), sample_kernel(1, 0, 9, 5'000'000),
                     sample_kernel(2, no_index, 2, 4'000'000)};
  profile.kernels[2].median_kind = MedianKind::histogram;
  profile.total = {81, 40'000'000};
  profile.outside = {9, 4'500'000};
  profile.no_launch_record = {1, 500'000};
  profile.gpu_busy_ns = 39'000'000;
  profile.outside_threads = {{0, 78, "worker", 9, 4'500'000}};
  profile.hidden_graphs = {3, 700'000};
  profile.timeline = {1000, 25'000'000, {{"NVIDIA H200 (0)", {0.25F, 1.0F, 0.5F, 0.0F}}}};
  profile.collection = CollectionCost{.processes = 1,
                                      .ranges = 130,
                                      .launches = 81,
                                      .gpu_records = 90,
                                      .dropped = 7,
                                      .spool_bytes = 12'345,
                                      .flush_ns = 2'000'000,
                                      .callback_ns = 500'000,
                                      .workload_wall_ns = 1'260'000'000,
                                      .without_wall_ns = 1'234'000'000};
  profile.diagnostics = {{Severity::warning, "2 rows were odd", "run.sqlite", 17},
                         {Severity::note, "fine", "", {}}};
  return profile;
}
