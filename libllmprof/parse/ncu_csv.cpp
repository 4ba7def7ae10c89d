// SPDX-License-Identifier: MIT
#include "llmprof/parse/ncu_csv.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "libllmprof/parse/csv_line.hpp"
#include "libllmprof/parse/ncu_columns.hpp"
#include "libllmprof/parse/ncu_log.hpp"
#include "libllmprof/parse/ncu_tables.hpp"
#include "libllmprof/support/block_source.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/text_window.hpp"
#include "libllmprof/support/utf16.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/csv.hpp"
#include "llmprof/parse/input.hpp"

namespace llmprof::inline v0 {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads one file: the tables of ncu, wherever they stand among other lines.
class NcuFile {
 public:
  NcuFile(std::string_view source, char decimal_mark, WantedMetrics const& wanted)
      : source_(source), reading_(decimal_mark, wanted) {}

  void read(TextWindow& window, Progress const& progress);
  [[nodiscard]] bool needs_other_mark() const { return reading_.values.needs_other_mark(); }
  [[nodiscard]] Metrics take();

 private:
  [[nodiscard]] bool step(CsvReader& lines, bool is_last);
  void step_outside(CsvReader& lines);
  void begin_table(CsvReader& lines, std::size_t header_begin);
  [[nodiscard]] bool step_in_table(CsvReader& lines, bool is_last);
  [[nodiscard]] bool at_row(CsvReader const& lines) const;
  [[nodiscard]] bool read_table_row(CsvReader& lines, bool is_last);
  void check_header(NcuColumns const& columns, NcuPage page, std::uint64_t line) const;
  void refuse_if_empty() const;
  [[nodiscard]] Diagnostics diagnostics() const;

  std::string source_;
  NcuReading reading_;
  NcuLog log_;
  Cells cells_;
  std::string_view other_page_;
  std::uint64_t other_page_line_ = 0;
  bool has_table_ = false;

