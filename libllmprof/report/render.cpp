// SPDX-License-Identifier: MIT
#include "libllmprof/report/render.hpp"

#include "libllmprof/report/markdown.hpp"

namespace llmprof::inline v0 {

std::string render(Table const& table, FormatOptions const& options) {
  if (options.format == Format::csv) return csv_table(table);
  if (options.format == Format::table) return terminal_table(table, options.width);
  MarkdownPage page;
  page.table(table);
  return page.take();
}

}  // namespace llmprof::inline v0
