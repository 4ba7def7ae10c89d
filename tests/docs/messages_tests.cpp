// SPDX-License-Identifier: MIT
// docs/troubleshooting.md quotes what llmprof says: whoever searches for a message must find it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace fs = std::filesystem;

namespace {

fs::path const root = fs::path(LLMPROF_TEST_DATA).parent_path().parent_path();

/// All sources, with string literals that stand side by side joined.
std::string sources() {
  std::string text;
  for (auto const* const folder : {"libllmprof", "apps"}) {
    for (auto const& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() == ".cpp") text += get_file(entry.path());
    }
  }
  std::string joined;
  for (std::size_t at = 0; at < text.size(); ++at) {
    bool const is_quote = text[at] == '"' && at > 0 && text[at - 1] != '\\';
    auto const next = is_quote ? text.find_first_not_of(" \n", at + 1) : std::string::npos;
    if (next != std::string::npos && next > at + 1 && text[next] == '"') {
      at = next;
    } else {
      joined += text[at];
    }
  }
  return joined;
}

/// What stands between the `...` of a quoted line, without punctuation at the ends.
std::vector<std::string> fixed_parts(std::string const& line) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= line.size();) {
    auto const to = std::min(line.find("...", from), line.size());
    std::string part = line.substr(from, to - from);
    constexpr auto* ends = " .,;:()'";
    auto const first = part.find_first_not_of(ends);
    if (first != std::string::npos) {
      parts.push_back(part.substr(first, part.find_last_not_of(ends) + 1 - first));
    }
    from = to + 3;
  }
  return parts;
}

}  // namespace

TEST_CASE("the messages that docs/troubleshooting.md quotes are in the sources", "[docs]") {
  std::string const all = sources();
  std::istringstream page(get_file(root / "docs" / "troubleshooting.md"));
  std::size_t quoted = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("    ")) continue;
    ++quoted;
    for (std::string const& part : fixed_parts(line)) {
      INFO(line << "\n" << part);
      CHECK(all.find(part) != std::string::npos);
    }
  }
  CHECK(quoted > 20);
}