  // The table that is being read, if any.
  std::unique_ptr<NcuTable> table_;
  std::string first_column_;  // as it stands in the header
  std::size_t width_ = 0;     // in cells
  bool is_quoted_ = false;
};

/// Reads windows to their ends: a step that needs more than there is is done again in the next window.
void NcuFile::read(TextWindow& window, Progress const& progress) {
  std::uint64_t line = 1;
  for (;;) {
    CsvReader lines(window.text(), source_, line);
    std::size_t used = 0;
    while (step(lines, window.is_last())) {
      used = lines.position();
      line = lines.next_line();
    }
    if (window.is_last()) return;
    window.advance(used);
    if (progress) progress(window.share());
  }
}

/// Takes a line or a row. @return false at the end, and where the window ends before the line or row does:
/// then nothing was taken.
bool NcuFile::step(CsvReader& lines, bool is_last) {
  if (lines.at_end()) return false;
  if (table_) {
    std::size_t const size = table_->add_similar(lines.rest(), lines.next_line());
    if (size != 0) {
      lines.step_over_row(size);
      return true;
    }
  }
  // Behind a CR there may come an LF, which belongs to it: one byte more must be there.
  if (!is_last && lines.peek_line().size() + 1 >= lines.rest().size()) return false;
  if (table_) return step_in_table(lines, is_last);
  step_outside(lines);
  return true;
}

void NcuFile::step_outside(CsvReader& lines) {
  std::string_view const line = lines.peek_line();
  if (auto const begin = find_ncu_header(line)) return begin_table(lines, *begin);
  if (other_page_.empty() && !(other_page_ = find_other_ncu_page(line)).empty()) {
    other_page_line_ = lines.next_line();
  }
  log_.add(line, lines.next_line());
  lines.skip_line();
}

void NcuFile::begin_table(CsvReader& lines, std::size_t header_begin) {
  has_table_ = true;
  lines.skip_bytes(header_begin);
  is_quoted_ = lines.peek_line().starts_with('"');
  first_column_ = lines.peek_line().substr(0, lines.peek_line().find(','));
  lines.read_row(cells_);
  NcuColumns const columns = find_ncu_columns(cells_);
  NcuPage const page = *find_ncu_page(columns);
  check_header(columns, page, lines.line());
  width_ = columns.count;
  table_ = make_ncu_table(page, columns, cells_, reading_);
}

bool NcuFile::step_in_table(CsvReader& lines, bool is_last) {
  if (lines.rest().starts_with(first_column_) && find_ncu_header(lines.peek_line())) {
    table_.reset();
    step_outside(lines);
    return true;
  }
  if (at_row(lines)) return read_table_row(lines, is_last);
  log_.add(lines.peek_line(), lines.next_line());
  lines.skip_line();
  return true;
}

/// Rows are quoted as the header is, so a line of ncu or of the application among them is known by its begin.
bool NcuFile::at_row(CsvReader const& lines) const {
  std::string_view const line = lines.peek_line();
  if (!is_quoted_) {
    return !line.empty() && !line.starts_with("==") && line.find(',') != std::string_view::npos;
  }
  if (line.size() < 2) return false;
  if (!line.starts_with('"')) {  // a program that wrote the table again may quote all but numbers
    return is_digit(line.front()) && CsvLine(line).cells().size() == width_;
  }
  // Most rows begin with a number or are units. Another line must not take the rest of the file for its cell.
  bool const is_usual = line[1] == '"' || is_digit(line[1]);
  return is_usual || std::count(line.begin(), line.end(), '"') % 2 == 0;
}

/// @return false if the row goes on behind the window: a quoted cell may hold line breaks.
bool NcuFile::read_table_row(CsvReader& lines, bool is_last) {
  try {
    lines.read_row(cells_);
  } catch (ParseError const&) {
    if (!is_last) return false;
    throw;
  }
  if (!is_last && lines.at_end()) return false;
  if (table_->add(cells_, lines.line())) return true;
  if (lines.at_end() && table_->is_cut_off(cells_)) {
    throw ParseError(source_, lines.line(),
                     "the last row has only " + std::to_string(cells_.size()) +
                         " cells: the file is cut off; write it again");
  }
  reading_.odd_rows.add(lines.line(), cells_.front());
  return true;
}

void NcuFile::check_header(NcuColumns const& columns, NcuPage page, std::uint64_t line) const {
  auto const is_elision = [](std::string_view cell) { return cell.starts_with("..."); };
  if (std::any_of(cells_.begin(), cells_.end(), is_elision)) {
    throw ParseError(source_, line,
                     "the header was shortened by hand ('...'); give the table as ncu printed it");
  }
  if (auto const missing = missing_ncu_column(columns, page); !missing.empty()) {
    throw ParseError(source_, line,
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
  metrics.format = to_string(InputKind::ncu_csv);
  metrics.diagnostics = diagnostics();
  metrics.launches = std::move(reading_.launches);
  return metrics;
}

/// `open` gives the text from its begin.
template <class Open>
Metrics read_windows(Open const& open, std::string_view source, ReadOptions const& options) {
  auto const read_with = [&](char decimal_mark) {
    TextWindow window = open();
    auto file = std::make_unique<NcuFile>(source, decimal_mark, options.metrics);  // its tables refer to it
    file->read(window, options.progress);
    return file;
  };
  auto const file = read_with('.');
  return file->needs_other_mark() ? read_with(',')->take() : file->take();
}

}  // namespace

Metrics read_ncu_csv(std::string_view text, std::string_view source, ReadOptions const& options) {
  std::string converted;
  if (is_utf16(text)) text = converted = utf8_from_utf16(text);
  return read_windows([&] { return TextWindow(text); }, source, options);
}

Metrics read_ncu_csv_file(std::filesystem::path const& path, ReadOptions const& options) {
  std::string const source = path == "-" ? "standard input" : path.string();
  // A pipe cannot be read again, which a decimal comma would need; UTF-16 has no lines before it is
  // converted.
  if (!can_be_read_twice(path) || is_utf16(read_head(path, 2))) {
    return read_ncu_csv(read_file(path, options.progress), source, options);
  }
  return read_windows([&] { return TextWindow(file_blocks(path)); }, source, options);
}

}  // namespace llmprof::inline v0
