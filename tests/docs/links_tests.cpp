// SPDX-License-Identifier: MIT
// The pages lead where they say.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace fs = std::filesystem;

namespace {

fs::path const root = fs::path(LLMPROF_TEST_DATA).parent_path().parent_path();

std::vector<fs::path> pages() {
  std::vector<fs::path> found{root / "README.md", root / "tests" / "manual" / "README.md",
                              root / "tests" / "fuzz" / "README.md"};
  for (auto const& entry : fs::directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Lines outside of code blocks.
std::string prose(std::string const& page) {
  std::istringstream in(page);
  std::string text;
  bool in_code = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) in_code = !in_code;
    if (!in_code) text += line + '\n';
  }
  return text;
}

/// What a heading is called in links: `## The driver` is `the-driver`.
std::string anchor_of(std::string const& heading) {
  std::string anchor;
  for (char const c : heading) {
    auto const byte = static_cast<unsigned char>(c);
    if (c == ' ') anchor += '-';
    if (std::isalnum(byte) != 0 || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(byte));
  }
  return anchor;
}

std::set<std::string> anchors(fs::path const& page) {
  std::set<std::string> found;
  std::istringstream in(prose(get_file(page)));
  for (std::string line; std::getline(in, line);) {
    auto const text = line.find_first_not_of('#');
    if (text == 0 || text == std::string::npos || line[text] != ' ') continue;
    found.insert(anchor_of(line.substr(text + 1)));
  }
  return found;
}

}  // namespace

TEST_CASE("every relative link of the pages leads to a file, and to a heading in it", "[docs]") {
  std::regex const link(R"(\]\(([^)\s]+)\))");
  std::size_t followed = 0;
  for (fs::path const& page : pages()) {
    std::string const text = prose(get_file(page));
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      std::string const target = (*at)[1];
      if (target.find("://") != std::string::npos) continue;
      INFO(page.lexically_relative(root).string() << ": " << target);
      auto const hash = target.find('#');
      std::string const file = target.substr(0, hash);
      fs::path const path = file.empty() ? page : page.parent_path() / file;
      CHECK(fs::exists(path));
      if (hash != std::string::npos && fs::exists(path)) {
        CHECK(anchors(path).count(target.substr(hash + 1)) == 1);
      }
      ++followed;
    }
  }
  CHECK(followed > 40);
}

TEST_CASE("the README leads to every page of docs, or to one that does", "[docs]") {
  std::string all = get_file(root / "README.md");
  for (fs::path const& page : pages()) {
    if (page.parent_path().filename() == "docs") all += get_file(page);
  }
  for (fs::path const& page : pages()) {
    if (page.parent_path().filename() != "docs") continue;
    INFO(page);
    std::string const name = page.filename().string();
    CHECK((all.find("(" + name) != std::string::npos || all.find("(docs/" + name) != std::string::npos));
  }
}
