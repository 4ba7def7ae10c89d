// SPDX-License-Identifier: MIT
#include "llmprof/parse/csv.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>
#include <vector>

#include "llmprof/error.hpp"

using Catch::Matchers::ContainsSubstring;
using llmprof::CsvReader;
using llmprof::ParseError;

namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

Rows rows_of(std::string_view text) {
  CsvReader reader(text);
  Rows rows;
  std::vector<std::string_view> cells;
  while (reader.read_row(cells)) rows.emplace_back(cells.begin(), cells.end());
  return rows;
}

std::vector<std::uint64_t> lines_of(std::string_view text) {
  CsvReader reader(text);
  std::vector<std::uint64_t> lines;
  std::vector<std::string_view> cells;
  while (reader.read_row(cells)) lines.push_back(reader.line());
  return lines;
}

}  // namespace

TEST_CASE("Rows are split into cells", "[csv]") {
  auto const [text, want] = GENERATE(table<std::string, Rows>({
      {"", {}},
      {"a", {{"a"}}},
      {"a,b\n", {{"a", "b"}}},
      {"a,b\nc,d", {{"a", "b"}, {"c", "d"}}},
      {"a,,b\n", {{"a", "", "b"}}},
      {",\n", {{"", ""}}},
      {"\n", {{""}}},
      {"a\n\nb\n", {{"a"}, {""}, {"b"}}},
      {" a , b \n", {{" a ", " b "}}},
  }));
  CAPTURE(text);
  CHECK(rows_of(text) == want);
}

TEST_CASE("Quoted cells may hold everything", "[csv]") {
  auto const [text, want] = GENERATE(table<std::string, Rows>({
      {R"("a","b")", {{"a", "b"}}},
      {R"csv("void k<int, 4>(float *)",1)csv", {{"void k<int, 4>(float *)", "1"}}},
      {R"("say ""hi""",x)", {{"say \"hi\"", "x"}}},
      {R"("""")", {{"\""}}},
      {R"("","")", {{"", ""}}},
      {R"("",x)", {{"", "x"}}},
      {"\"two\nlines\",x\n", {{"two\nlines", "x"}}},
      {"\"two\r\nlines\"\r\n", {{"two\r\nlines"}}},
      {R"("a""b","c""d","e""f")", {{"a\"b", "c\"d", "e\"f"}}},
  }));
  CAPTURE(text);
  CHECK(rows_of(text) == want);
}

TEST_CASE("A quote inside a plain cell is data", "[csv]") {
  CHECK(rows_of("5\" disk,b\"\n") == Rows{{"5\" disk", "b\""}});
}

TEST_CASE("Text behind a closing quote belongs to the cell", "[csv]") {
  CHECK(rows_of("\"a\"b,c\n") == Rows{{"ab", "c"}});
  CHECK(rows_of("\"a\" \"b\",c\n") == Rows{{"a \"b\"", "c"}});
}

TEST_CASE("Lines may end in LF, CR or CRLF", "[csv]") {
  Rows const want{{"a", "b"}, {"c", "d"}};
  CHECK(rows_of("a,b\nc,d\n") == want);
  CHECK(rows_of("a,b\rc,d\r") == want);
  CHECK(rows_of("a,b\r\nc,d\r\n") == want);
  CHECK(rows_of("\"a\",\"b\"\r\n\"c\",\"d\"") == want);
}

TEST_CASE("A byte order mark is no part of the first cell", "[csv]") {
  CHECK(rows_of("\xEF\xBB\xBF\"ID\",x\n") == Rows{{"ID", "x"}});
  CHECK(rows_of("\xEF\xBB\xBF").empty());
}

TEST_CASE("Rows know their line", "[csv]") {
  CHECK(lines_of("a\nb\n") == std::vector<std::uint64_t>{1, 2});
  CHECK(lines_of("\"a\nb\nc\"\nd\n") == std::vector<std::uint64_t>{1, 4});
  CHECK(lines_of("\"a\r\nb\"\r\nc") == std::vector<std::uint64_t>{1, 3});
  CHECK(lines_of("\"a\rb\"\rc") == std::vector<std::uint64_t>{1, 3});

  CsvReader part("x\ny\n", "f", 10);
  std::vector<std::string_view> cells;
  part.read_row(cells);
  CHECK(part.line() == 10);
  CHECK(part.next_line() == 11);
}

TEST_CASE("Views of a row stay valid while the row is read", "[csv]") {
  // Many unescaped cells, short enough to live inside a std::string.
  std::string text;
  for (int i = 0; i < 100; ++i) text.append(1, '"').append(std::to_string(i)).append("\"\"\",");
  text += "end\n";
  CsvReader reader(text);
  std::vector<std::string_view> cells;
  REQUIRE(reader.read_row(cells));
  REQUIRE(cells.size() == 101);
  for (std::size_t i = 0; i < 100; ++i) CHECK(cells[i] == std::to_string(i) + '"');
}

TEST_CASE("Cells of every length are found", "[csv]") {
  // Eight bytes are looked at together: every border must be right.
  for (std::size_t length = 0; length < 40; ++length) {
    std::string const cell(length, 'x');
    CAPTURE(length);
    std::string const quoted = '"' + cell + '"';
    CHECK(rows_of(cell + ',' + cell + '\n' + quoted + ',' + quoted) == Rows{{cell, cell}, {cell, cell}});
  }
  // Bytes that differ from a separator in one bit, or have the high bit.
  std::string const near = "\x0b\x0c\x2d\x23\xa2\xac\x8a\x8d!-";
  CHECK(rows_of(near + "," + near) == Rows{{near, near}});
}

TEST_CASE("Lines among the rows can be stepped over", "[csv]") {
  CsvReader reader("==PROF== he said \"hi\nnoise\"ID\",b\r\n1,2\r\n");
  CHECK(reader.peek_line() == "==PROF== he said \"hi");
  CHECK(reader.skip_line());
  CHECK(reader.line() == 1);
  CHECK(reader.peek_line() == "noise\"ID\",b");
  reader.skip_bytes(5);
  std::vector<std::string_view> cells;
  REQUIRE(reader.read_row(cells));
  CHECK(cells == std::vector<std::string_view>{"ID", "b"});
  CHECK(reader.line() == 2);
  CHECK(reader.peek_line() == "1,2");
  CHECK(reader.position() == 34);
  CHECK(reader.skip_line());
  CHECK(reader.at_end());
  CHECK(reader.peek_line().empty());
  CHECK_FALSE(reader.skip_line());
  reader.skip_bytes(100);
  CHECK_FALSE(reader.read_row(cells));
}

TEST_CASE("A text that ends inside a quoted cell is an error with the line of that cell", "[csv]") {
  auto const [text, line] = GENERATE(table<std::string, std::uint64_t>({
      {"\"", 1},                     // nothing behind the quote
      {"a,\"b", 1},                  // in the last cell
      {"a\nb,\"c\nd\ne\n", 2},       // begins in line 2
      {"\"a\nb\",\"c", 2},           // behind a cell of two lines
      {"a\n\"say \"\"hi", 2},        // behind doubled quotes
      {"a\r\n\"say \"\"hi\"\"", 2},  // the last quote is a doubled one
  }));
  CAPTURE(text);
  CsvReader reader(text, "raw.csv");
  std::vector<std::string_view> cells;
  try {
    while (reader.read_row(cells)) {
    }
    FAIL("no exception");
  } catch (ParseError const& error) {
    CHECK(error.line() == line);
    CHECK(error.source() == "raw.csv");
    CHECK_THAT(error.what(), ContainsSubstring("cut off"));
  }
}
