// SPDX-License-Identifier: MIT
#include "llmprof/parse/ncu_csv.hpp"

#include <algorithm>
#include <utility>

#include "libllmprof/parse/csv_line.hpp"
#include "libllmprof/parse/ncu_columns.hpp"
#include "libllmprof/parse/ncu_log.hpp"
#include "libllmprof/parse/ncu_tables.hpp"
#include "libllmprof/support/utf16.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/csv.hpp"

namespace llmprof::inline v0 {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads one file: the tables of ncu, wherever they stand among other lines.
class NcuFile {
 public:
  NcuFile(std::string_view text, std::string source, char decimal_mark)
      : source_(std::move(source)), lines_(text, source_), reading_(decimal_mark) {}

  void read();
  [[nodiscard]] bool needs_other_mark() const { return reading_.values.needs_other_mark(); }
  [[nodiscard]] Metrics take();

 private:
  void read_table(std::size_t header_begin);
  [[nodiscard]] static bool at_row(std::string_view line, bool is_quoted, std::size_t width);
  void read_table_row(NcuTable& table);
  void check_header(NcuColumns const& columns, NcuPage page) const;
  void refuse_if_empty() const;
  [[nodiscard]] Diagnostics diagnostics() const;

  std::string source_;
  CsvReader lines_;
  NcuReading reading_;
  NcuLog log_;
  Cells cells_;
  std::string_view other_page_;
  std::uint64_t other_page_line_ = 0;
  bool has_table_ = false;
};

void NcuFile::read() {
  while (!lines_.at_end()) {
    std::string_view const line = lines_.peek_line();
    if (auto const begin = find_ncu_header(line)) {
      read_table(*begin);
      continue;
    }
    if (other_page_.empty() && !(other_page_ = find_other_ncu_page(line)).empty()) {
      other_page_line_ = lines_.next_line();
    }
    log_.add(line, lines_.next_line());
    lines_.skip_line();
  }
}

void NcuFile::read_table(std::size_t header_begin) {
  has_table_ = true;
  lines_.skip_bytes(header_begin);
  bool const is_quoted = lines_.peek_line().starts_with('"');
  std::string const first_column(lines_.peek_line().substr(0, lines_.peek_line().find(',')));
  lines_.read_row(cells_);
  NcuColumns const columns = find_ncu_columns(cells_);
  NcuPage const page = *find_ncu_page(columns);
  check_header(columns, page);
  auto const table = make_ncu_table(page, columns, cells_, reading_);
  while (!lines_.at_end()) {
    std::string_view const line = lines_.peek_line();
    if (line.starts_with(first_column) && find_ncu_header(line)) return;
    if (at_row(line, is_quoted, columns.count)) {
      read_table_row(*table);
    } else {
      log_.add(line, lines_.next_line());
      lines_.skip_line();
    }
  }
}

/// Rows are quoted as the header is, so a line of ncu or of the application among them is known by its begin.
bool NcuFile::at_row(std::string_view line, bool is_quoted, std::size_t width) {
  if (!is_quoted) return !line.empty() && !line.starts_with("==") && line.find(',') != std::string_view::npos;
  if (line.size() < 2) return false;
  if (!line.starts_with('"')) {  // a program that wrote the table again may quote all but numbers
    return is_digit(line.front()) && CsvLine(line).cells().size() == width;
  }
  // Most rows begin with a number or are units. Another line must not take the rest of the file for its cell.
  bool const is_usual = line[1] == '"' || is_digit(line[1]);
  return is_usual || std::count(line.begin(), line.end(), '"') % 2 == 0;
}

void NcuFile::read_table_row(NcuTable& table) {
  lines_.read_row(cells_);
  if (table.add(cells_, lines_.line())) return;
  if (lines_.at_end() && table.is_cut_off(cells_)) {
    throw ParseError(source_, lines_.line(),
                     "the last row has only " + std::to_string(cells_.size()) +
                         " cells: the file is cut off; write it again");
  }
  reading_.odd_rows.add(lines_.line(), cells_.front());
}

void NcuFile::check_header(NcuColumns const& columns, NcuPage page) const {
  auto const is_elision = [](std::string_view cell) { return cell.starts_with("..."); };
  if (std::any_of(cells_.begin(), cells_.end(), is_elision)) {
    throw ParseError(source_, lines_.line(),
                     "the header was shortened by hand ('...'); give the table as ncu printed it");
  }
  if (auto const missing = missing_ncu_column(columns, page); !missing.empty()) {
    throw ParseError(source_, lines_.line(),
                     "the table of Nsight Compute has no column '" + std::string(missing) +
                         "'; make it with `ncu --import FILE.ncu-rep --csv --page raw`");
  }
}

void NcuFile::refuse_if_empty() const {
  if (!reading_.launches.empty()) return;
  if (reading_.odd_rows.count > 0) {
    throw ParseError(source_, reading_.odd_rows.line,
                     "no row of the table of Nsight Compute can be read; the first begins with '" +
                         reading_.odd_rows.text + "'");
  }
  if (has_table_ && log_.lines().empty()) {
    throw NoData(source_ + ": no kernels: the table of Nsight Compute has a header and no rows");
  }
  if (!has_table_ && !other_page_.empty()) {
    throw ParseError(source_, other_page_line_,
                     "this is the " + std::string(other_page_) +
                         " page of Nsight Compute, which has no metrics of kernels; make the raw page with "
                         "`ncu --import FILE.ncu-rep --csv --page raw`");
  }
  if (log_.is_from_ncu()) throw NoData(explain_missing_table(log_, source_));
  throw ParseError(source_, std::nullopt,
                   "there is no table of Nsight Compute in it (no header with 'ID', 'Process ID' and 'Kernel "
                   "Name'); make one with `ncu --import FILE.ncu-rep --csv --page raw`");
}

Diagnostics NcuFile::diagnostics() const {
  Diagnostics all = log_.diagnostics(source_);
  auto const report = [&](Sighting const& sighting, char const* what, std::string const& text) {
    if (sighting.count == 0) return;
    all.push_back({Severity::warning, counted(sighting, what) + text, source_, sighting.line});
  };
  report(reading_.no_units, "raw page",
         " without the row of units below its header: units and durations are unknown");
  report(
      reading_.odd_rows, "row",
      " left out, which are not rows of the table; the first begins with '" + reading_.odd_rows.text + "'");
  report(reading_.repeated_rows, "row",
         " left out, whose launch is there already; the first has ID " + reading_.repeated_rows.text);
  Diagnostics const of_values = reading_.values.diagnostics(source_);
  all.insert(all.end(), of_values.begin(), of_values.end());
  return all;
}

Metrics NcuFile::take() {
  refuse_if_empty();
  reading_.values.check_durations(source_);
  Metrics metrics;
  metrics.source = source_;
  metrics.diagnostics = diagnostics();
  metrics.launches = std::move(reading_.launches);
  return metrics;
}

}  // namespace

Metrics read_ncu_csv(std::string_view text, std::string source) {
  std::string converted;
  if (is_utf16(text)) text = converted = utf8_from_utf16(text);
  NcuFile file(text, source, '.');
  file.read();
  if (!file.needs_other_mark()) return file.take();
  NcuFile german(text, std::move(source), ',');
  german.read();
  return german.take();
}

}  // namespace llmprof::inline v0
