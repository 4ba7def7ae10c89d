// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// For tables of phases that hold kernels of replayed CUDA graphs.
inline constexpr char const* replayed_note =
    "Kernels of replayed CUDA graphs stand in the ranges of their capture: they count for total, kernels and "
    "busy time, "
    "but a replay is no instance, so means and shares leave them out.";

/// Share of the time of a phase (the longer of wall and span) in which its GPUs were busy, 0..1. Where a
/// process used several GPUs: their average.
[[nodiscard]] std::optional<double> busy_share(PhaseProfile const& phase);

/// Tokens over wall time, so per process. Absent without tokens, and where the phase is asynchronous: its
/// time is not its wall time.
[[nodiscard]] std::optional<double> tokens_per_second(PhaseProfile const& phase);

/// Mean wall time of an instance in ns.
[[nodiscard]] std::optional<double> mean_wall_ns(PhaseProfile const& phase);

/// LLM@prefill, LLM@decode_all or LLM@decode_step.
[[nodiscard]] bool is_built_in(PhaseProfile const& phase);

/// What is attributed to phases: the sum of their exclusive kernel times. Wraps like unsigned numbers do, so
/// that a hostile profile cannot overflow it.
[[nodiscard]] std::uint64_t attributed_ns(Profile const& profile);

/// `part` of `total`, 0..1.
[[nodiscard]] std::optional<double> share_of(std::optional<std::int64_t> part,
                                             std::optional<std::int64_t> total);

/// The labels of all devices, joined; `n/a` if none is known.
[[nodiscard]] std::string device_labels(Profile const& profile);

/// The phases that are not built in, most kernel time first.
[[nodiscard]] std::vector<PhaseProfile const*> operators_of(Profile const& profile);

/// Why a profile has no phases, or knows them in part.
[[nodiscard]] std::string why_no_phases(Profile const& profile);

}  // namespace llmprof::inline v0
