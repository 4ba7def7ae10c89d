// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "libllmprof/process/container.hpp"
#include "libllmprof/process/privileges.hpp"
#include "llmprof/process/check.hpp"
#include "llmprof/process/ensure_tool.hpp"

namespace llmprof::inline v0 {

/// May this process read hardware counters? @param driver its version, empty if there is none
[[nodiscard]] Check check_counter_permission(std::filesystem::path const& root, std::string const& driver,
                                             Privileges const& privileges, ContainerKind container);

/// DCGM holds the counters, so that ncu gets none. @param root where /proc is
[[nodiscard]] Check check_dcgm(std::filesystem::path const& root, ContainerKind container);

/// ncu waits for a file that one user makes and another cannot open. @param folder for temporary files
[[nodiscard]] Check check_ncu_lock(std::filesystem::path const& folder);

/// Measures one kernel. @param program and its arguments: launches the kernel
[[nodiscard]] Check probe_counters(FoundTool const& ncu, std::vector<std::string> const& program,
                                   ContainerKind container, std::chrono::seconds deadline);

}  // namespace llmprof::inline v0
