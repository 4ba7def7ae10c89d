// SPDX-License-Identifier: MIT
#include <cmath>

#include "llmprof/parse/request_metrics.hpp"
#include "tests/fuzz/stages.hpp"

namespace {

/// Latencies are positive or absent.
void check(std::optional<llmprof::LatencyStats> const& stats) {
  if (!stats) return;
  for (auto const& value : {stats->mean_ns, stats->median_ns, stats->p90_ns, stats->p95_ns, stats->p99_ns})
    llmprof::fuzz::demand(!value || (*value > 0 && std::isfinite(*value)), "a latency is a positive number");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return llmprof::fuzz::run(data, size, [](std::string_view text) {
    auto const metrics = llmprof::read_request_metrics(text, "input");
    llmprof::fuzz::demand(!metrics.runs.empty(), "what is read has a run");
    for (llmprof::RequestRun const& run : metrics.runs) {
      for (auto const& stats : {run.ttft, run.tpot, run.itl, run.e2e}) check(stats);
    }
  });
}
