// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Whether the text names a device as CUDA_VISIBLE_DEVICES does: an index, `GPU-` and the begin of a UUID, or
/// `MIG-` and a UUID or `GPU-UUID/N/N`.
[[nodiscard]] bool is_device_id(std::string_view text) noexcept;

/// The value of CUDA_VISIBLE_DEVICES for these devices.
/// @throws InvalidArgument if there is none, one is not a device id, or one comes twice: CUDA would then show
/// fewer devices or none, and say nothing.
[[nodiscard]] std::string cuda_visible_devices(std::vector<std::string> const& devices);

}  // namespace v0
}  // namespace llmprof
