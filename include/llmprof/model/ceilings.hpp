// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "llmprof/export.hpp"
#include "llmprof/model/data_type.hpp"
#include "llmprof/model/gpu_spec.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// A rate that was measured several times: bytes or FLOP per second.
struct MeasuredRate {
  double best = 0;
  double median = 0;
  std::int64_t samples = 0;

  friend bool operator==(MeasuredRate const&, MeasuredRate const&) = default;
};

/// What one GPU was seen to reach.
struct Ceilings {
  Device device;                           ///< Of no host: the UUID is the identity.
  std::optional<MeasuredRate> bandwidth;   ///< Bytes per second of a copy, reads and writes added up.
  std::map<DataType, MeasuredRate> flops;  ///< FLOP/s (dense) of a large matrix product.
};

/// True if the ceilings are those of `device`: by UUID, or else of a product of the same name whose compute
/// capability, SMs and memory bandwidth do not differ where both are known.
[[nodiscard]] bool are_ceilings_of(Ceilings const& ceilings, Device const& device);

/// Sets what was measured, the best of each; keeps the others as they are.
void apply_ceilings(Ceilings const& ceilings, GpuSpec& gpu);

}  // namespace v0
}  // namespace llmprof
