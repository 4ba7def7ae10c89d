// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// `python (1234)` for each process of the profile, no two the same: with the host where there are several,
/// and with a number where a host gave a process id twice.
[[nodiscard]] std::vector<std::string> process_labels(Profile const& profile);

}  // namespace llmprof::inline v0
