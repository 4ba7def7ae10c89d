// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Calls and kernel time.
struct KernelTotal {
  std::optional<std::uint64_t> calls = 0;  ///< Absent if unknown.
  std::optional<std::int64_t> kernel_ns;   ///< Absent if unknown.

  friend bool operator==(KernelTotal const&, KernelTotal const&) = default;
};

}  // namespace v0
}  // namespace llmprof
