// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "libllmprof/report/table.hpp"
#include "llmprof/report/format.hpp"

namespace llmprof::inline v0 {

/// The number as a cell of a CSV, shortest form; empty if it is absent or not finite.
[[nodiscard]] std::string csv_number(std::optional<std::int64_t> value);
[[nodiscard]] std::string csv_number(std::optional<std::uint64_t> value);
[[nodiscard]] std::string csv_number(std::optional<double> value);

/// The table in any format but JSON.
[[nodiscard]] std::string render(Table const& table, FormatOptions const& options);

}  // namespace llmprof::inline v0
