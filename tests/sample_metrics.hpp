// SPDX-License-Identifier: MIT
#pragma once

#include "llmprof/model/metrics.hpp"

/// Two launches: one with a number, a text and an unknown value, one that knows little about itself.
inline llmprof::Metrics sample_metrics() {
  using namespace llmprof;
  Metrics metrics;
  metrics.source = "raw.csv";
  MeasuredLaunch first;
  first.id = 3;
  first.pid = 1234;
  first.process = "python";
  first.kernel = "gemm<float, 128>";
  first.grid = {{8, 4, 1}};
  first.block = {{128, 1, 1}};
  first.device = "0";
  first.path = {{"LLM", "prefill"}, {"", "attn"}};
  first.duration_ns = 12'500;
  first.metrics.add({.section = "Memory", .name = "dram__bytes_read.sum", .value = 1.5, .unit = "Mbyte"});
  first.metrics.add({.name = "launch__cooperative", .text = "Yes"});
  first.metrics.add({.name = "sm__cycles.avg", .unit = "cycle", .text = "n/a"});
  MeasuredLaunch second;
  second.id = 4;
  second.kernel = "copy";
  second.metrics.add({.name = "sm__cycles.avg", .value = 7.0, .unit = "cycle"});
  metrics.launches = {first, second};
  metrics.diagnostics = {{Severity::warning, "an odd row", "raw.csv", 9}};
  return metrics;
}
