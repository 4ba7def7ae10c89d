// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// Says what a file is of which detect() made InputKind::unknown, and how to get something that can be read:
/// one sentence without a full stop, to stand behind the file's name.
[[nodiscard]] std::string describe_unknown(std::string_view head);

}  // namespace llmprof::inline v0
