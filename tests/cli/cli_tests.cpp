// SPDX-License-Identifier: MIT
// The command line as scripts see it: what is printed where, and the exit status.
#include "apps/llmprof/cli.hpp"

#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <streambuf>

#include "apps/llmprof/terminal.hpp"
#include "llmprof/parse/csv.hpp"
#include "support/nsys_maker.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
namespace json = boost::json;
namespace fs = std::filesystem;

namespace {

fs::path const data = LLMPROF_TEST_DATA;
std::string const prefill = (data / "nsys-2023.4-h200" / "prefill-gated-torch-llama-1b.sqlite").string();
std::string const ranges_only = (data / "nsys-2023.4-h200" / "cpu-only-nvtx-ranges.sqlite").string();
std::string const raw = (data / "ncu-2025.3-h200" / "raw-auto-units.csv").string();

struct Result {
  int status;
  std::string out;
  std::string err;
};

Result llmprof_with(std::vector<std::string> const& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  int const status = llmprof::cli::run(arguments, out, err);
  return {status, out.str(), err.str()};
}

std::string keys_of(json::value const& value) {
  std::string keys;
  for (auto const& member : value.as_object()) keys += (keys.empty() ? "" : " ") + std::string(member.key());
  return keys;
}

fs::path only_entry(fs::path const& folder) {
  std::vector<fs::path> entries;
  for (auto const& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  REQUIRE(entries.size() == 1);
  return entries.front();
}

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

TEST_CASE("kernels --format json is what the contract says") {
  auto const result = llmprof_with({"kernels", prefill, "--format", "json"});
  REQUIRE(result.status == 0);
  auto const document = json::parse(result.out);
  CHECK(keys_of(document) == "schema calls total_ns kernels diagnostics");
  CHECK(document.at("schema") == "llmprof.kernels/1");
  CHECK(document.at("calls") == 662);
  CHECK(document.at("total_ns") == 3777558);
  auto const& kernels = document.at("kernels").as_array();
  REQUIRE(kernels.size() == 27);
  CHECK(keys_of(kernels[0]) == "name device calls total_ns mean_ns min_ns median_ns max_ns stddev_ns");
  CHECK(kernels[0].at("name") == "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT");
  CHECK(kernels[0].at("device") == "NVIDIA H200 (0)");
  CHECK(kernels[0].at("calls") == 33);
  std::int64_t calls = 0;
  std::int64_t total = 0;
  for (auto const& kernel : kernels) {
    calls += kernel.at("calls").to_number<std::int64_t>();
    total += kernel.at("total_ns").to_number<std::int64_t>();
  }
  CHECK(calls == 662);
  CHECK(total == 3777558);
}

TEST_CASE("kernels --top cuts the list and keeps the totals") {
  auto const document = json::parse(llmprof_with({"kernels", prefill, "--top", "3", "--format", "json"}).out);
  CHECK(document.at("kernels").as_array().size() == 3);
  CHECK(document.at("calls") == 662);
  CHECK(document.at("total_ns") == 3777558);
}

TEST_CASE("kernels --phase takes labels as people and nsys write them") {
  for (auto const* const label : {"LLM@prefill", "LLM:prefill"}) {
    auto const result = llmprof_with({"kernels", prefill, "--phase", label, "--format", "json"});
    CHECK(result.status == 0);
    CHECK(json::parse(result.out).at("calls") == 662);
  }
  auto const unknown = llmprof_with({"kernels", prefill, "--phase", "decode"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, ContainsSubstring("no phase 'decode'; it has LLM@prefill"));
}

TEST_CASE("kernels --phase puts phases of one label together") {
  TemporaryFolder const folder;
  auto const path = folder / "requests.sqlite";
  {
    std::string const tid = std::to_string(global_tid(7, 70));
    std::string const pid = std::to_string(global_pid(7));
    Database db(path);
    create_nsys_tables(db)
        .run("INSERT INTO NVTX_EVENTS(start,end,eventType,text,globalTid,domainId) VALUES(0,100,59,'warm'," +
             tid + ",0),(10,90,59,'prefill'," + tid + ",0),(200,300,59,'real'," + tid +
             ",0),(210,290,59,'prefill'," + tid + ",0)")
        .run("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(20,21," + tid + ",1,3,0),(220,221," + tid +
             ",2,3,0)")
        .run("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(50,60,0,1,7,1," + pid + ",1),(250,270,0,1,7,2," +
             pid + ",1)");
  }
  auto const result = llmprof_with({"kernels", path.string(), "--phase", "prefill", "--format", "json"});
  REQUIRE(result.status == 0);
  auto const document = json::parse(result.out);
  CHECK(document.at("calls") == 2);
  CHECK(document.at("total_ns") == 30);
  CHECK_THAT(result.out, ContainsSubstring("2 phases end in 'prefill'"));
  auto const one = json::parse(
      llmprof_with({"kernels", path.string(), "--phase", "real/prefill", "--format", "json"}).out);
  CHECK(one.at("total_ns") == 20);
}

TEST_CASE("No report shows a GPU busier than the time there was") {
  TemporaryFolder const folder;
  std::string const capture = (data / "nsys-2023.4-h200" / "marked-engine-graph-node.sqlite").string();
  std::string const out = (folder / "runs").string();
  REQUIRE(llmprof_with({"report", capture, "--out", out}).status == 0);
  std::size_t shares = 0;
  for (auto const* const name : {"report.md", "stakeholder_summary.md"}) {
    std::string const text = get_file(only_entry(out) / name);
    for (auto at = text.find(" %"); at != std::string::npos; at = text.find(" %", at + 1)) {
      auto const begin = text.find_last_of(" |", at - 1) + 1;
      if (std::isdigit(static_cast<unsigned char>(text[begin])) == 0) continue;  // "n/a %" or prose
      double const percent = std::stod(text.substr(begin, at - begin));
      CAPTURE(name, percent);
      ++shares;
      CHECK(percent <= 100.0);
    }
  }
  CHECK(shares > 10);
}

TEST_CASE("phases --format json is what the contract says") {
  auto const result = llmprof_with({"phases", prefill, "--format", "json"});
  REQUIRE(result.status == 0);
  auto const document = json::parse(result.out);
  CHECK(keys_of(document) == "schema phases outside no_launch_record total diagnostics");
  auto const& phase = document.at("phases").at(0);
  CHECK(keys_of(phase) ==
        "label path depth processes instances wall_ns span_ns asynchronous kernel_ns exclusive_kernel_ns "
        "gpu_busy_ns "
        "calls tokens devices");
  CHECK(phase.at("label") == "LLM@prefill");
  CHECK(phase.at("path") == json::array{"LLM@prefill"});
  CHECK(phase.at("depth") == 0);
  CHECK(phase.at("wall_ns") == 29376012);
  CHECK(phase.at("span_ns") == 28670665);
  CHECK(phase.at("asynchronous") == false);
  CHECK(phase.at("kernel_ns") == 3777558);
  CHECK(phase.at("gpu_busy_ns") == 3790676);
  CHECK(phase.at("tokens").is_null());
  CHECK(keys_of(phase.at("devices").at(0)) == "device calls kernel_ns gpu_busy_ns");
  CHECK(document.at("outside") == json::value{{"calls", 0}, {"kernel_ns", 0}});
  CHECK(document.at("total") == json::value{{"calls", 662}, {"kernel_ns", 3777558}});
}

TEST_CASE("phases of a capture without kernels are a success") {
  auto const result = llmprof_with({"phases", ranges_only, "--format", "json"});
  REQUIRE(result.status == 0);
  auto const phases_document = json::parse(result.out);
  auto const& phases = phases_document.at("phases").as_array();
  REQUIRE(phases.size() == 3);
  CHECK(phases[2].at("path") == json::array{"LLM@decode_all", "LLM@decode_step"});
  CHECK(phases[2].at("instances") == 15);
  CHECK(phases[2].at("wall_ns") == 77890848);
  CHECK(phases[2].at("span_ns").is_null());
  CHECK(phases[2].at("asynchronous").is_null());
}

TEST_CASE("phases --by splits every phase") {
  auto const by = GENERATE("process", "device", "rank");
  auto const result = llmprof_with({"phases", prefill, "--by", by, "--format", "json"});
  CHECK(result.status == 0);
  auto const phase_document = json::parse(result.out);
  auto const& phase = phase_document.at("phases").at(0);
  CHECK(phase.as_object().contains(by));
  CHECK(phase.at("calls") == 662);
}

TEST_CASE("No kernels is status 3 with the reason, and nothing on standard output") {
  auto const result = llmprof_with({"kernels", ranges_only});
  CHECK(result.status == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, StartsWith("llmprof: ") && ContainsSubstring("no CUDA kernels in it"));
  auto const table = llmprof_with({"phases", raw});
  CHECK(table.status == 3);
  CHECK_THAT(table.err, ContainsSubstring("a table without a timeline has no phases"));
}

TEST_CASE("A trace of PyTorch without kernels is status 3 with what it has instead") {
  TemporaryFolder const folder;
  auto const path = folder / "trace.json";
  put_file(path, R"({"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "a", "ts": 1, "dur": 2}]})");
  auto const result = llmprof_with({"kernels", path.string()});
  CHECK(result.status == 3);
  CHECK_THAT(result.err, ContainsSubstring("but 1 operators") && ContainsSubstring("ProfilerActivity.CUDA"));
  CHECK(llmprof_with({"phases", path.string()}).status == 0);
  put_file(path, R"({"traceEvents": []})");
  CHECK(llmprof_with({"phases", path.string()}).status == 3);
}

