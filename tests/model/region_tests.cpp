// SPDX-License-Identifier: MIT
#include "llmprof/model/region.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

using namespace llmprof;

TEST_CASE("A region of plain labels has a folder of its name", "[region]") {
  CHECK(region_folder("LLM@prefill") == "LLM@prefill");
  CHECK(region_folder("prefill") == "prefill");
  CHECK(region_folder("layer.3") == "layer.3");
  CHECK(region_folder("LLM@decode_all/LLM@decode_step") == "LLM@decode_all+LLM@decode_step");
}

TEST_CASE("Different regions have different folders", "[region]") {
  std::vector<std::string> const paths{"A",
                                       "a",
                                       "A::A1",
                                       "A_A1",
                                       "A__A1",
                                       "A/A1",
                                       "A+A1",
                                       "A\\/A1",
                                       "A:A1",
                                       "A A1",
                                       "A  A1",
                                       " A A1",
                                       "",
                                       ".",
                                       "..",
                                       "...",
                                       "-",
                                       "--help",
                                       "中文",
                                       "文中",
                                       "é",
                                       "e\u0301",
                                       "/",
                                       "\\/",
                                       "_",
                                       "region",
                                       "report.json",
                                       "con",
                                       "A\nB",
                                       "A\tB",
                                       "A\\\\B",
                                       "LLM@A",
                                       "LLM@a",
                                       "LLM\\@A",
                                       "A.",
                                       "A..",
                                       "\x80",
                                       "\xff",
                                       "A/B/C",
                                       "A/B+C",
                                       "A+B/C",
                                       "report.md",
                                       ".hidden",
                                       "report",
                                       "%41",
                                       std::string("A\0B", 3),
                                       std::string(100, 'x'),
                                       std::string(101, 'x'),
                                       std::string(102, 'x'),
                                       std::string(100'000, 'x'),
                                       std::string(99, 'x') + "::1",
                                       std::string(99, 'x') + "::2"};
  std::set<std::string> folders;
  for (std::string const& path : paths) {
    std::string const folder = region_folder(path);
    CAPTURE(path, folder);
    CHECK(folders.insert(folder).second);
    CHECK(region_folder(path) == folder);
    CHECK_FALSE(folder.empty());
    CHECK(folder.size() <= 100);
    CHECK(folder.front() != '.');
    CHECK(folder.front() != '-');
    CHECK(folder.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.@+-") ==
          std::string::npos);
    CHECK(folder != "report.json");
    CHECK(folder != "report.md");
  }
}

TEST_CASE("What can be read of a label stays readable", "[region]") {
  CHECK(region_folder("A::A1").starts_with("A_A1-"));
  CHECK(region_folder("my range (1)").starts_with("my_range_1_-"));
  CHECK(region_folder("中文").starts_with("region-"));
  CHECK(region_folder("").starts_with("region-"));
  CHECK(region_folder(std::string(300, 'x')).starts_with(std::string(79, 'x') + '-'));
}
