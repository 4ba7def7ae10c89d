// SPDX-License-Identifier: MIT
#include "llmprof/parse/nsys_stats.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "libllmprof/parse/csv_line.hpp"
#include "libllmprof/parse/nsys_json.hpp"
#include "libllmprof/parse/nsys_layout.hpp"
#include "libllmprof/parse/nsys_report.hpp"
#include "libllmprof/parse/nsys_table.hpp"
#include "libllmprof/parse/number.hpp"
#include "libllmprof/parse/sighting.hpp"
#include "libllmprof/support/text.hpp"
#include "libllmprof/support/utf16.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/csv.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view advice =
    "make the table of kernels with `nsys stats --report cuda_gpu_kern_sum --format csv`, that of ranges "
    "with "
    "`--report nvtx_sum`";

/// A table of another report, or a line that says something.
struct Found {
  std::string text;
  std::uint64_t line = 0;
};

/// A table whose rows were taken.
struct TableRead {
  std::unique_ptr<NsysTable> table;
  Sighting odd_rows;
};

/// True for `1.5,200,"k<int, 4>"`, false for prose with commas.
bool looks_like_data(std::string_view line) {
  CsvLine const row(line);
  auto const is_number = [](std::string_view cell) { return NumberReader().read(cell).has_value(); };
  return row.cells().size() >= 3 && std::any_of(row.cells().begin(), row.cells().end(), is_number);
}

/// Where rows may pause: an empty line, something that nsys said, the frame of a table.
bool is_gap(std::string_view line) {
  bool const is_frame = line.find_first_not_of("+- \t") == std::string_view::npos;
  return is_frame || is_nsys_message(line);
}

/// Reads one file: the tables that are used, wherever they stand among other lines and tables.
class NsysFile {
 public:
  NsysFile(std::string_view text, std::string source)
      : source_(std::move(source)), lines_(text, source_), of_file_(nsys_report_of_file(source_)) {}

  void read();
  [[nodiscard]] StatsTables take();

 private:
  void read_table(NsysHead const& head);
  void read_json_table();
  void read_used_table(NsysHead const& head, std::string const& report);
  [[nodiscard]] TableRead read_rows(NsysHead const& head, std::string const& report, char decimal_mark);
  void read_row(TableRead& into, NsysHead const& head);
  void read_other_table(NsysHead const& head, std::string report);
  void read_message(std::string_view line);
  [[nodiscard]] bool at_table_end() const;
  [[nodiscard]] bool at_row_of(NsysTable const& table, NsysLayout const& layout) const;
  [[nodiscard]] bool is_read(std::string_view report) const;
  void refuse_if_empty() const;
  void refuse_empty_tables() const;
  void refuse_without_table() const;
  void add_diagnostics(StatsTables& tables) const;

  std::string source_;
  CsvReader lines_;
  NsysCells cells_;
  std::string of_file_;    // the report that the file is named after
  std::string announced_;  // the report that nsys named since the last table
  std::vector<TableRead> tables_;
  std::vector<Found> other_tables_;
  Sighting left_over_;
  Found skipped_;
  Found error_;
  Found text_table_;
  Found html_;
  bool has_other_lines_ = false;  // beside those that nsys prints around its tables
};

void NsysFile::read() {
  while (!lines_.at_end()) {
    if (begins_nsys_json(lines_.peek_line())) {
      read_json_table();
    } else if (auto const head = find_nsys_head(lines_)) {
      read_table(*head);
    } else {
      read_message(lines_.peek_line());
      lines_.skip_line();
    }
  }
}

void NsysFile::read_table(NsysHead const& head) {
  std::string const report = chosen_nsys_report(head.report, std::exchange(announced_, {}), of_file_);
  if (use_of_nsys_report(report) == NsysReportUse::none || is_read(report)) {
    read_other_table(head, report);
  } else {
    read_used_table(head, report);
  }
}

void NsysFile::read_json_table() {
  std::uint64_t const line = lines_.next_line();
  NsysJsonTable json = read_nsys_json(lines_, source_);
  if (json.rows.empty()) return;
  NsysCells const titles(json.titles.begin(), json.titles.end());
  std::string const report =
      chosen_nsys_report(find_nsys_report(titles), std::exchange(announced_, {}), of_file_);
  if (use_of_nsys_report(report) == NsysReportUse::none || is_read(report)) {
    if (!report.empty()) other_tables_.push_back({report, line});
    return;
  }
  TableRead read{make_nsys_table({report, std::move(json.titles), source_, line}, '.'), {}};
  for (auto const& row : json.rows) {
    if (auto const why = read.table->add(NsysCells(row.begin(), row.end()), line))
      read.odd_rows.add(line, *why);
  }
  tables_.push_back(std::move(read));
}

