// SPDX-License-Identifier: MIT
#include "libllmprof/report/markdown.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace llmprof;

TEST_CASE("text that would be markup is escaped", "[markdown]") {
  auto const& [text, expected] = GENERATE(table<std::string, std::string>({
      {"a|b", "a\\|b"},
      {"<unnamed>::f", "&lt;unnamed&gt;::f"},
      {"`code`", "\\`code\\`"},
      {"a\nb\r\nc", "a b  c"},
      {"x[3]", "x\\[3\\]"},
      {"int*", "int\\*"},
      {"flash_fwd_kernel", "flash_fwd_kernel"},  // no markup inside a word
      {"a__b", "a__b"},
      {"_x_", "\\_x\\_"},
      {"f(_x)", "f(\\_x)"},
      {"a\\b", "a\\\\b"},
      {"&lt;", "&amp;lt;"},
      {"$x$", "\\$x\\$"},
      {"~~x~~", "\\~\\~x\\~\\~"},
      {"\x1b[0m", " \\[0m"},
      {"\xFF", "\xEF\xBF\xBD"},
      {"", ""},
  }));
  CAPTURE(text);
  CHECK(escaped_markdown(text) == expected);
}

TEST_CASE("a name that is used twice has one footnote", "[markdown]") {
  MarkdownPage page;
  std::string const name(100, 'x');
  CHECK(page.name(name) == page.name(name));
  CHECK(page.name("short") == "short");
  page.heading(1, "T");
  CHECK(page.take() == "# T\n\n[^1]: " + name + "\n");
}

TEST_CASE("a page has blank lines between its blocks", "[markdown]") {
  MarkdownPage page;
  page.heading(1, "T");
  page.paragraph("p");
  page.bullets({"a", "b"});
  page.table({{{"n", ColumnKind::name}, {"x", ColumnKind::number}}, {{{"a", 2}, std::string("1")}}});
  CHECK(page.take() ==
        "# T\n\np\n\n- a\n- b\n\n| n | x |\n| --- | ---: |\n| &nbsp;&nbsp;&nbsp;&nbsp;a | 1 |\n");
}

TEST_CASE("diagnostics are bullets with their place", "[markdown]") {
  MarkdownPage page;
  add_diagnostics(page, {{Severity::warning, "odd|row", "a_.csv", 3}, {Severity::note, "x", "", {}}});
  CHECK(page.take() == "- warning: odd\\|row (a\\_.csv, line 3)\n- note: x\n");
  add_diagnostics(page, {});
  CHECK(page.take() == "None.\n");
}
