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
  first.metrics = {{"Memory", "dram__bytes_read.sum", 1.5, "Mbyte", "1.50"},
                   {"", "launch__cooperative", {}, "", "Yes"},
                   {"", "sm__cycles.avg", {}, "cycle", "n/a"}};
  MeasuredLaunch second;
  second.id = 4;
  second.kernel = "copy";
  second.metrics = {{"", "sm__cycles.avg", 7.0, "cycle", "7"}};
  metrics.launches = {first, second};
  metrics.diagnostics = {{Severity::warning, "an odd row", "raw.csv", 9}};
  return metrics;
}
