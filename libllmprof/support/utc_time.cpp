// SPDX-License-Identifier: MIT
#include "libllmprof/support/utc_time.hpp"

#include <array>

namespace llmprof::inline v0 {
namespace {

std::string formatted(std::time_t time, char const* format) {
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  std::array<char, 32> buffer{};
  std::size_t const size = std::strftime(buffer.data(), buffer.size(), format, &parts);
  return {buffer.data(), size};
}

}  // namespace

std::string utc_iso8601(std::time_t time) { return formatted(time, "%Y-%m-%dT%H:%M:%SZ"); }

std::string utc_compact(std::time_t time) { return formatted(time, "%Y%m%d-%H%M%S"); }

}  // namespace llmprof::inline v0
