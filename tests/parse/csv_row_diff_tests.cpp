// SPDX-License-Identifier: MIT
#include "libllmprof/parse/csv_row_diff.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "llmprof/parse/csv.hpp"

using llmprof::CsvReader;
using llmprof::CsvRowDiff;

namespace {

using Cells = std::vector<std::string_view>;

std::string const kept = R"csv("0","k<1, 2>","a ""b"" c","",7,"a cell of more than sixteen bytes","1.5")csv"
                         "\n";

}  // namespace

TEST_CASE("A row is read as CsvReader reads it, whichever cells differ from the kept row", "[csv]") {
  std::string const row = GENERATE(
      as<std::string>(), kept,
      R"csv("1","k<1, 2>","a ""b"" c","",7,"a cell of more than sixteen bytes","1.5")csv",
      R"csv("0","k<1, 2>","a ""b"" c","",7,"a cell of more than sixteen bytes","1.55")csv",
      R"csv("0","k<1, 2>","a ""b""","",7,"a cell of more than sixteen bytez","1.5")csv",
      R"csv("0","k<1, 2>","a ""b"" c","x",70,"a cell of more","")csv", R"csv(0,"k","""","""""","",a,b)csv",
      R"csv("","","","","","","")csv", "\"0\",\"two\nlines\",\"a\",\"\",7,\"a cell of more\",\"1.5\"",
      R"csv("0"x,"k<1, 2>","a ""b"" c","",7,"a cell of more than sixteen bytes","1.5")csv");
  std::string const text = row + GENERATE(as<std::string>(), "\n", "\r\n", "\n\"next\",\"row\"\n");
  CAPTURE(text);
  CsvRowDiff diff;
  REQUIRE(diff.keep(kept) == kept.size() - 1);
  CsvReader reader(text);
  Cells cells;
  REQUIRE(reader.read_row(cells));
  for (int repetition = 0; repetition < 2; ++repetition) {
    std::size_t const size = diff.read(text);
    REQUIRE(size != 0);
    CHECK((text[size] == '\n' || text[size] == '\r'));
    CHECK(diff.cells() == cells);
    CHECK(diff.read(kept) == kept.size() - 1);  // what a row changed is undone by the next
    CHECK(diff.cells()[1] == "k<1, 2>");
    CHECK(diff.cells()[2] == "a \"b\" c");
  }
}

TEST_CASE("A row with another number of cells, or without an end, is left to CsvReader", "[csv]") {
  std::string const whole =
      R"csv("0","k<1, 2>","a ""b"" c","",7,"a cell of more than sixteen bytes","1.5")csv";
  CsvRowDiff diff;
  REQUIRE(diff.keep(kept) != 0);
  CHECK(diff.read(whole) == 0);
  CHECK(diff.read(whole + ",\n") == 0);
  CHECK(diff.read(whole + ",\"more\"\n") == 0);
  CHECK(diff.read("\"0\",\"k\"\n") == 0);
  CHECK(diff.read("") == 0);
  for (std::size_t size = 0; size <= whole.size(); ++size) CHECK(diff.read(whole.substr(0, size)) == 0);
  CHECK(diff.keep(whole) == 0);
  CHECK_FALSE(diff.has_row());
}