bool NsysFile::is_read(std::string_view report) const {
  return std::any_of(tables_.begin(), tables_.end(),
                     [&](TableRead const& read) { return read.table->header().report == report; });
}

/// Text tables follow the locale: where their numbers have a comma before the decimals, the table is read
/// once more.
void NsysFile::read_used_table(NsysHead const& head, std::string const& report) {
  CsvReader const start = lines_;
  Sighting const left_over = left_over_;
  TableRead read = read_rows(head, report, '.');
  if (head.layout.is_text() && read.table->is_refuted()) {
    CsvReader const end = lines_;
    lines_ = start;
    left_over_ = left_over;
    TableRead again = read_rows(head, report, ',');
    if (again.odd_rows.count < read.odd_rows.count) {
      read = std::move(again);
    } else {
      lines_ = end;
    }
  }
  tables_.push_back(std::move(read));
}

/// A table that is not read ends at a gap, and at the header of the next one.
bool NsysFile::at_table_end() const {
  return lines_.at_end() || is_gap(lines_.peek_line()) || find_nsys_head(lines_);
}

/// Ends at the header of the next table, and where behind a gap no row follows.
TableRead NsysFile::read_rows(NsysHead const& head, std::string const& report, char decimal_mark) {
  std::uint64_t const line_of_titles = lines_.next_line();
  skip_nsys_head(lines_, head);
  TableRead read{make_nsys_table({report, head.titles, source_, line_of_titles}, decimal_mark), {}};
  bool in_gap = false;
  while (!lines_.at_end() && !find_nsys_head(lines_)) {
    std::string_view const line = lines_.peek_line();
    if (is_gap(line)) {
      in_gap = true;
      read_message(line);
      lines_.skip_line();
    } else if (in_gap && !at_row_of(*read.table, head.layout)) {
      break;
    } else {
      in_gap = false;
      read_row(read, head);
    }
  }
  return read;
}

/// Looks at the next row without taking it: behind a gap there may be anything.
bool NsysFile::at_row_of(NsysTable const& table, NsysLayout const& layout) const {
  CsvReader ahead = lines_;
  NsysCells cells;
  try {
    layout.read_row(ahead, cells);
  } catch (ParseError const&) {
    std::string_view const line = lines_.peek_line();
    if (looks_like_data(line.substr(0, line.find('"')))) throw;  // a row that is cut off
    return false;
  }
  return table.is_like_row(cells);
}

void NsysFile::read_row(TableRead& into, NsysHead const& head) {
  head.layout.read_row(lines_, cells_);
  if (!head.layout.is_text() && lines_.at_end() && cells_.size() < head.titles.size()) {
    throw ParseError(source_, lines_.line(),
                     "the last row has only " + std::to_string(cells_.size()) + " of " +
                         std::to_string(head.titles.size()) + " cells: the file is cut off; write it again");
  }
  if (auto const why = into.table->add(cells_, lines_.line())) into.odd_rows.add(lines_.line(), *why);
}

void NsysFile::read_other_table(NsysHead const& head, std::string report) {
  Found table{std::move(report), lines_.next_line()};
  skip_nsys_head(lines_, head);
  while (!at_table_end()) lines_.skip_line();
  other_tables_.push_back(std::move(table));
}

void NsysFile::read_message(std::string_view line) {
  if (!tables_.empty() && !is_nsys_message(line) && looks_like_data(line))
    left_over_.add(lines_.next_line(), line.substr(0, 100));
  auto const contains = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
  auto const found = [&] { return Found{std::string(trimmed(line).substr(0, 500)), lines_.next_line()}; };
  if (auto report = announced_nsys_report(line); !report.empty()) announced_ = std::move(report);
  has_other_lines_ = has_other_lines_ || !is_gap(line);
  bool const is_about_kernels = contains("CUDA kernel data");
  if (contains("SKIPPED:")) {
    announced_.clear();
    if (skipped_.line == 0 || is_about_kernels) skipped_ = found();
  }
  if (contains("ERROR") && error_.line == 0) error_ = found();
  if (is_nsys_text_rule(line) && text_table_.line == 0) text_table_ = found();
  if (trimmed(line) == "<table>" && html_.line == 0) html_ = found();
}