TEST_CASE("The run folder says that its input was a trace of PyTorch") {
  TemporaryFolder const folder;
  auto const path = folder / "trace.json";
  put_file(path, R"([{"ph": "X", "cat": "kernel", "name": "a", "ts": 1, "dur": 2}])");
  REQUIRE(llmprof_with({"report", path.string(), "--out", (folder / "runs").string()}).status == 0);
  CHECK_THAT(get_file(only_entry(folder / "runs") / "inputs.yaml"), ContainsSubstring("PyTorch trace"));
}

TEST_CASE("Neither ranges nor kernels is status 3 of phases") {
  TemporaryFolder const folder;
  auto const path = folder / "empty.sqlite";
  {
    Database db(path);
    create_nsys_tables(db);
  }
  auto const result = llmprof_with({"phases", path.string()});
  CHECK(result.status == 3);
  CHECK_THAT(result.err, ContainsSubstring("has no ranges"));
}

TEST_CASE("Metrics of ncu, all of them or the ones that are asked for") {
  auto const one = llmprof_with({"metrics", raw, "--metric", "gpu__time_duration.sum", "--format", "json"});
  REQUIRE(one.status == 0);
  auto const launches_document = json::parse(one.out);
  auto const& launches = launches_document.at("launches").as_array();
  REQUIRE(launches.size() == 20);
  CHECK(launches[0].at("metrics").as_array().size() == 1);
  CHECK(launches[0].at("metrics").at(0).at("unit") == "us");
  auto const unknown = llmprof_with({"metrics", raw, "--metric", "no.such", "--format", "csv"});
  CHECK(unknown.status == 0);
  CHECK_THAT(unknown.err, ContainsSubstring("no.such"));
  CHECK(llmprof_with({"metrics", prefill}).status == 3);
}

