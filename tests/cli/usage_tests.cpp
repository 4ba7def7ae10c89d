// SPDX-License-Identifier: MIT
// Wrong usage, bad input, and what is said where.
#include <algorithm>
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <set>
#include <sstream>
#include <streambuf>

#include "apps/llmprof/terminal.hpp"
#include "support/command_line.hpp"
#include "support/nsys_maker.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
namespace json = boost::json;
namespace fs = std::filesystem;

namespace {

/// A standard output that takes nothing.
class ClosedBuffer : public std::streambuf {};

/// The subcommands in a line of shell: `llmprof list; llmprof artifacts RUN`.
void collect_commands(std::string line, std::set<std::string>& commands) {
  line.resize(std::min(line.size(), line.find('#')));
  std::replace(line.begin(), line.end(), ';', ' ');
  std::istringstream words(line);
  bool is_behind_name = false;
  for (std::string word; words >> word; is_behind_name = word == "llmprof") {
    if (is_behind_name) commands.insert(word);
  }
}

}  // namespace

TEST_CASE("Wrong usage is status 2 with a sentence") {
  auto const arguments = GENERATE(values<std::vector<std::string>>({
      {},
      {"no-such-command"},
      {"kernels"},
      {"kernels", prefill, "--format", "xml"},
      {"kernels", prefill, "--top", "0"},
      {"phases", prefill, "--by", "colour"},
      {"kernels", prefill, prefill},  // two timelines
      {"kernels", prefill, "--phase", "a//b"},
  }));
  auto const result = llmprof_with(arguments);
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, StartsWith("llmprof: "));
}

TEST_CASE("kernels --top takes whole numbers, and says so") {
  auto const text = GENERATE("0", "many", "1.5", "1e3", "3x", "-1", "99999999999999999999", "1000000001");
  CAPTURE(text);
  auto const result = llmprof_with({"kernels", prefill, std::string("--top=") + text});
  CHECK(result.status == 2);
  CHECK_THAT(result.err, StartsWith("llmprof: --top: ") &&
                             ContainsSubstring(std::string("'") + text +
                                               "' is not a whole number from 1 to 1000000000\n"));
  // 010 is ten, not eight
  auto const ten = json::parse(llmprof_with({"kernels", prefill, "--top", "010", "--format", "json"}).out);
  CHECK(ten.at("kernels").as_array().size() == 10);
}

TEST_CASE("What standard output does not take is status 1 with a sentence") {
  std::vector<std::string> const arguments = GENERATE(values<std::vector<std::string>>({
      {"kernels", prefill},
      {"kernels", prefill, "--format", "json"},
      {"phases", prefill},
      {"metrics", raw},
      {"list", LLMPROF_TEST_DATA},
      {"--help"},
      {"--version"},
  }));
  CAPTURE(arguments);
  auto const fails_into = [&](std::ostream& out) {
    std::ostringstream err;
    CHECK(llmprof::cli::run(arguments, out, err) == 1);
    CHECK_THAT(err.str(),
               ContainsSubstring("llmprof: standard output could not be written; is the disk full?\n"));
  };
  ClosedBuffer closed;  // fails at once
  std::ostream to_closed(&closed);
  fails_into(to_closed);
  std::ofstream to_full("/dev/full");  // fails when it is flushed
  fails_into(to_full);
}

TEST_CASE("README and --help name the same commands") {
  std::set<std::string> in_readme;
  std::istringstream readme(get_file(data.parent_path().parent_path() / "README.md"));
  bool in_code = false;
  for (std::string line; std::getline(readme, line);) {
    if (line.starts_with("```")) in_code = !in_code;
    if (in_code) collect_commands(line, in_readme);
  }
  std::set<std::string> in_help;
  std::istringstream help(llmprof_with({"--help"}).out);
  for (std::string line; std::getline(help, line) && !line.starts_with("Subcommands:");) {
  }
  for (std::string line; std::getline(help, line) && line.starts_with("  ");) {
    std::string command;
    std::istringstream(line) >> command;
    in_help.insert(command);
  }
  CHECK(in_readme == in_help);
  CHECK_FALSE(in_help.empty());
  for (std::string const& command : in_readme) {
    CAPTURE(command);
    CHECK(llmprof_with({command, "--help"}).status == 0);
  }
}

TEST_CASE("Two timelines name merge and diff") {
  CHECK_THAT(llmprof_with({"report", prefill, ranges_only}).err,
             ContainsSubstring("llmprof merge") && ContainsSubstring("llmprof diff"));
}

