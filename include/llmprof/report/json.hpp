// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/kernel_record.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What phases are split by.
enum class By : std::uint8_t {
  none,
  process,  ///< One row for each process that has the phase.
  device,   ///< One row for each device that worked for it.
  rank,     ///< One row for each rank; processes without one are together.
};

/// `process`, `device` or `rank`; empty for none.
[[nodiscard]] std::string_view to_string(By by) noexcept;

/// Schema `llmprof.kernels/1`. `calls` and `total_ns` are those of the table, also if `kernels` was cut
/// since.
[[nodiscard]] std::string kernels_json(KernelTable const& table);

/// Schema `llmprof.phases/1`. Split rows have one more key, first: `"process":"python (1234)"` and
/// `"pid":1234`, `"device":"NVIDIA H200 (0)"`, or `"rank":0`.
///
/// A row of a device has the instances, wall time and tokens of the processes that used it; its span is null
/// where they used other devices, too.
[[nodiscard]] std::string phases_json(Profile const& profile, By by = By::none);

/// Schema `llmprof.metrics/1`. @param names Only these metrics; empty: all.
[[nodiscard]] std::string metrics_json(Metrics const& metrics, std::vector<std::string> const& names = {});

}  // namespace v0
}  // namespace llmprof
