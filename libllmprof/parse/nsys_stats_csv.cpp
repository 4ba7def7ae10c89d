// SPDX-License-Identifier: MIT
#include "llmprof/parse/nsys_stats_csv.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "libllmprof/parse/csv_line.hpp"
#include "libllmprof/parse/nsys_kernel_table.hpp"
#include "libllmprof/parse/nsys_report.hpp"
#include "libllmprof/parse/number.hpp"
#include "libllmprof/parse/sighting.hpp"
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

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t") == std::string_view::npos; }

/// True for `1.5,200,"k<int, 4>"`, false for prose with commas.
bool looks_like_data(std::string_view line) {
  CsvLine const row(line);
  auto const is_number = [](std::string_view cell) { return NumberReader().read(cell).has_value(); };
  return row.cells().size() >= 3 && std::any_of(row.cells().begin(), row.cells().end(), is_number);
}

/// Reads one file: the kernel table, wherever it stands among other lines and tables.
class NsysFile {
 public:
  NsysFile(std::string_view text, std::string source) : source_(std::move(source)), lines_(text, source_) {}

  void read();
  [[nodiscard]] KernelTable take();

 private:
  void read_kernel_table();
  void read_kernel_row();
  void read_other_table(std::string_view report);
  void read_message(std::string_view line);
  [[nodiscard]] bool at_table_end() const;
  [[nodiscard]] bool at_kernel_row() const;
  void refuse_if_empty() const;

  std::string source_;
  CsvReader lines_;
  NsysKernelTable::Cells cells_;
  std::unique_ptr<NsysKernelTable> table_;
  std::uint64_t table_line_ = 0;
  std::vector<Found> other_tables_;
  Sighting odd_rows_;
  Sighting left_over_;
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

/// A table that is not read ends at an empty line, at the header of the next one, and where nsys says
/// something.
bool NsysFile::at_table_end() const {
  if (lines_.at_end()) return true;
  std::string_view const line = lines_.peek_line();
  return is_blank(line) || is_nsys_message(line) || !find_nsys_report(line).empty();
}

/// Ends at the header of the next table, and where behind an empty line or a message no row follows.
void NsysFile::read_kernel_table() {
  lines_.read_row(cells_);
  table_line_ = lines_.line();
  table_ = std::make_unique<NsysKernelTable>(cells_, source_, table_line_);
  bool in_gap = false;
  while (!lines_.at_end()) {
    std::string_view const line = lines_.peek_line();
    if (!find_nsys_report(line).empty()) return;
    if (is_blank(line) || is_nsys_message(line)) {
      in_gap = true;
      read_message(line);
      lines_.skip_line();
    } else if (in_gap && !at_kernel_row()) {
      return;
    } else {
      in_gap = false;
      read_kernel_row();
    }
  }
}

/// Looks at the next row without taking it: behind a gap there may be anything.
bool NsysFile::at_kernel_row() const {
  CsvReader ahead = lines_;
  NsysKernelTable::Cells cells;
  try {
    ahead.read_row(cells);
  } catch (ParseError const&) {
    std::string_view const line = lines_.peek_line();
    if (looks_like_data(line.substr(0, line.find('"')))) throw;  // a row that is cut off
    return false;
  }
  return table_->is_like_row(cells);
}

void NsysFile::read_kernel_row() {
  lines_.read_row(cells_);
  if (lines_.at_end() && cells_.size() < table_->column_count()) {
    throw ParseError(source_, lines_.line(),
                     "the last row has only " + std::to_string(cells_.size()) + " of " +
                         std::to_string(table_->column_count()) +
                         " cells: the file is cut off; write it again");
  }
  if (auto const why = table_->add(cells_, lines_.line())) odd_rows_.add(lines_.line(), *why);
}

void NsysFile::read_other_table(std::string_view report) {
  lines_.skip_line();
  Found table{std::string(report), lines_.line(), !at_table_end()};
  while (!at_table_end()) lines_.skip_line();
  other_tables_.push_back(std::move(table));
}

void NsysFile::read_message(std::string_view line) {
  if (table_ && !is_nsys_message(line) && looks_like_data(line))
    left_over_.add(lines_.next_line(), line.substr(0, 100));
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
  if (Sighting const& odd = odd_rows_.count > 0 ? odd_rows_ : left_over_; odd.count > 0) {
    throw ParseError(source_, odd.line, "no row of the kernel table can be read; the first: " + odd.text);
  }
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
  if (odd_rows_.count > 0) {
    diagnostics_.push_back({Severity::warning,
                            counted(odd_rows_, "row") + " left out; the first: " + odd_rows_.text, source_,
                            odd_rows_.line});
  }
  if (left_over_.count > 0) {
    diagnostics_.push_back(
        {Severity::warning,
         counted(left_over_, "line") +
             " behind the kernel table not read, with cells as rows have them; the first: '" +
             left_over_.text + '\'',
         source_, left_over_.line});
  }
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
