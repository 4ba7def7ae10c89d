// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Microseconds written as a decimal number, as nanoseconds: exact, never by way of a double, which cannot
/// hold 1700000000123456.789. What is below a nanosecond is rounded. Absent if the text is no number, or not
/// is_sane.
[[nodiscard]] std::optional<Nanoseconds> nanoseconds_from_us(std::string_view text) noexcept;

/// The whole text as an integer. Absent if it is none.
[[nodiscard]] std::optional<std::int64_t> integer_from(std::string_view text) noexcept;

/// The number of a process, thread or stream: an integer, or the first one in words like `stream 7`.
[[nodiscard]] std::optional<std::int64_t> id_from(std::string_view text) noexcept;

}  // namespace llmprof::inline v0
