// SPDX-License-Identifier: MIT
#include "llmprof/session/regions.hpp"

#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "llmprof/analyze/regions.hpp"
#include "support/region_rows.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using namespace region_rows;
namespace fs = std::filesystem;

TEST_CASE("Every region has a folder, and report.json says where", "[regions]") {
  TemporaryFolder const folder;
  Artifacts const run = Artifacts::create(folder.path());
  RegionReport const report = assemble_regions(
      rows({row("f", {a, a1}, 1), row("f", {{"", "A_A1"}}, 2), row("f", {{"", "a/../../b"}}, 4),
            row("f", {{"", "report.json"}}, 8), row("f", {{"", "../../../x"}}, 16)}));
  auto const written = write_regions(run, report);
  auto const document = boost::json::parse(get_file(run.path("ncu/regions/report.json")));
  auto const& regions = document.at("scopes").at(0).at("regions").as_array();
  REQUIRE(regions.size() == 6);
  for (auto const& region : regions) {
    auto const& files = region.at("files");
    for (auto const* const name : {"kernels_csv", "region_md", "region_json"}) {
      fs::path const file(std::string(files.at(name).as_string()));
      CHECK(file.is_relative());
      CHECK(fs::file_size(run.root() / file) > 0);
      CHECK(file.parent_path() == fs::path(std::string(files.at("folder").as_string())));
    }
  }
  CHECK(written.size() == 6 * 3 + 2);
  CHECK(written.back() == "ncu/regions/report.json");
  CHECK(files_in(run.root() / "ncu" / "regions") == 6 + 2);
  CHECK((fs::status(run.root() / "ncu" / "regions").permissions() & fs::perms::all) == fs::perms::owner_all);
}
