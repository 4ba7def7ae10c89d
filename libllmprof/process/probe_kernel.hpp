// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace llmprof::inline v0 {

/// Launches one empty kernel on the first GPU, through a libcuda that is opened by name.
/// @return why it could not, empty if it did
[[nodiscard]] std::string launch_empty_kernel(std::string const& cuda_library);

}  // namespace llmprof::inline v0
