// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "llmprof/command/settings.hpp"
#include "llmprof/export.hpp"
#include "llmprof/session/run.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What to run, by settings.
/// @param argv      Of the workload.
/// @param variables Our environment.
/// @throws InvalidArgument for settings that contradict each other, files that are not there, devices that
/// cannot be, and what llmprof does not do with a tool.
[[nodiscard]] RunRequest request_from(Settings const& settings, std::vector<std::string> argv,
                                      std::map<std::string, std::string> variables);

/// What run_workload_collected would do, as YAML: argv, collector, names of the variables that would be set,
/// and all settings. Secrets are masked.
[[nodiscard]] std::string describe_plan(RunRequest const& request);

}  // namespace v0
}  // namespace llmprof
