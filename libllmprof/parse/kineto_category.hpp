// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace llmprof::inline v0 {

/// What an event of Kineto is about.
enum class KinetoCategory : std::uint8_t {
  kernel,
  copy,
  set,
  api_call,    ///< Of the CUDA or HIP runtime or driver.
  annotation,  ///< record_function and profiler steps.
  cpu_op,
  profiler_range,  ///< Counters of a range, measured in place of kernels.
  other,           ///< Python frames, projections of annotations to the GPU, flows, overhead, ...
};
inline constexpr std::size_t kineto_categories = 8;

/// The category that `cat` names. Spellings changed over the years; case does not matter.
[[nodiscard]] KinetoCategory kineto_category(std::string_view cat) noexcept;

}  // namespace llmprof::inline v0
