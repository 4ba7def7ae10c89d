// SPDX-License-Identifier: MIT
#pragma once

#include "llmprof/command/ncu_command.hpp"
#include "llmprof/command/settings.hpp"

namespace llmprof::inline v0 {

/// `ncu` as the settings `ncu.*` ask for it; workload, output, version and the choice of kernels are left to
/// whoever runs it. @throws InvalidArgument for what llmprof does not do with ncu
[[nodiscard]] NcuCommand ncu_command_from(Settings const& settings);

}  // namespace llmprof::inline v0
