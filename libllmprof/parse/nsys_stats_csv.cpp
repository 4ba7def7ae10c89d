// SPDX-License-Identifier: MIT
#include "llmprof/parse/nsys_stats_csv.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "libllmprof/parse/nsys_kernel_table.hpp"
#include "libllmprof/parse/nsys_report.hpp"
#include "libllmprof/support/utf16.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/csv.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view advice =
    "make the table with `nsys stats --report cuda_gpu_kern_sum --format csv`";

/// A table of another report, or a line that says something.
struct Found {
  std::string text;
  std::uint64_t line = 0;
  bool has_rows = false;
};

/// Reads one file: the kernel table, wherever it stands among other lines and tables.
class NsysFile {
 public:
  NsysFile(std::string_view text, std::string source) : source_(std::move(source)), lines_(text, source_) {}

  void read();
  [[nodiscard]] KernelTable take();

 private:
  void read_kernel_table();
  void read_other_table(std::string_view report);
  void read_message(std::string_view line);
  [[nodiscard]] bool at_table_end() const;
  void refuse_if_empty() const;

  std::string source_;
  CsvReader lines_;
  NsysKernelTable::Cells cells_;
  std::unique_ptr<NsysKernelTable> table_;
  std::uint64_t table_line_ = 0;
  std::vector<Found> other_tables_;
  Found skipped_;
  Found error_;
  Found text_table_;
  Diagnostics diagnostics_;
};

void NsysFile::read() {
  while (!lines_.at_end()) {
    std::string_view const line = lines_.peek_line();
    std::string_view const report = find_nsys_report(line);
    if (report == kernel_report && !table_) {
      read_kernel_table();
    } else if (!report.empty()) {
      read_other_table(report);
    } else {
      read_message(line);
      lines_.skip_line();
    }
  }
}

/// A table ends at an empty line, at the header of the next one, and where nsys says something.
bool NsysFile::at_table_end() const {
  if (lines_.at_end()) return true;
  std::string_view const line = lines_.peek_line();
  return line.find_first_not_of(" \t") == std::string_view::npos || is_nsys_message(line) ||
         !find_nsys_report(line).empty();
}

void NsysFile::read_kernel_table() {
  lines_.read_row(cells_);
  table_line_ = lines_.line();
  table_ = std::make_unique<NsysKernelTable>(cells_, source_, table_line_);
  std::uint64_t odd = 0;
  std::uint64_t odd_line = 0;
  while (!at_table_end()) {
    lines_.read_row(cells_);
    if (cells_.size() == table_->column_count()) {
      table_->add(cells_, lines_.line());
    } else if (lines_.at_end() && cells_.size() < table_->column_count()) {
      throw ParseError(source_, lines_.line(),
                       "the last row has only " + std::to_string(cells_.size()) + " of " +
                           std::to_string(table_->column_count()) +
                           " cells: the file is cut off; write it again");
    } else if (odd++ == 0) {
      odd_line = lines_.line();
    }
  }
  if (odd == 0) return;
  diagnostics_.push_back(
      {Severity::warning,
       std::to_string(odd) + " rows left out, whose number of cells is not that of the header", source_,
       odd_line});
}

void NsysFile::read_other_table(std::string_view report) {
  lines_.skip_line();
  Found table{std::string(report), lines_.line(), !at_table_end()};
  while (!at_table_end()) lines_.skip_line();
  other_tables_.push_back(std::move(table));
}

void NsysFile::read_message(std::string_view line) {
  auto const contains = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
  auto const found = [&] {
    std::string_view const text = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    return Found{std::string(text.substr(0, 500)), lines_.next_line(), false};
  };
  bool const is_about_kernels = contains("CUDA kernel data");
  if (contains("SKIPPED:") && (skipped_.line == 0 || is_about_kernels)) skipped_ = found();
  if (contains("ERROR") && error_.line == 0) error_ = found();
  if (is_nsys_text_rule(line) && text_table_.line == 0) text_table_ = found();
}

void NsysFile::refuse_if_empty() const {
  if (table_ && !table_->records().empty()) return;
  if (table_) throw NoData(source_ + ": no kernels: the kernel table of nsys has a header and no rows");
  if (skipped_.line > 0) {
    throw NoData(source_ + ':' + std::to_string(skipped_.line) + ": no kernels: nsys said '" + skipped_.text +
                 '\'');
  }
  if (!other_tables_.empty()) {
    Found const& other = other_tables_.front();
    if (other.text == "cuda_gpu_trace" && !other.has_rows) {
      throw NoData(source_ + ": no kernels: the table of the report cuda_gpu_trace is empty");
    }
    throw ParseError(
        source_, other.line,
        "this is the report " + other.text + " of nsys, not one of kernels; " + std::string(advice));
  }
  if (text_table_.line > 0) {
    throw ParseError(source_, text_table_.line,
                     "this is a table of nsys in text format; " + std::string(advice));
  }
  if (error_.line > 0)
    throw ParseError(source_, error_.line, "there is no table: nsys said '" + error_.text + '\'');
  throw ParseError(source_, std::nullopt, "there is no kernel table of nsys in it; " + std::string(advice));
}

KernelTable NsysFile::take() {
  refuse_if_empty();
  for (Found const& other : other_tables_) {
    bool const is_kernels = other.text == kernel_report;
    diagnostics_.push_back({is_kernels ? Severity::warning : Severity::note,
                            is_kernels ? "a second kernel table begins here, which is not read"
                                       : "the table of the report " + other.text + " is not read",
                            source_, other.line});
  }
  if (table_->merged() > 0) {
    diagnostics_.push_back(
        {Severity::note,
         std::to_string(table_->merged()) +
             " rows added to those of the same kernel with another grid or block; medians of "
             "these kernels are unknown",
         source_, table_line_});
  }
  KernelTable result{source_, std::move(table_->records()), 0, std::nullopt, std::move(diagnostics_)};
  finish(result);
  return result;
}

}  // namespace

KernelTable read_nsys_stats_csv(std::string_view text, std::string source) {
  std::string converted;
  if (is_utf16(text)) text = converted = utf8_from_utf16(text);
  NsysFile file(text, std::move(source));
  file.read();
  return file.take();
}

}  // namespace llmprof::inline v0
