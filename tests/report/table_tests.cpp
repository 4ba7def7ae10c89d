// SPDX-License-Identifier: MIT
#include "libllmprof/report/table.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "sample_profile.hpp"

using namespace llmprof;

namespace {

Table names_table(std::vector<std::string> const& names) {
  Table table{{{"name", ColumnKind::name}, {"n", ColumnKind::number}}, {}};
  for (auto const& name : names) table.rows.push_back({name, std::string("12")});
  return table;
}

}  // namespace

TEST_CASE("columns are aligned and lines have no blanks at their end", "[table]") {
  Table const table{{{"name", ColumnKind::name}, {"total", ColumnKind::number}, {"device", ColumnKind::text}},
                    {{std::string("a"), std::string("1.5"), std::string("GPU 0")},
                     {{"long", 1}, std::string("100.25"), std::string("")}}};
  CHECK(terminal_table(table, 80) ==
        "name     total  device\n"
        "a          1.5  GPU 0\n"
        "  long  100.25\n");
}

TEST_CASE("names fit the width and stay different", "[table]") {
  std::string const text =
      terminal_table(names_table({long_kernel_name_with('a'), long_kernel_name_with('b'), "short"}), 60);
  std::size_t longest = 0;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    longest = std::max(longest, text.find('\n', begin) - begin);
  }
  CHECK(longest == 60);
  CHECK(text.find("~1  12") != std::string::npos);
  CHECK(text.find("~2  12") != std::string::npos);
  CHECK(text.find("short") != std::string::npos);
}

TEST_CASE("width 0 cuts nothing, and no width cuts names to nothing", "[table]") {
  std::string const name = long_kernel_name("<1>");
  CHECK(terminal_table(names_table({name}), 0).find(name) != std::string::npos);
  CHECK(terminal_table(names_table({name}), 1).find("void") != std::string::npos);
}

TEST_CASE("terminal escapes in names do not reach the terminal", "[table]") {
  std::string const text = terminal_table(names_table({"a\x1b[31mb\n\xFF"}), 80);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 2);
}

TEST_CASE("CSV quotes what RFC 4180 says", "[table]") {
  Table const table{{{"name"}, {"n"}},
                    {{std::string("gemm<float, 128>"), std::string("1")},
                     {std::string("say \"hi\""), std::string("")},
                     {std::string("two\nlines"), std::string("plain")}}};
  CHECK(csv_table(table) ==
        "name,n\r\n\"gemm<float, 128>\",1\r\n\"say \"\"hi\"\"\",\r\n\"two\nlines\",plain\r\n");
}
