// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace llmprof::inline v0 {

/// Whether the C++ library in this program can be stopped while it demangles: one that is linked statically
/// can. Else a name is demangled only if it is sure beforehand that it does not become long.
[[nodiscard]] bool can_stop_demangling() noexcept;

/// What a name of the Itanium C++ ABI (`_Z...`) stands for. Absent where it is none, or stands for more than
/// 4 MiB: a hostile one of 200 bytes may stand for terabytes.
[[nodiscard]] std::optional<std::string> demangle(std::string const& mangled);

}  // namespace llmprof::inline v0
