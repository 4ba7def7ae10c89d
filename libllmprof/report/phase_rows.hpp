// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/model/profile.hpp"
#include "llmprof/report/json.hpp"

namespace llmprof::inline v0 {

/// A phase, or the part of it that one process, device or rank has.
struct PhaseRow {
  PhaseProfile const* phase = nullptr;
  std::string key;                   ///< Label of the process or device; empty if not split by these.
  std::optional<std::int64_t> pid;   ///< Of the process, if split by it.
  std::optional<std::int64_t> rank;  ///< If split by it and known.
  std::optional<std::uint64_t> processes = 0;
  std::optional<std::uint64_t> instances = 0;
  std::optional<std::int64_t> wall_ns = 0;
  std::optional<std::int64_t> span_ns;
  std::optional<bool> asynchronous;
  std::optional<std::int64_t> kernel_ns = 0;
  std::optional<std::int64_t> exclusive_kernel_ns = 0;
  std::optional<std::int64_t> gpu_busy_ns = 0;
  std::optional<std::uint64_t> calls = 0;
  std::optional<std::int64_t> tokens;
  std::vector<DeviceShare> devices;
};

/// One row for each phase and key, in the order of the phases, then by key.
/// @throws Error if the shares of a profile that was put together by hand do not fit.
[[nodiscard]] std::vector<PhaseRow> phase_rows(Profile const& profile, By by);

}  // namespace llmprof::inline v0
