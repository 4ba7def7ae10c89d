// SPDX-License-Identifier: MIT
#include "libllmprof/report/render.hpp"

#include <cmath>

#include "libllmprof/report/markdown.hpp"
#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {

std::string csv_number(std::optional<std::int64_t> value) {
  return value ? std::to_string(*value) : std::string();
}

std::string csv_number(std::optional<std::uint64_t> value) {
  return value ? std::to_string(*value) : std::string();
}

std::string csv_number(std::optional<double> value) {
  return value && std::isfinite(*value) ? shortest(*value) : std::string();
}

std::string render(Table const& table, FormatOptions const& options) {
  if (options.format == Format::csv) return csv_table(table);
  if (options.format == Format::table) return terminal_table(table, options.width);
  MarkdownPage page;
  page.table(table);
  return page.take();
}

}  // namespace llmprof::inline v0
