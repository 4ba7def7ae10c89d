// SPDX-License-Identifier: MIT
// The small grammars: labels, CSV rows, and what kind a file is of.
#include <string>
#include <vector>

#include "libllmprof/parse/written_label.hpp"
#include "llmprof/model/kernel_name.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/parse/csv.hpp"
#include "llmprof/parse/input.hpp"
#include "tests/fuzz/stages.hpp"

using namespace llmprof;

namespace {

void check_label(std::string_view text) {
  try {
    std::vector<Label> const path = parse_path(text);
    fuzz::demand(!path.empty(), "a path has labels");
    // parse_path would take `1:s`, the name of a range in the default domain, for nsys's `domain:name`.
    for (Label const& label : path) {
      fuzz::demand(written_label(to_string(label)) == label, "a label that was written is read back equal");
    }
  } catch (InvalidArgument const&) {
  }
}

/// As the table is written: every cell in quotes.
std::string quoted(std::vector<std::string_view> const& cells) {
  std::string row;
  for (std::string_view const cell : cells) {
    row += row.empty() ? "\"" : ",\"";
    for (char const c : cell) row.append(c == '"' ? 2 : 1, c);
    row += '"';
  }
  return row + "\r\n";
}

void check_csv(std::string_view text) {
  CsvReader reader(text, "input");
  std::vector<std::string_view> cells;
  std::vector<std::string_view> again;
  std::size_t position = 0;
  while (reader.read_row(cells)) {
    fuzz::demand(reader.position() > position, "a row takes some of the text");
    position = reader.position();
    std::string const row = quoted(cells);
    CsvReader own(row);
    fuzz::demand(own.read_row(again) && again == cells, "a row that was written is read back equal");
  }
  fuzz::demand(reader.at_end(), "rows end with the text");
}

void check_lines(std::string_view text) {
  CsvReader reader(text);
  std::uint64_t lines = 0;
  for (; !reader.at_end(); ++lines) {
    std::string_view const line = reader.peek_line();
    fuzz::demand(line.find_first_of("\r\n") == std::string_view::npos, "a line has no line end");
    reader.skip_bytes(line.size() / 2);
    fuzz::demand(reader.skip_line(), "there is a line before the end");
  }
  fuzz::demand(reader.line() == lines, "lines are counted");
}

/// The forms of a name are found whatever it is, and do not outgrow it where it is not mangled.
void check_kernel_name(std::string_view text) {
  KernelName const name = parse_kernel_name(text);
  if (text.find("_Z") == std::string_view::npos) {  // a mangled one may stand behind a range
    fuzz::demand(name.canonical.size() <= 2 * text.size() + 16,
                 "a canonical name is about as long as the name");
  }
  fuzz::demand(name.without_parameters.size() <= name.canonical.size(), "less parameters, less text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return fuzz::run(data, size, [](std::string_view text) {
    fuzz::demand(!to_string(detect(text)).empty(), "every kind has a name");
    check_label(text);
    check_kernel_name(text);
    check_lines(text);
    check_csv(text);
  });
}
