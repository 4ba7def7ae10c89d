// SPDX-License-Identifier: MIT
// Around the table, and what is none: lines, encodings, locales, damage.
#include "llmprof/parse/ncu_csv.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "llmprof/error.hpp"
#include "parse/ncu_text.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using llmprof::Metrics;
using llmprof::NoData;
using llmprof::ParseError;
using llmprof::read_ncu_csv;
using llmprof::Severity;
using namespace ncu_text;

TEST_CASE("Encodings and line ends do not matter", "[ncu_csv]") {
  std::string const plain =
      "==PROF== Connected to process 42\n" + raw_header + raw_units + raw_row("0", "k", "1.5", "2.5");
  std::string crlf;
  std::string utf16 = "\xFF\xFE";
  for (char const c : plain) {
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
    utf16 += c;
    utf16 += '\0';
  }
  for (std::string const& text : {plain, "\xEF\xBB\xBF" + plain, crlf, "\xEF\xBB\xBF" + crlf, utf16}) {
    Metrics const metrics = read_ncu_csv(text);
    REQUIRE(metrics.launches.size() == 1);
    CHECK(metrics.launches[0].duration_ns == 2500);
    CHECK(metrics.launches[0].line == 4);
  }
}

TEST_CASE("A table that another program has written again needs no quotes", "[ncu_csv]") {
  std::string const text =
      "ID,Process ID,Kernel Name,gpu__time_duration.sum\n,,,us\n0,42,\"k<int, 4>\",\"1,234.5\"\n";
  Metrics const metrics = read_ncu_csv(text);
  CHECK(metrics.launches.at(0).kernel == "k<int, 4>");
  CHECK(metrics.launches.at(0).duration_ns == 1234500);
}

TEST_CASE("Lines of ncu and of the application around and among the rows are stepped over", "[ncu_csv]") {
  std::string const text = "loss, 1.5, \"unfinished\nready \"" + raw_header.substr(1) + raw_units +
                           raw_row("0", "k", "1.5", "2.5") +
                           "==WARNING== Unable to access the following 2 metrics: a.sum, b.sum.\n"
                           "epoch \"1, done\n\"unfinished, too\n" +
                           raw_row("1", "k", "1.5", "2.5") + "==PROF== Disconnected\n\nBye, \"all\n";
  Metrics const metrics = read_ncu_csv(text);
  CHECK(metrics.launches.size() == 2);
  CHECK(metrics.launches[1].line == 8);
  CHECK(has_diagnostic(metrics, Severity::warning, 5, "Unable to access the following 2 metrics"));
}

TEST_CASE("Complaints of ncu become diagnostics, each once", "[ncu_csv]") {
  std::string const complaint = "==ERROR== ERR_NVGPUCTRPERM - no permission\n";
  Metrics const metrics =
      read_ncu_csv(complaint + complaint + raw_header + raw_units + raw_row("0", "k", "1.5", "2.5"));
  REQUIRE(metrics.diagnostics.size() == 1);
  CHECK(has_diagnostic(metrics, Severity::error, 1, "ERR_NVGPUCTRPERM - no permission (2 times)"));
}

TEST_CASE("Rows that are not what the header promises are left out and counted", "[ncu_csv]") {
  Metrics const metrics = read_ncu_csv(raw_header + raw_units + "\"a\",\"b\"\n" + "\"7\",\"short\"\n" +
                                       raw_row("x", "k", "1.5", "2.5") + raw_row("0", "k", "1.5", "2.5"));
  CHECK(metrics.launches.size() == 1);
  CHECK(has_diagnostic(metrics, Severity::warning, 3, "3 rows left out"));
}

TEST_CASE("Several tables in one file are read one after the other", "[ncu_csv]") {
  std::string other = raw_row("0", "k", "1.5", "2.5");
  other.replace(other.find("42"), 2, "43");
  Metrics const metrics = read_ncu_csv(raw_header + raw_units + raw_row("0", "k", "1.5", "2.5") +
                                       "==PROF== Connected to process 43\n" + raw_header + raw_units + other);
  REQUIRE(metrics.launches.size() == 2);
  CHECK(metrics.diagnostics.empty());
  CHECK(total_ns(metrics) == 5000);
}

TEST_CASE("A decimal comma is read where the file proves it", "[ncu_csv]") {
  Metrics const metrics = read_ncu_csv(raw_header + raw_units + raw_row("0", "k", "2.929", "1.234,5") +
                                       raw_row("1", "k", "12,34", "6,46"));
  REQUIRE(metrics.launches.size() == 2);
  CHECK(metrics.launches[0].duration_ns == 1234500);
  CHECK(metrics.launches[0].find("dram__bytes.sum")->value == 2929.0);
  CHECK(metrics.launches[1].duration_ns == 6460);
  CHECK(metrics.launches[1].find("dram__bytes.sum")->value == 12.34);
}

