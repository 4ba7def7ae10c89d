// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "llmprof/analyze/gpu_peaks.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/figure.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// How much of what the hardware can do a step needed.
struct Efficiency {
  std::optional<double> value;        ///< 0..1; above 1 if the peak or the costs do not fit the step.
  std::optional<double> achieved;     ///< FLOP/s, or bytes per second.
  std::optional<double> denominator;  ///< The peak of all devices together, in the same unit.
  Peak peak;                          ///< Of one device: with it the clock that it is at.
  std::string reason;                 ///< Why `value` is absent, or why one should not trust it; else empty.
};

/// Model FLOPs utilisation (Chowdhery et al. 2022, PaLM, arXiv 2204.02311, appendix B): FLOPs that the model
/// needs, by the time they took, against the peak.
/// @param flops   Of the step, over all devices: StepCosts::flops.
/// @param step_ns Step time (decision 6: not the host's wall time where GPU work ends later).
/// @param peak    Of one device: peak_flops() with ModelSpec::compute_type().
/// @param devices GPUs that shared the work: ModelSpec::devices().
[[nodiscard]] Efficiency mfu(Figure const& flops, std::optional<std::int64_t> step_ns, Peak const& peak,
                             std::uint64_t devices = 1);

/// Model bandwidth utilisation (Databricks 2023, "LLM Inference Performance Engineering: Best Practices"):
/// bytes of weights and KV cache that the step has to read, by the time it took, against the memory
/// bandwidth.
/// @param bytes   Of the step, over all devices: StepCosts::bytes().
/// @param step_ns As for mfu().
/// @param peak    Of one device: peak_bandwidth().
/// @param devices As for mfu().
[[nodiscard]] Efficiency mbu(Figure const& bytes, std::optional<std::int64_t> step_ns, Peak const& peak,
                             std::uint64_t devices = 1);

}  // namespace v0
}  // namespace llmprof
