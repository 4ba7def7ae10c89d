// SPDX-License-Identifier: MIT
// Files of ncu that are read window by window: what comes out is what the whole text gives.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <string>
#include <utility>

#include "llmprof/error.hpp"
#include "llmprof/parse/ncu_csv.hpp"
#include "parse/ncu_text.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using namespace ncu_text;

namespace {

/// A file that holds `text`, gone with the folder.
std::filesystem::path file_with(TemporaryFolder const& folder, std::string const& text) {
  put_file(folder / "raw.csv", text);
  return folder / "raw.csv";
}

void check_same(Metrics const& one, Metrics const& other) {
  REQUIRE(one.launches.size() == other.launches.size());
  for (std::size_t i = 0; i < one.launches.size(); ++i) {
    CHECK(one.launches[i].id == other.launches[i].id);
    CHECK(one.launches[i].kernel == other.launches[i].kernel);
    CHECK(one.launches[i].duration_ns == other.launches[i].duration_ns);
    CHECK(one.launches[i].line == other.launches[i].line);
    CHECK((one.launches[i].metrics == other.launches[i].metrics));
  }
  REQUIRE(one.diagnostics.size() == other.diagnostics.size());
  for (std::size_t i = 0; i < one.diagnostics.size(); ++i) {
    CHECK(one.diagnostics[i].text == other.diagnostics[i].text);
    CHECK(one.diagnostics[i].line == other.diagnostics[i].line);
  }
}

/// Some MB, so that rows, log lines and quoted line breaks lie across the ends of windows.
std::string long_page() {
  std::string text = "==PROF== Connected\n" + raw_header + raw_units;
  for (int i = 0; i < 30000; ++i) {
    std::string const id = std::to_string(i);
    bool const has_break = i % 7 == 0;
    text += raw_row(id, has_break ? "two\nlines, \"\"quoted\"\"" : "k" + std::to_string(i % 5),
                    i % 11 == 0 ? "n/a" : std::to_string(i % 3) + ".25", std::to_string(i % 100) + ".5");
    if (i % 1000 == 999) text += "a line of the application\r\n==WARNING== again\n";
  }
  return text;
}

}  // namespace

TEST_CASE("A file in windows gives what its text gives", "[ncu]") {
  std::string const text = long_page();
  TemporaryFolder const folder;
  auto const file = file_with(folder, text);
  check_same(read_ncu_csv_file(file), read_ncu_csv(text, file.string()));
}

TEST_CASE("A launch is the same whether it is read beside others or alone", "[ncu]") {
  std::string const text = fixture("raw-auto-units.csv");
  Metrics const all = read_ncu_csv(text);
  REQUIRE(all.launches.size() > 2);
  std::size_t const header_end = text.find('\n', text.find("\"ID\",")) + 1;
  std::size_t row = text.find('\n', header_end) + 1;  // behind the units
  std::string const head = text.substr(0, row);
  for (MeasuredLaunch const& launch : all.launches) {
    std::size_t const end = text.find('\n', row) + 1;
    Metrics const alone = read_ncu_csv(head + text.substr(row, end - row));
    REQUIRE(alone.launches.size() == 1);
    CHECK(alone.launches[0].duration_ns == launch.duration_ns);
    CHECK((alone.launches[0].metrics == launch.metrics));
    row = end;
  }
}

TEST_CASE("Metrics that are not wanted are left out, and what is odd about them is said all the same",
          "[ncu]") {
  std::string const text = raw_header + raw_units + raw_row("0", "k", "n/a", "2.5") +
                           raw_row("1", "k", "n/a", "2.5") + raw_row("2", "k", "1,5", "2.5") +
                           raw_row("3", "k", "n/a", "3.5");
  Metrics const all = read_ncu_csv(text);
  Metrics const none = read_ncu_csv(text, "<text>", {.metrics = WantedMetrics{std::in_place}});
  Metrics const one = read_ncu_csv(text, "<text>", {.metrics = WantedMetrics{{"gpu__time_duration.sum"}}});
  CHECK(all.launches.at(3).metrics.size() == 2);
  CHECK(none.launches.at(3).metrics.empty());
  REQUIRE(one.launches.at(3).metrics.size() == 1);
  CHECK(one.launches.at(3).metrics[0].value == 3.5);
  CHECK(total_ns(none) == total_ns(all));
  CHECK(has_diagnostic(none, Severity::note, 3, "3 values not available"));
  CHECK(has_diagnostic(none, Severity::warning, 5, "1 value with another decimal mark"));
}

TEST_CASE("A decimal comma that shows late makes a file be read again", "[ncu]") {
  std::string text = raw_header + raw_units;
  for (int i = 0; i < 30000; ++i) text += raw_row(std::to_string(i), "k", "7", "1,234");
  text += raw_row("30000", "k", "0,25", "2,5");
  TemporaryFolder const folder;
  auto const file = file_with(folder, text);
  Metrics const metrics = read_ncu_csv_file(file);
  CHECK(metrics.launches.at(0).duration_ns == 1234);
  CHECK(metrics.launches.at(30000).duration_ns == 2500);
}

TEST_CASE("A file that is cut off in a quoted cell is an error with its line", "[ncu]") {
  std::string const text = long_page() + "\"30000\",\"42\",\"engi";
  TemporaryFolder const folder;
  auto const file = file_with(folder, text);
  CHECK_THROWS_AS(read_ncu_csv_file(file), ParseError);
  CHECK_THROWS_WITH(read_ncu_csv_file(file), Catch::Matchers::ContainsSubstring("cut off"));
  CHECK_THROWS_AS(read_ncu_csv_file("/nonexistent/raw.csv"), IoError);
}

TEST_CASE("A file that shrinks while it is read is an error") {
  TemporaryFolder const folder;
  auto const file = file_with(folder, long_page());
  bool is_cut = false;
  ReadOptions options;
  options.progress = [&](double) {
    if (!std::exchange(is_cut, true))
      std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1000);
  };
  CHECK_THROWS_AS(read_ncu_csv_file(file, options), IoError);
  CHECK(is_cut);
}
