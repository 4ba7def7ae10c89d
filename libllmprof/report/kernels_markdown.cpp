// SPDX-License-Identifier: MIT
#include "llmprof/report/kernels_markdown.hpp"

#include <algorithm>

#include "libllmprof/report/counter_table.hpp"
#include "libllmprof/report/kernel_tables.hpp"
#include "libllmprof/report/markdown.hpp"
#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/report/non_finite.hpp"

namespace llmprof::inline v0 {
Table kernel_report_table(std::vector<KernelRecord> const& records) {
  Table table{{{"kernel_name", ColumnKind::name},
               {"total_ms", ColumnKind::number},
               {"calls", ColumnKind::number},
               {"mean_ms", ColumnKind::number},
               {"device", ColumnKind::text}},
              {}};
  for (KernelRecord const& record : records) {
    table.rows.push_back({record.name, milliseconds(record.total_ns), std::to_string(record.calls),
                          milliseconds(mean_of(record), 6),
                          record.device.empty() ? std::string(not_available) : record.device});
  }
  return table;
}

std::vector<KernelRecord> top_kernels(std::vector<KernelRecord> records, std::size_t n) {
  std::stable_sort(records.begin(), records.end(), comes_before);
  if (records.size() > n) records.erase(records.begin() + static_cast<std::ptrdiff_t>(n), records.end());
  for (KernelRecord& record : records) record.mean_ns = mean_of(record);
  return records;
}

namespace {

std::string page_of(std::vector<KernelRecord> const& records, std::size_t top, Profile const* profile) {
  auto const rows = top_kernels(records, top);
  MarkdownPage page;
  page.heading(1, "Top GPU Kernels");
  page.paragraph(records.empty() ? std::string("No kernels: the input holds none.")
                                 : std::to_string(rows.size()) + " of " + std::to_string(records.size()) +
                                       " kernels, by total time.");
  Table table = kernel_report_table(rows);
  if (profile != nullptr) add_utilisation(table, rows, *profile);
  page.table(table);
  if (auto const diagnostics = non_finite(records); !diagnostics.empty()) add_diagnostics(page, diagnostics);
  return page.take();
}

void write_page(std::string const& page, std::filesystem::path file) {
  if (file.extension() != ".md") file += ".md";
  write_file_atomically(file, page);
}

}  // namespace

std::string kernel_markdown(std::vector<KernelRecord> const& records, std::size_t top) {
  return page_of(records, top, nullptr);
}

std::string kernel_markdown(Profile const& profile, std::size_t top) {
  return page_of(to_records(profile, profile.kernels), top, &profile);
}

void write_kernel_markdown(std::vector<KernelRecord> const& records, std::filesystem::path const& path,
                           std::size_t top) {
  write_page(kernel_markdown(records, top), path);
}

void write_kernel_markdown(Profile const& profile, std::filesystem::path const& path, std::size_t top) {
  write_page(kernel_markdown(profile, top), path);
}

}  // namespace llmprof::inline v0
