// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/report/table.hpp"
#include "llmprof/model/environment.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Key and value: what the capture says about itself, then the machine. @param environment May be null.
[[nodiscard]] Table environment_table(Profile const& profile, Environment const* environment);

}  // namespace llmprof::inline v0