TEST_CASE("CSV reads back with full names and all figures") {
  auto const result = llmprof_with({"kernels", prefill, "--format", "csv"});
  llmprof::CsvReader reader(result.out);
  std::vector<std::string_view> cells;
  std::size_t rows = 0;
  while (reader.read_row(cells)) rows += cells.size() == 9 ? 1 : 0;
  CHECK(rows == 28);
}

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

TEST_CASE("report makes a whole run folder that list, artifacts and the other commands read") {
  TemporaryFolder const folder;
  std::string const out = (folder / "runs").string();
  auto const result = llmprof_with({"report", prefill, raw, "--out", out});
  REQUIRE(result.status == 0);
  fs::path const run = only_entry(out);
  CHECK(result.out == run.string() + '\n');
  for (auto const* const name :
       {"manifest.json", "env.json", "config.yaml", "inputs.yaml", "profile.json", "kernels.md",
        "operators.md", "report.md", "stakeholder_summary.md", "ncu/metrics.json"}) {
    CAPTURE(name);
    CHECK(fs::file_size(run / name) > 0);
  }
  CHECK(fs::is_directory(run / "nsys"));
  auto const manifest = json::parse(get_file(run / "manifest.json"));
  CHECK(manifest.at("complete") == true);
  CHECK(json::parse(get_file(run / "profile.json")).at("schema") == "llmprof.profile/1");
  CHECK_THAT(get_file(run / "inputs.yaml"), ContainsSubstring("sha256: "));

  auto const from_run = json::parse(llmprof_with({"phases", run.string(), "--format", "json"}).out);
  auto const from_capture = json::parse(llmprof_with({"phases", prefill, "--format", "json"}).out);
  CHECK(from_run.at("phases") == from_capture.at("phases"));
  auto const kernels_from_run = json::parse(llmprof_with({"kernels", run.string(), "--format", "json"}).out);
  CHECK(kernels_from_run.at("kernels") ==
        json::parse(llmprof_with({"kernels", prefill, "--format", "json"}).out).at("kernels"));

  CHECK_THAT(llmprof_with({"list", out}).out, ContainsSubstring(run.filename().string()));
  CHECK_THAT(llmprof_with({"artifacts", run.string()}).out, ContainsSubstring("stakeholder_summary.md"));
  std::string const archive = (folder / "run.tar.gz").string();
  CHECK(llmprof_with({"artifacts", run.string(), "--pack", archive}).status == 0);
  CHECK(fs::file_size(archive) > 1000);
}

TEST_CASE("A secret in the environment or on the command line reaches no file of ours") {
  TemporaryFolder const folder;
  std::string const secret = "s3cr3t-" + std::to_string(std::rand()) + "-value";
  setenv("HF_TOKEN", secret.c_str(), 1);
  setenv("OPENAI_API_KEY", secret.c_str(), 1);
  setenv("NCCL_DEBUG", "INFO", 1);
  std::string const named = (folder / ("api_key=" + secret + ".sqlite")).string();
  fs::copy_file(prefill, named);
  std::string const out = (folder / "runs").string();
  auto const result = llmprof_with({"report", named, "--out", out, "--model",
                                    "https://user:" + secret + "@models/config.json?token=" + secret});
  unsetenv("HF_TOKEN");
  unsetenv("OPENAI_API_KEY");
  unsetenv("NCCL_DEBUG");
  REQUIRE(result.status == 0);
  std::size_t files = 0;
  for (auto const& entry : fs::recursive_directory_iterator(out)) {
    if (!entry.is_regular_file()) continue;
    ++files;
    CAPTURE(entry.path());
    CHECK(get_file(entry.path()).find(secret) == std::string::npos);
  }
  CHECK(files == 9);
  CHECK_THAT(get_file(only_entry(out) / "env.json"), ContainsSubstring(R"("NCCL_DEBUG": "INFO")"));
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