TEST_CASE("Bad input is status 1 with one sentence that names it, whatever the command") {
  TemporaryFolder const folder;
  auto const file = [&](std::string const& name, std::string_view bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return (folder / name).string();
  };
  std::vector<std::string> const inputs{
      (folder / "missing.sqlite").string(),
      folder.path().string(),
      file("empty", ""),
      file("half.sqlite", get_file(prefill).substr(0, 9000)),
      file("noise", std::string("\x00\x01\x02\x03", 4) + std::string(5000, '\xfe')),
      file("words.txt", "hello world\n"),
      file("kineto.json", R"({"traceEvents": [{"ph": )"),
      "/dev/null",
  };
  for (std::string const& input : inputs) {
    for (std::string const command : {"kernels", "phases", "metrics", "report"}) {
      CAPTURE(input, command);
      std::vector<std::string> arguments{command, input};
      if (command == "report") arguments.insert(arguments.end(), {"--out", (folder / "runs").string()});
      auto const result = llmprof_with(arguments);
      CHECK(result.status == 1);
      CHECK(result.out.empty());
      CHECK_THAT(result.err, StartsWith("llmprof: ") && ContainsSubstring(input));
      CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
      CHECK_FALSE(fs::exists(folder / "runs"));
    }
  }
}

TEST_CASE("Help and version") {
  auto const help = llmprof_with({"--help"});
  CHECK(help.status == 0);
  CHECK_THAT(help.out, ContainsSubstring("kernels") && ContainsSubstring("artifacts"));
  CHECK(llmprof_with({"phases", "--help"}).status == 0);
  CHECK_THAT(llmprof_with({"--version"}).out, StartsWith("llmprof 0."));
}

TEST_CASE("schemas are listed and printed") {
  CHECK_THAT(llmprof_with({"schema"}).out, ContainsSubstring("regions\n"));
  auto const regions = llmprof_with({"schema", "regions"});
  CHECK(regions.status == 0);
  CHECK_THAT(regions.out, ContainsSubstring("\"$schema\"") && ContainsSubstring("llmprof.regions/1"));
  CHECK(llmprof_with({"schema", "no-such"}).status == 2);
}

TEST_CASE("Quiet means no warnings, and JSON carries them itself") {
  std::string const incomplete = (data / "nsys-2023.4-h200" / "incomplete-torch-llama-1b.sqlite").string();
  CHECK_THAT(llmprof_with({"kernels", incomplete}).err, ContainsSubstring("incomplete"));
  CHECK(llmprof_with({"-q", "kernels", incomplete}).err.empty());
  auto const result = llmprof_with({"kernels", incomplete, "--format", "json"});
  CHECK(result.err.empty());
  CHECK_THAT(result.out, ContainsSubstring("incomplete"));
}

TEST_CASE("What a terminal would obey is made harmless") {
  using llmprof::cli::harmless;
  auto const [text, want] = GENERATE(table<std::string, std::string>({
      {"\x1b[2Jk\a\x7f", R"(\x1b[2Jk\x07\x7f)"},
      {std::string("a\0b", 3), R"(a\x00b)"},
      {"one\ntwo\r\nthree\tfour", R"(one two  three\x09four)"},
      {"\xC2\x9B"
       "31m",
       R"(\x9b31m)"},  // C1 in UTF-8
      {"\x9B"
       "31m",
       R"(\x9b31m)"},  // and as a byte
      {"\xE0\x82\x9B"
       "31m \xC1\x9B",
       R"(\xe0\x82\x9b31m \xc1\x9b)"},                                        // in more bytes than it takes
      {"\xED\xA0\x80 \xF4\x90\x80\x80", R"(\xed\xa0\x80 \xf4\x90\x80\x80)"},  // no code points
      {"caf\xC3", R"(caf\xc3)"},                                              // cut off
      {"\xC4\x9B \xE2\x82\xAC \xF0\x9F\x98\x80 \xC2\xA0", "\xC4\x9B \xE2\x82\xAC \xF0\x9F\x98\x80 \xC2\xA0"},
      {"", ""},
  }));
  CHECK(harmless(text) == want);
}

TEST_CASE("A capture cannot write escapes to the terminal") {
  TemporaryFolder const folder;
  std::string const header = "Instances,Total Time (ns),Name\n";
  auto const input = (folder / "escape\x1b]0;me\a.csv").string();
  put_file(input, header + "1,2,k\n1,\"\x1b[2J\n\",evil\n");
  auto const warned = llmprof_with({"kernels", input});
  CHECK(warned.status == 0);
  CHECK_THAT(warned.err,
             ContainsSubstring(R"(escape\x1b]0;me\x07.csv)") && ContainsSubstring(R"('\x1b[2J ')"));
  put_file(input, header + "1,\"\x1b[2J\n\",evil\n");
  auto const refused = llmprof_with({"kernels", input});
  CHECK(refused.status == 1);
  auto const unknown = llmprof_with({"kernels", prefill, "--phase", "\x1b[2J"});
  CHECK(unknown.status == 2);
  auto const usage = llmprof_with({"kernels", prefill, "--format", "\x1b[2J\n"});
  CHECK(usage.status == 2);
  for (auto const& result : {warned, refused, unknown, usage}) {
    CHECK(result.err.find_first_of("\x1b\a") == std::string::npos);
    CHECK_THAT(result.err, ContainsSubstring(R"(\x1b[2J)"));
  }
}
