// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/runs.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "libllmprof/support/json_reader.hpp"
#include "llmprof/error.hpp"
#include "temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

Artifacts put_run(TemporaryFolder const& folder, std::string const& id) {
  Artifacts run;
  run.set_root(folder / id);
  put_file(run.path("env.json"), "{}");
  put_file(run.path("nsys/run.nsys-rep"), "x");
  return run;
}

}  // namespace

TEST_CASE("runs are listed oldest first, unfinished ones too", "[runs]") {
  TemporaryFolder const folder;
  auto const second = put_run(folder, "20250102-000000-0001");
  write_manifest(second, take_stock(second));
  put_run(folder, "20250101-000000-0002");  // no manifest
  auto const named = put_run(folder, "baseline");
  write_manifest(named, take_stock(named));
  auto const damaged = put_run(folder, "20250103-000000-0003");
  put_file(damaged.path("manifest.json"), "{");
  put_file(folder / "other/file.txt", "no run");
  put_file(folder / "file.txt", "no folder");

  auto const runs = list_runs(folder.path());
  REQUIRE(runs.size() == 4);
  CHECK(runs[0].manifest.id == "20250101-000000-0002");
  CHECK(runs[0].manifest.created == "2025-01-01T00:00:00Z");
  CHECK_FALSE(runs[0].manifest.complete);
  CHECK(runs[0].manifest.artifacts.size() == 2);
  CHECK_THAT(runs[0].diagnostics.at(0).text, ContainsSubstring("did not finish"));
  CHECK(runs[1].manifest.complete);
  CHECK(runs[2].manifest.id == "20250103-000000-0003");
  CHECK_FALSE(runs[2].manifest.complete);
  CHECK(runs[3].manifest.id == "baseline");
  CHECK_THROWS_AS(list_runs(folder / "none"), IoError);

  std::string const text = format_runs(runs);
  CHECK(text.starts_with("id "));
  CHECK_THAT(text, ContainsSubstring(
                       "20250102-000000-0001  2025-01-02T00:00:00Z  yes               2  JSON, nsys report"));
  JsonDocument const document(format_runs(runs, {.format = Format::json}), "runs");
  document.expect_schema("llmprof.runs", 1);
  CHECK(document.root().at("runs").size() == 4);
  CHECK(document.root().at("diagnostics").size() == 2);
}

TEST_CASE("a run is described with what changed since its manifest", "[runs]") {
  TemporaryFolder const folder;
  auto const run = put_run(folder, "20250102-000000-0001");
  write_manifest(run,
                 take_stock(run, {.argv = {}, .producers = {}, .missing = {{"ncu/raw.csv", "ncu failed"}}}));
  put_file(run.path("env.json"), "{ }");
  put_file(run.path("new.md"), "");
  std::filesystem::remove(run.path("nsys/run.nsys-rep"));

  auto const description = describe_run(run.root());
  REQUIRE(description.diagnostics.size() == 3);
  CHECK(description.diagnostics[0].text == "env.json has another size than the manifest says");
  CHECK(description.diagnostics[1].text == "nsys/run.nsys-rep is in the manifest, but gone");
  CHECK(description.diagnostics[2].text == "new.md is not in the manifest");

  CHECK(format_artifacts(description, {.format = Format::csv}) ==
        "path,kind,size_bytes,producer,note\r\nenv.json,JSON,2,n/a,\r\n"
        "nsys/run.nsys-rep,nsys report,1,n/a,may contain secrets\r\nncu/raw.csv,missing,n/a,n/a,ncu "
        "failed\r\n");
  JsonDocument const document(format_artifacts(description, {.format = Format::json}), "artifacts");
  document.expect_schema("llmprof.artifacts", 1);
  CHECK(document.root().at("complete").boolean() == false);
  CHECK(document.root().at("artifacts")[1].at("may_contain_secrets").boolean());
  CHECK(document.root().at("missing")[0].at("reason").string() == "ncu failed");
}
