// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string_view>

#include "llmprof/model/profile.hpp"
#include "support/says.hpp"

namespace llmprof::tests {

/// The phase at that path; it must be there.
inline PhaseProfile const& phase(Profile const& profile, std::string_view path) {
  auto const* const found = profile.find(parse_path(path));
  REQUIRE(found != nullptr);
  return *found;
}

/// What the profile accounts for: it must be the total, to the nanosecond.
inline std::int64_t accounted(Profile const& profile) {
  std::int64_t sum = *profile.outside.kernel_ns + *profile.no_launch_record.kernel_ns;
  for (PhaseProfile const& each : profile.phases) sum += each.exclusive_kernel_ns.value();
  return sum;
}

}  // namespace llmprof::tests
