// SPDX-License-Identifier: MIT
// The commands of the guide for beginners do what the guide says.
#include <sys/wait.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace fs = std::filesystem;

namespace {

fs::path const root = fs::path(LLMPROF_TEST_DATA).parent_path().parent_path();

/// A command, and the lines that the page shows of what it prints.
struct Shown {
  std::string command;
  std::vector<std::string> output;
};

/// In code blocks: `$ llmprof ...` with its output below, or `llmprof ...` without. What needs a GPU says so.
std::vector<Shown> commands_of(std::string const& page) {
  std::istringstream in(page);
  std::vector<Shown> found;
  bool in_code = false;
  bool has_output = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      in_code = !in_code;
      has_output = false;
    } else if (in_code && (line.starts_with("$ ") || line.starts_with("llmprof "))) {
      has_output = line.starts_with("$ ");
      bool const runs = line.find("llmprof ") <= 2 && line.find("# needs ") == std::string::npos;
      if (runs) found.push_back({line.substr(has_output ? 2 : 0), {}});
      has_output = has_output && runs;
    } else if (has_output && line != "...") {
      found.back().output.push_back(line);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("the commands of docs/getting-started.md that need no GPU run, and print what it shows", "[docs]") {
  // In a folder of its own, from which the files of the repository have the names that the page gives them.
  TemporaryFolder const folder;
  fs::create_directory_symlink(root / "tests", folder / "tests");
  std::string const before = "cd '" + folder.path().string() + "' && PATH='" +
                             fs::path(LLMPROF_TOOL).parent_path().string() + "':'" +
                             fs::path(LLMPROF_MINI_ENGINE).parent_path().string() + "':$PATH && ";
  auto const commands = commands_of(get_file(root / "docs" / "getting-started.md"));
  CHECK(commands.size() >= 5);
  for (Shown const& shown : commands) {
    CAPTURE(shown.command);
    std::string const line = "{ " + before + shown.command + "\n} >'" + (folder / "said").string() + "' 2>&1";
    int const status = std::system(line.c_str());  // NOLINT: a test
    std::string const said = get_file(folder / "said");
    CAPTURE(said);
    // Of doctor 1 means that something is wrong with the machine, not with the page.
    CHECK(WEXITSTATUS(status) <= (shown.command == "llmprof doctor" ? 1 : 0));
    for (std::string const& output : shown.output) {
      CAPTURE(output);
      CHECK(said.find(output) != std::string::npos);
    }
  }
}
