// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// Says what a file is of which detect() made InputKind::unknown, and how to get something that can be read:
/// one sentence without a full stop, to stand behind the file's name.
[[nodiscard]] std::string describe_unknown(std::string_view head);

/// Reports that only the tools which wrote them can read.
enum class ReportKind : std::uint8_t {
  nsys,  ///< `.nsys-rep`, `.qdrep`
  ncu,   ///< `.ncu-rep`
};

/// The kind of report that a file is, by its first bytes; absent if it is none.
[[nodiscard]] std::optional<ReportKind> report_kind(std::string_view head) noexcept;

}  // namespace llmprof::inline v0
