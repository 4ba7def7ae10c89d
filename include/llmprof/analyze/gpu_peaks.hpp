// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "llmprof/export.hpp"
#include "llmprof/model/gpu_spec.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What a GPU can do at most, and how that is known.
struct Peak {
  std::optional<double> value;     ///< FLOP/s (dense), or bytes per second.
  std::optional<ClockKind> clock;  ///< Absent for a measured ceiling, and for bandwidth.
  std::optional<double> clock_hz;  ///< Absent where `clock` is.
  bool measured = false;           ///< A ceiling that was measured, not derived.
  std::string basis;   ///< `132 SMs x 4096 FLOP/clock at 1830 MHz (rated)`; empty if the peak is absent.
  std::string reason;  ///< Why it is absent; empty if it is there.
};

/// The spec of a device of a capture: the rated clock comes from a small table by compute capability and
/// number of SMs, and by maximum clock or memory bandwidth where chips differ in nothing else.
/// @param sampled_hz SM clock that was measured in the phase; absent if none was.
[[nodiscard]] GpuSpec gpu_spec(Device const& device, std::optional<double> sampled_hz = {});

/// Dense peak of multiplications in `type`: SMs x FLOP per SM and clock of the compute capability x clock.
/// fp64 and fp32 are those of the CUDA cores, the others of the tensor cores, adding up in fp32 (int32 for
/// integers).
/// @param at The clock; absent: a measured ceiling, else the first known of sampled, rated, max.
[[nodiscard]] Peak peak_flops(GpuSpec const& gpu, DataType type, std::optional<ClockKind> at = {});

/// Bandwidth of the device memory: a measured ceiling, else the theoretical one.
[[nodiscard]] Peak peak_bandwidth(GpuSpec const& gpu);

}  // namespace v0
}  // namespace llmprof
