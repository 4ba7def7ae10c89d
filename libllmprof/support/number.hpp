// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// What people read where a figure is unknown.
inline constexpr std::string_view not_available = "n/a";

/// `value` with `digits` behind the point; `n/a` if it is not finite: every number in a table comes from
/// here.
[[nodiscard]] std::string fixed(double value, int digits);

/// The same for what may be unknown.
[[nodiscard]] std::string fixed(std::optional<double> value, int digits);

/// A share, 0..1, as `12.3 %`; `n/a` if it is absent.
[[nodiscard]] std::string share_text(std::optional<double> share);

/// The shortest text that reads back as `value`; `n/a` if it is not finite.
[[nodiscard]] std::string shortest(double value);

/// Nanoseconds as milliseconds with `digits` behind the point; `n/a` if absent or not finite.
[[nodiscard]] std::string milliseconds(std::optional<std::int64_t> ns, int digits = 3);
[[nodiscard]] std::string milliseconds(std::optional<double> ns, int digits = 3);

/// `part` of `whole` as `12.3 %`; `n/a` if it cannot be said.
[[nodiscard]] std::string percentage(double part, double whole);

/// `part / whole`; absent if it cannot be said.
[[nodiscard]] std::optional<double> ratio(double part, double whole);

/// The number, or `n/a`.
[[nodiscard]] std::string count_text(std::optional<std::int64_t> value);
[[nodiscard]] std::string count_text(std::optional<std::uint64_t> value);

}  // namespace llmprof::inline v0
