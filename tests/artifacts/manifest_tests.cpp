// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/manifest.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/error.hpp"
#include "temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

TEST_CASE("kinds follow from names", "[manifest]") {
  auto const& [path, kind, secrets] = GENERATE(table<char const*, char const*, bool>({
      {"nsys/run.nsys-rep", "nsys report", true},
      {"nsys.qdrep", "nsys report", true},
      {"ncu/kernels.ncu-rep", "ncu report", true},
      {"nsys/stdout.txt", "workload output", true},
      {"ncu/stderr-rerun.txt", "workload output", true},
      {"runner.log", "workload output", true},
      {"nsys/run.qdstrm", "other", true},
      {"core", "other", true},
      {"nsys/run.sqlite", "SQLite", false},
      {"nsys/cmd.txt", "command", false},
      {"ncu/sections.txt", "text", false},
      {"ncu/raw.csv", "CSV", false},
      {"env.json", "JSON", false},
      {"report.md", "Markdown", false},
      {"report.html", "HTML", false},
      {"config.yaml", "YAML", false},
  }));
  CAPTURE(path);
  CHECK(artifact_kind(path) == kind);
  CHECK(may_contain_secrets(artifact_kind(path)) == secrets);
}

TEST_CASE("a manifest lists the folder, and survives its file", "[manifest]") {
  TemporaryFolder const folder;
  auto const run = Artifacts::create(folder.path());
  put_file(run.path("env.json"), "{}");
  put_file(run.path("nsys/run.nsys-rep"), "12345");
  put_file(run.path("nsys/cmd.txt"), "nsys");
  put_file(run.path(".env.json.tmp-1-2"), "half written");
  fs::create_symlink("env.json", run.root() / "link.json");
  RunFacts const facts{.argv = {"./engine", "--api-key", "abc"},
                       .producers = {{"nsys", "nsys 2023.4.4"}, {"nsys/cmd.txt", "llmprof 0.1.0"}},
                       .missing = {{"ncu/raw.csv", "ncu is not installed"}, {"env.json", "not written"}}};
  Manifest manifest = take_stock(run, facts);
  CHECK(manifest.id == run.id());
  CHECK(manifest.created.size() == 20);
  CHECK_FALSE(manifest.llmprof_version.empty());
  CHECK(manifest.artifacts ==
        std::vector<Artifact>{{"env.json", "JSON", "", 2, false},
                              {"link.json", "link", "", {}, true},
                              {"nsys/cmd.txt", "command", "llmprof 0.1.0", 4, false},
                              {"nsys/run.nsys-rep", "nsys report", "nsys 2023.4.4", 5, true}});
  CHECK(manifest.missing == std::vector<MissingArtifact>{{"ncu/raw.csv", "ncu is not installed"}});
  CHECK_FALSE(manifest.complete);

  write_manifest(run, manifest);
  std::string const text = get_file(run.path("manifest.json"));
  CHECK(text.starts_with("{\n  \"schema\": \"llmprof.manifest/1\""));
  CHECK(text.find("abc") == std::string::npos);
  manifest.argv.back() = "***";
  CHECK(read_manifest(run) == manifest);
}

TEST_CASE("a run that misses nothing is complete", "[manifest]") {
  TemporaryFolder const folder;
  auto const run = Artifacts::create(folder.path());
  CHECK(take_stock(run).complete);
  CHECK(take_stock(run).artifacts.empty());
}

TEST_CASE("a manifest that is none is refused", "[manifest]") {
  CHECK_THROWS_WITH(read_manifest_json(R"({"schema":"llmprof.manifest/2"})", "m.json"),
                    ContainsSubstring("llmprof.manifest/2: written by a newer llmprof"));
  CHECK_THROWS_AS(read_manifest_json("", "m.json"), ParseError);
  CHECK_THROWS_WITH(read_manifest_json(R"({"schema":"llmprof.manifest/1","id":5})", "m.json"),
                    ContainsSubstring("id: expected a string"));
  CHECK_THROWS_WITH(
      read_manifest_json(
          R"({"schema":"llmprof.manifest/1","id":"x","created":null,"llmprof":null,"complete":true,
                             "argv":[],"artifacts":[{"path":"a","kind":"b","producer":null,"size_bytes":-1}],
                             "missing":[]})",
          "m.json"),
      ContainsSubstring("artifacts[0].size_bytes"));
  TemporaryFolder const folder;
  CHECK_THROWS_WITH(read_manifest(Artifacts::from_root(folder.path())), ContainsSubstring("did not finish"));
}
