// SPDX-License-Identifier: MIT
// The run folder that `llmprof report` makes.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cctype>
#include <cstdlib>

#include "support/command_line.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;
namespace fs = std::filesystem;

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

TEST_CASE("The run folder says that its input was a trace of PyTorch") {
  TemporaryFolder const folder;
  auto const path = folder / "trace.json";
  put_file(path, R"([{"ph": "X", "cat": "kernel", "name": "a", "ts": 1, "dur": 2}])");
  REQUIRE(llmprof_with({"report", path.string(), "--out", (folder / "runs").string()}).status == 0);
  CHECK_THAT(get_file(only_entry(folder / "runs") / "inputs.yaml"), ContainsSubstring("PyTorch trace"));
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

TEST_CASE("A run gives its counters back, and its report again") {
  TemporaryFolder const folder;
  std::string const first = (folder / "first").string();
  std::string const second = (folder / "second").string();
  REQUIRE(llmprof_with({"report", prefill, raw, "--out", first}).status == 0);
  std::string const run = only_entry(first).string();
  auto const from_run =
      llmprof_with({"metrics", run, "--metric", "gpu__time_duration.sum", "--format", "csv"});
  CHECK(from_run.status == 0);
  CHECK(from_run.out ==
        llmprof_with({"metrics", raw, "--metric", "gpu__time_duration.sum", "--format", "csv"}).out);
  REQUIRE(llmprof_with({"report", run, "--out", second}).status == 0);
  for (auto const* const name : {"report.md", "kernels.md", "ncu/metrics.json"}) {
    CAPTURE(name);
    CHECK(get_file(only_entry(second) / name) == get_file(fs::path(run) / name));
  }
}

TEST_CASE("What could not be joined is said once, however often a run is reported on") {
  TemporaryFolder const folder;
  std::string const first = (folder / "first").string();
  std::string const second = (folder / "second").string();
  std::string const other = (data / "ncu-2025.3-h200" / "raw-stdout-with-preamble-decode-step.csv").string();
  REQUIRE(llmprof_with({"report", prefill, other, "--out", first}).status == 0);
  REQUIRE(llmprof_with({"report", only_entry(first).string(), "--out", second}).status == 0);
  std::string const report = get_file(only_entry(second) / "report.md");
  CHECK_THAT(report, ContainsSubstring("joined to none"));
  CHECK(report == get_file(only_entry(first) / "report.md"));
}

TEST_CASE("A secret in the environment or on the command line reaches no file of ours") {
  TemporaryFolder const folder;
  std::string const secret = "s3cr3t-" + std::to_string(std::rand()) + "-value";
  setenv("HF_TOKEN", secret.c_str(), 1);
  setenv("OPENAI_API_KEY", secret.c_str(), 1);
  setenv("NCCL_DEBUG", "INFO", 1);
  std::string const named = (folder / ("api_key=" + secret + ".sqlite")).string();
  fs::copy_file(prefill, named);
  std::string const model = (folder / ("token=" + secret + ".json")).string();
  fs::copy_file(std::string(LLMPROF_TEST_DATA) + "/models/gpt2.json", model);
  std::string const out = (folder / "runs").string();
  auto const result = llmprof_with({"report", named, "--out", out, "--model", model});
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
  CHECK(files == 10);
  CHECK_THAT(get_file(only_entry(out) / "env.json"), ContainsSubstring(R"("NCCL_DEBUG": "INFO")"));
}

TEST_CASE("report writes the regions that ncu measured, all or those that were asked for") {
  TemporaryFolder const folder;
  std::string const nested = (data / "ncu-2025.3-h200" / "raw-nested-and-start-end.csv").string();
  auto const regions_of = [&](std::string const& name, std::vector<std::string> arguments) {
    std::string const out = (folder / name).string();
    arguments.insert(arguments.begin(), {"report", nested, "--out", out});
    REQUIRE(llmprof_with(arguments).status == 0);
    fs::path const run = only_entry(out);
    CHECK(json::parse(get_file(run / "manifest.json")).at("complete") == true);
    auto const report = json::parse(get_file(run / "ncu/regions/report.json"));
    std::vector<std::string> labels;
    for (auto const& region : report.at("scopes").at(0).at("regions").as_array()) {
      labels.emplace_back(region.at("label").as_string());
      CHECK(fs::exists(run / std::string(region.at("files").at("region_md").as_string())));
    }
    return labels;
  };
  using Texts = std::vector<std::string>;
  CHECK(regions_of("all", {}).size() == 7);
  CHECK(regions_of("some", {"--region", "LLM@attn", "--region", "regex:mlp|layer", "--exclude",
                            "LLM@layer"}) == Texts{"LLM@attn", "LLM@mlp"});
  CHECK_THAT(get_file(only_entry(folder / "some") / "config.yaml"), ContainsSubstring("regex:mlp|layer"));

  auto const none = llmprof_with({"report", nested, "--region", "nothing", "--out", (folder / "x").string()});
  CHECK(none.status == 3);
  CHECK_THAT(none.err, ContainsSubstring("ranges seen: LLM@request"));
  CHECK_FALSE(fs::exists(folder / "x"));
  CHECK(llmprof_with({"report", prefill, "--region", "a", "--out", (folder / "x").string()}).status == 3);
  CHECK(llmprof_with({"report", nested, "--region", "regex:(", "--out", (folder / "x").string()}).status ==
        2);
}

TEST_CASE("A run tells its regions again, those of start/end ranges, too") {
  TemporaryFolder const folder;
  std::string const nested = (data / "ncu-2025.3-h200" / "raw-nested-and-start-end.csv").string();
  REQUIRE(llmprof_with({"report", nested, "--out", (folder / "first").string()}).status == 0);
  fs::path const first = only_entry(folder / "first");
  REQUIRE(llmprof_with({"report", first.string(), "--out", (folder / "second").string()}).status == 0);
  auto const scopes = [](fs::path const& run) {
    return json::parse(get_file(run / "ncu/regions/report.json")).at("scopes");
  };
  CHECK(scopes(first) == scopes(only_entry(folder / "second")));
}

TEST_CASE("Whole ranges of range replay have a report, though no kernel is told") {
  TemporaryFolder const folder;
  std::string const out = (folder / "runs").string();
  std::string const made = (data / "handmade" / "ncu-range-replay.csv").string();
  REQUIRE(llmprof_with({"report", made, "--out", out}).status == 0);
  auto const report = json::parse(get_file(only_entry(out) / "ncu/regions/report.json"));
  CHECK(report.at("rows") == "ranges");
  CHECK(report.at("replay") == nullptr);
  auto const& regions = report.at("scopes").at(0).at("regions").as_array();
  REQUIRE(regions.size() == 2);
  CHECK(regions[0].at("label") == "LLM@prefill");
  CHECK(regions[0].at("inclusive").at("ranges") == 1);
  CHECK(regions[0].at("inclusive").at("total_ns") == 1'250'500);
  CHECK(regions[1].at("label") == "LLM@decode_step");
  CHECK(regions[1].at("inclusive").at("ranges") == 2);
  CHECK(regions[1].at("inclusive").at("total_ns") == 801'000);
}
