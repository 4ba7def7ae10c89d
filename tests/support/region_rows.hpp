// SPDX-License-Identifier: MIT
#pragma once

// Rows as ncu's raw page gives them, made by hand: figures small enough to add up in one's head.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "llmprof/model/metrics.hpp"

namespace region_rows {

using Path = std::vector<llmprof::Label>;

/// A launch of 100 ns of process `engine (42)` on device 0.
inline llmprof::MeasuredLaunch row(std::string kernel, Path path, std::optional<std::int64_t> ns = 100) {
  llmprof::MeasuredLaunch launch;
  launch.pid = 42;
  launch.process = "engine";
  launch.host = "127.0.0.1";
  launch.device = "0";
  launch.kernel = std::move(kernel);
  launch.path = std::move(path);
  launch.duration_ns = ns;
  return launch;
}

/// A row of range or app-range replay.
inline llmprof::MeasuredLaunch range_row(Path path, std::optional<std::int64_t> ns = 100) {
  llmprof::MeasuredLaunch launch = row("range", std::move(path), ns);
  launch.kind = llmprof::MeasuredKind::range;
  return launch;
}

inline llmprof::Metrics rows(std::vector<llmprof::MeasuredLaunch> launches) {
  llmprof::Metrics metrics;
  metrics.source = "raw.csv";
  for (std::size_t i = 0; i < launches.size(); ++i) {
    launches[i].id = i;
    launches[i].line = i + 3;
  }
  metrics.launches = std::move(launches);
  return metrics;
}

inline llmprof::Label const a{"", "A"};
inline llmprof::Label const a1{"", "A::A1"};
inline llmprof::Label const b{"", "B"};
inline llmprof::Label const prefill{"LLM", "prefill"};
inline llmprof::Label const attn{"LLM", "attn"};

}  // namespace region_rows