void NsysFile::refuse_if_empty() const {
  bool const has_data =
      std::any_of(tables_.begin(), tables_.end(), [](TableRead const& read) { return !read.table->empty(); });
  if (has_data) return;
  if (!tables_.empty()) refuse_empty_tables();
  refuse_without_table();
}

void NsysFile::refuse_empty_tables() const {
  for (TableRead const& read : tables_) {
    if (read.odd_rows.count == 0) continue;
    throw ParseError(source_, read.odd_rows.line,
                     "no row of the report " + read.table->header().report +
                         " can be read; the first: " + read.odd_rows.text);
  }
  NsysTable const& first = *tables_.front().table;
  if (left_over_.count > 0) {
    throw ParseError(
        source_, left_over_.line,
        "no row of the report " + first.header().report + " can be read; the first: " + left_over_.text);
  }
  auto const use = use_of_nsys_report(first.header().report);
  bool const is_of_kernels = use == NsysReportUse::kernels || use == NsysReportUse::launches;
  std::string const why = first.why_empty();
  throw NoData(source_ + (is_of_kernels ? ": no kernels: " : ": no ranges: ") +
               (why.empty() ? "the table of the report " + first.header().report +
                                  " is empty: it has a header and no rows"
                            : why));
}

void NsysFile::refuse_without_table() const {
  if (skipped_.line > 0) {
    throw NoData(source_ + ':' + std::to_string(skipped_.line) + ": no kernels: nsys said '" + skipped_.text +
                 '\'');
  }
  if (!other_tables_.empty()) {
    throw ParseError(source_, other_tables_.front().line,
                     "this is the report " + other_tables_.front().text +
                         " of nsys, which has neither kernels nor ranges; " + std::string(advice));
  }
  if (html_.line > 0) {
    throw ParseError(source_, html_.line, "this is a table of nsys in HTML; " + std::string(advice));
  }
  if (text_table_.line > 0) {
    throw ParseError(
        source_, text_table_.line,
        "this is a table of nsys in text format whose titles are not known; " + std::string(advice));
  }
  if (error_.line > 0)
    throw ParseError(source_, error_.line, "there is no table: nsys said '" + error_.text + '\'');
  if (!announced_.empty() && !has_other_lines_) {
    throw NoData(source_ + ": nsys ran the report " + announced_ + ", which has no rows");
  }
  throw ParseError(source_, std::nullopt,
                   (announced_.empty() ? "there is no table of kernels or ranges of nsys in it; "
                                       : "there is no known table of the report " + announced_ + " in it; ") +
                       std::string(advice));
}

void NsysFile::add_diagnostics(StatsTables& tables) const {
  auto const add = [&](Severity severity, std::string text, std::uint64_t line) {
    tables.diagnostics.push_back({severity, std::move(text), source_, line});
  };
  for (auto const& [table, odd_rows] : tables_) {
    if (odd_rows.count == 0) continue;
    add(Severity::warning, counted(odd_rows, "row") + " left out; the first: " + odd_rows.text,
        odd_rows.line);
  }
  if (left_over_.count > 0) {
    add(Severity::warning,
        counted(left_over_, "line") +
            " behind the table not read, with cells as rows have them; the first: '" + left_over_.text + '\'',
        left_over_.line);
  }
  for (Found const& other : other_tables_) {
    bool const is_second = is_read(other.text);
    add(is_second ? Severity::warning : Severity::note,
        is_second
            ? "a second table of the report " + other.text + " begins here, which is not read"
            : "the table of the report " + other.text + " is not read: it has neither kernels nor ranges",
        other.line);
  }
  if (skipped_.line > 0 && skipped_.text.find("CUDA kernel data") != std::string::npos) {
    add(Severity::warning, "nsys said '" + skipped_.text + '\'', skipped_.line);
  }
}

StatsTables NsysFile::take() {
  refuse_if_empty();
  StatsTables tables;
  tables.source = source_;
  add_diagnostics(tables);
  for (TableRead const& read : tables_) {
    if (!read.table->empty()) read.table->give(tables);
  }
  return tables;
}

}  // namespace

StatsTables read_nsys_stats(std::string_view text, std::string source) {
  std::string converted;
  if (is_utf16(text)) text = converted = utf8_from_utf16(text);
  NsysFile file(text, std::move(source));
  file.read();
  return file.take();
}

}  // namespace llmprof::inline v0