TEST_CASE("A duration that can be read in two ways is refused", "[ncu_csv]") {
  SECTION("a lone point in ns, where no cell tells") {
    std::string const text = details_header + details_row("0", "k", "S", "Duration", "ns", "2.944");
    CHECK_THROWS_MATCHES(read_ncu_csv(text, "f.csv"), ParseError,
                         MessageMatches(ContainsSubstring("f.csv:2: the duration '2.944'")));
  }
  SECTION("not where another cell tells") {
    std::string const text = details_header + details_row("0", "k", "S", "Duration", "ns", "2.944") +
                             details_row("0", "k", "S", "DRAM Throughput", "%", "3.78");
    CHECK(read_ncu_csv(text).launches.at(0).duration_ns == 3);
  }
  SECTION("not where the unit is scaled, since ncu scales up to 1000 only") {
    CHECK(read_ncu_csv(details_header + details_row("0", "k", "S", "Duration", "us", "2.944"))
              .launches.at(0)
              .duration_ns == 2944);
  }
  SECTION("a decimal comma among decimal points, where no other duration can be read") {
    std::string const text = details_header + details_row("0", "k", "S", "DRAM Throughput", "%", "3.78") +
                             details_row("0", "k", "S", "Duration", "us", "6,46");
    CHECK_THROWS_MATCHES(read_ncu_csv(text, "f.csv"), ParseError,
                         MessageMatches(ContainsSubstring("f.csv:3: the duration '6,46'")));
  }
  SECTION("a lone comma in ns, where another cell has a decimal comma") {
    std::string const text = details_header + details_row("0", "k", "S", "DRAM Throughput", "%", "3,78") +
                             details_row("0", "k", "S", "Duration", "ns", "2,944");
    CHECK_THROWS_AS(read_ncu_csv(text), ParseError);
  }
}

TEST_CASE("A duration that cannot be read is unknown, and counted", "[ncu_csv]") {
  auto const [cell, text] = GENERATE(table<std::string, std::string>({
      {"6,46", "another decimal mark"},
      {"fast", "cannot be one"},
      {"-2.5", "cannot be one"},
      {"9e30", "cannot be one"},
  }));
  CAPTURE(cell);
  Metrics const metrics = read_ncu_csv(raw_header + raw_units + raw_row("0", "k", "1.5", "2.5") +
                                       raw_row("1", "k", "1.5", cell) + raw_row("2", "k", "1.5", "3.5"));
  REQUIRE(metrics.launches.size() == 3);
  CHECK(metrics.launches[0].duration_ns == 2500);
  CHECK_FALSE(metrics.launches[1].duration_ns);
  CHECK(metrics.launches[2].duration_ns == 3500);
  CHECK(has_diagnostic(metrics, Severity::warning, 4, text));
}

TEST_CASE("Empty lines among the rows are stepped over", "[ncu_csv]") {
  auto const blank = GENERATE(as<std::string>(), "\n", "\r\n", "  \n");
  std::string const row = raw_row("0", "k", "1.5", "2.5") + blank + raw_row("1", "k", "1.5", "2.5");
  Metrics const raw = read_ncu_csv(raw_header + blank + raw_units + blank + row);
  CHECK(raw.launches.size() == 2);
  CHECK(total_ns(raw) == 5000);
  CHECK(raw.diagnostics.empty());
  CHECK(read_ncu_csv(details_header + blank + details_row("0", "k", "S", "Duration", "us", "2.5") + blank +
                     details_row("1", "k", "S", "Duration", "us", "2.5"))
            .launches.size() == 2);
}

TEST_CASE("A table that is quoted but for its numbers is read", "[ncu_csv]") {
  std::string const columns = R"csv("ID","Process ID","Kernel Name","gpu__time_duration.sum")csv";
  Metrics const metrics =
      read_ncu_csv(columns + "\n\"\",\"\",\"\",\"us\"\n0,42,\"k<1, 2>\",2.5\n1,2 of it\n");
  REQUIRE(metrics.launches.size() == 1);
  CHECK(metrics.launches[0].duration_ns == 2500);
  CHECK(metrics.diagnostics.empty());
}

TEST_CASE("A table of which no row can be read is an error, not one without kernels", "[ncu_csv]") {
  CHECK_THROWS_MATCHES(
      read_ncu_csv(raw_header + raw_units + raw_row("x", "k", "1.5", "2.5"), "f.csv"), ParseError,
      MessageMatches(ContainsSubstring("f.csv:3: no row") && ContainsSubstring("begins with 'x'")));
}

