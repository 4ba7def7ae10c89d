// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

enum class CheckState : std::uint8_t {
  ok,
  warning,  ///< Something is missing that not every profile needs.
  problem,  ///< The built-in collector cannot do its work.
  unknown,  ///< It could not be found out.
};

/// `ok`, `warning`, `problem` or `unknown`.
[[nodiscard]] std::string_view to_string(CheckState state) noexcept;

/// One thing that may stand in the way of profiling.
struct Check {
  std::string name;  ///< What was looked at: `driver`, `nsys`.
  CheckState state = CheckState::unknown;
  std::string found;  ///< In a sentence, with the file or tool that said so.
  std::string mend;   ///< The command or setting that mends it; empty if there is nothing to mend.

  friend bool operator==(Check const&, Check const&) = default;
};

using Checks = std::vector<Check>;

}  // namespace v0
}  // namespace llmprof
