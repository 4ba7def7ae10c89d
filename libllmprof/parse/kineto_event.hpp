// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "libllmprof/parse/kineto_category.hpp"
#include "libllmprof/support/json_scanner.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// One event of a Chrome trace, as far as it is of use. What it lacks is absent, zero or empty.
struct KinetoEvent {
  char phase = '\0';  ///< X: complete, M: metadata, ...
  KinetoCategory category = KinetoCategory::other;
  std::string name;
  std::string start;     ///< `ts` as written, in microseconds.
  std::string duration;  ///< `dur` as written, in microseconds.
  std::optional<std::int64_t> pid;
  std::optional<std::int64_t> tid;

  // of args
  std::optional<std::int64_t> device;
  std::optional<std::int64_t> stream;
  std::int64_t context = 0;
  std::int64_t correlation = 0;
  std::int64_t bytes = 0;
  LaunchShape shape;
  std::string text;  ///< `name` or `labels` of metadata.

  /// Whether it may end up in a trace. Before `ph` and `cat` are known, it may.
  [[nodiscard]] bool is_wanted() const noexcept;
  void clear() noexcept;

  bool has_category = false;
};

/// Reads an event over `event`, whose strings keep their memory. @throws JsonBreak
void read_kineto_event(JsonScanner& json, KinetoEvent& event);

}  // namespace llmprof::inline v0
