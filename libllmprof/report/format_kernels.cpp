// SPDX-License-Identifier: MIT
#include <cmath>

#include "libllmprof/report/kernel_tables.hpp"
#include "libllmprof/report/render.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/report/tables.hpp"

namespace llmprof::inline v0 {
namespace {

/// A cell of a CSV file: empty if unknown.
Table csv_columns(std::vector<KernelRecord> const& kernels) {
  Table table{{{"kernel_name"},
               {"device"},
               {"calls"},
               {"total_ns"},
               {"mean_ns"},
               {"min_ns"},
               {"median_ns"},
               {"max_ns"},
               {"stddev_ns"}},
              {}};
  for (KernelRecord const& kernel : kernels) {
    table.rows.push_back({kernel.name, kernel.device, std::to_string(kernel.calls),
                          csv_number(kernel.total_ns), csv_number(mean_of(kernel)), csv_number(kernel.min_ns),
                          csv_number(kernel.median_ns), csv_number(kernel.max_ns),
                          csv_number(kernel.stddev_ns)});
  }
  return table;
}

Table terminal_columns(std::vector<KernelRecord> const& kernels) {
  Table table{{{"kernel_name", ColumnKind::name},
               {"total_ms", ColumnKind::number},
               {"calls", ColumnKind::number},
               {"mean_ms", ColumnKind::number},
               {"min_ms", ColumnKind::number},
               {"median_ms", ColumnKind::number},
               {"max_ms", ColumnKind::number},
               {"device", ColumnKind::text}},
              {}};
  for (KernelRecord const& kernel : kernels) {
    table.rows.push_back({kernel.name, milliseconds(kernel.total_ns), std::to_string(kernel.calls),
                          milliseconds(mean_of(kernel)), milliseconds(kernel.min_ns),
                          milliseconds(kernel.median_ns), milliseconds(kernel.max_ns),
                          kernel.device.empty() ? std::string(not_available) : kernel.device});
  }
  return table;
}

}  // namespace

std::string format_kernels(KernelTable const& table, FormatOptions const& options) {
  switch (options.format) {
    case Format::json: return kernels_json(table);
    case Format::csv: return render(csv_columns(table.kernels), options);
    case Format::md: return render(kernel_report_table(table.kernels), options);
    case Format::table: break;
  }
  return render(terminal_columns(table.kernels), options);
}

}  // namespace llmprof::inline v0
