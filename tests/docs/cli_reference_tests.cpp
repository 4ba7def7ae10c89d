// SPDX-License-Identifier: MIT
// docs/cli.md is what `--help` says.
#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/command_line.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof::tests;

namespace {

/// The names below `Subcommands:`.
std::vector<std::string> subcommands(std::string const& help) {
  std::istringstream in(help);
  std::vector<std::string> names;
  bool is_list = false;
  for (std::string line; std::getline(in, line);) {
    if (is_list && line.starts_with("  ") && line.size() > 2 && line[2] != ' ') {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    if (!line.empty() && line[0] != ' ') is_list = line == "Subcommands:" || line == "SUBCOMMANDS:";
  }
  return names;
}

/// A section for the command `words`, and for those below it.
std::string reference(std::vector<std::string> words) {
  std::string name = "llmprof";
  for (std::string const& word : words) name += ' ' + word;
  words.emplace_back("--help");
  std::string help = llmprof_with(words).out;
  words.pop_back();
  help.erase(help.find_last_not_of('\n') + 1);
  std::string text = "\n## `" + name + "`\n\n```\n" + help + "\n```\n";
  for (std::string const& subcommand : subcommands(help)) {
    words.push_back(subcommand);
    text += reference(words);
    words.pop_back();
  }
  return text;
}

/// Versions of CLI11 differ in where they break lines and in the capitals of headings.
std::string without_layout(std::string const& text) {
  std::string left;
  for (char const c : text) {
    auto const byte = static_cast<unsigned char>(c);
    if (std::isspace(byte) == 0) left += static_cast<char>(std::tolower(byte));
  }
  return left;
}

}  // namespace

// LLMPROF_UPDATE_GOLDEN=1 in the environment writes the help into the page.
TEST_CASE("docs/cli.md has every command and option", "[docs]") {
  std::string const path = (data.parent_path().parent_path() / "docs" / "cli.md").string();
  std::string const page = get_file(path);
  std::string const wanted = page.substr(0, page.find("\n## `llmprof`")) + reference({});
  if (std::getenv("LLMPROF_UPDATE_GOLDEN") != nullptr) put_file(path, wanted);
  CHECK(without_layout(get_file(path)) == without_layout(wanted));
}
