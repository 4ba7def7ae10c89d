// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The text as a regular expression that matches it alone.
[[nodiscard]] std::string regex_escaped(std::string_view text);

/// What `--kernel-name` takes to match any of these: names, matched exactly, or `regex:EXPRESSION`.
///
/// One name is passed on as it is, several become one expression, as ncu takes one filter only.
/// @throws InvalidArgument if there is none, or one is empty.
[[nodiscard]] std::string any_kernel_of(std::vector<std::string> const& names);

}  // namespace v0
}  // namespace llmprof