TEST_CASE("Another decimal mark in other cells is text, and counted", "[ncu_csv]") {
  Metrics const metrics = read_ncu_csv(raw_header + raw_units + raw_row("0", "k", "0,1", "2.5"));
  CHECK(metrics.launches.at(0).find("dram__bytes.sum")->text == "0,1");
  CHECK_FALSE(metrics.launches.at(0).find("dram__bytes.sum")->value);
  CHECK(has_diagnostic(metrics, Severity::warning, 3, "another decimal mark"));
}

TEST_CASE("A table that is cut off is an error with its line", "[ncu_csv]") {
  std::string const whole =
      raw_header + raw_units + raw_row("0", "k", "1.5", "2.5") + raw_row("1", "k", "1.5", "2.5");
  SECTION("inside a quoted cell") {
    CHECK_THROWS_MATCHES(read_ncu_csv(whole.substr(0, whole.size() - 3), "f.csv"), ParseError,
                         MessageMatches(ContainsSubstring("f.csv:4: ") && ContainsSubstring("cut off")));
  }
  SECTION("between two cells") {
    CHECK_THROWS_MATCHES(read_ncu_csv(whole.substr(0, whole.size() - 7), "f.csv"), ParseError,
                         MessageMatches(ContainsSubstring("f.csv:4: the last row has only 12 cells")));
  }
  SECTION("inside the details page") {
    std::string const details = details_header + details_row("0", "k", "S", "Duration", "us", "2.5");
    CHECK_THROWS_AS(read_ncu_csv(details.substr(0, details.size() - 10)), ParseError);
    CHECK_THROWS_AS(read_ncu_csv(details.substr(0, details.size() - 13)), ParseError);
  }
}

TEST_CASE("A missing column is named", "[ncu_csv]") {
  auto const [header, column] = GENERATE(table<std::string, std::string>({
      {R"csv("Process ID","Kernel Name","Push/Pop_Range")csv", "'ID'"},
      {R"csv("ID","Kernel Name","sm__cycles_active.avg")csv", "'Process ID'"},
      {R"csv("ID","Process ID","Kernel Name","Metric Name","Metric Value")csv", "'Metric Unit'"},
      {R"csv("ID","Process ID","Kernel Name","Metric Name","Metric Unit")csv", "'Metric Value'"},
      {R"csv("Kernel Name","Invocations","Metric Name","Metric Unit","Minimum")csv", "'Average'"},
  }));
  CAPTURE(header);
  CHECK_THROWS_MATCHES(
      read_ncu_csv("noise\n" + header + "\n", "f.csv"), ParseError,
      MessageMatches(ContainsSubstring("f.csv:2: ") && ContainsSubstring("no column " + column)));
}

TEST_CASE("What is no table of kernels is refused by name", "[ncu_csv]") {
  // another page
  CHECK_THROWS_MATCHES(read_ncu_csv(fixture("session-page.csv")), ParseError,
                       MessageMatches(ContainsSubstring("session page") && ContainsSubstring("--page raw")));
  CHECK_THROWS_MATCHES(
      read_ncu_csv("\"#\",\"Address\",\"Source\",\"# Samples\"\n\"1\",\"7f\",\"MOV\",\"3\"\n"), ParseError,
      MessageMatches(ContainsSubstring("source page")));
  // not of ncu at all
  CHECK_THROWS_MATCHES(read_ncu_csv("a,b\n1,2\n"), ParseError, MessageMatches(ContainsSubstring("no table")));
  CHECK_THROWS_AS(read_ncu_csv(""), ParseError);
  // a header that somebody shortened
  CHECK_THROWS_MATCHES(
      read_ncu_csv(
          "...,\"Kernel Name\",\"...\",\"Invocations\",\"Metric Name\",\"Metric Unit\",\"Average\"\n"),
      ParseError, MessageMatches(ContainsSubstring("shortened by hand")));
}

TEST_CASE("Lines that look like a header and are none are stepped over", "[ncu_csv]") {
  std::string const table = raw_header + raw_units + raw_row("0", "k", "1.5", "2.5");
  auto const line = GENERATE(as<std::string>(),
                             R"csv("the ""Kernel Name"" is",not here)csv",  // doubled quotes
                             R"csv(x",Kernel Name,"ID""Process ID")csv",    // cells that do not end
                             R"csv("ID","Process ID","Kernel Name)csv",     // cut off
                             "Kernel Name, ID of it");                      // prose
  CAPTURE(line);
  CHECK(read_ncu_csv(line + "\n" + table).launches.size() == 1);
}

TEST_CASE("A header without rows is no data", "[ncu_csv]") {
  CHECK_THROWS_MATCHES(
      read_ncu_csv(raw_header + raw_units, "f.csv"), NoData,
      MessageMatches(ContainsSubstring("f.csv: no kernels") && ContainsSubstring("no rows")));
  CHECK_THROWS_AS(read_ncu_csv(details_header), NoData);
}
