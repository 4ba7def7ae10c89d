// SPDX-License-Identifier: MIT
#pragma once

#include "llmprof/command/nsys_command.hpp"
#include "llmprof/command/settings.hpp"

namespace llmprof::inline v0 {

/// `nsys profile` as the settings `nsys.*` ask for it; workload, output and version are left to whoever runs
/// it.
/// @throws InvalidArgument for what llmprof does not do with nsys
[[nodiscard]] NsysCommand nsys_command_from(Settings const& settings);

}  // namespace llmprof::inline v0
