// SPDX-License-Identifier: MIT
// `llmprof run` as people run it, for tests.
#pragma once

#include <sys/wait.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "llmprof/session/inputs.hpp"
#include "support/temporary_folder.hpp"

/// What a run of the tool left.
struct Ran {
  int status = 0;
  std::string out;
  std::string err;
  std::filesystem::path folder;  ///< Empty if none was made.
};

inline std::string text_of(std::filesystem::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Runs the tool with a folder of its own.
class Runner {
 public:
  /// Through the shell, so that streams and statuses are the real ones.
  Ran run(std::string const& workload, std::string const& options = "", std::string const& before = "") {
    std::string const command = before + " '" LLMPROF_TOOL "' run --out '" + (folder_ / "runs").string() +
                                "' " + options + " -- " + workload + " >'" + (folder_ / "out").string() +
                                "' 2>'" + (folder_ / "err").string() + "' </dev/null";
    int const status = std::system(command.c_str());  // NOLINT: a test
    Ran ran{WEXITSTATUS(status), text_of(folder_ / "out"), text_of(folder_ / "err"), {}};
    if (std::filesystem::exists(folder_ / "runs")) {
      for (auto const& entry : std::filesystem::directory_iterator(folder_ / "runs"))
        ran.folder = entry.path();
    }
    INFO(ran.err);
    return ran;
  }

 private:
  TemporaryFolder folder_;
};

/// The workload of most tests, for the shell.
inline std::string const program = "'" LLMPROF_MARKED_PROGRAM "' ";

/// Of what was recorded.
inline llmprof::Profile profile_of(Ran const& ran) {
  REQUIRE(!ran.folder.empty());
  return llmprof::load_inputs({ran.folder / "cupti" / "trace.sqlite"}).profile;
}

/// Of the phase whose last label is this; 0 if there is none.
inline std::uint64_t instances(llmprof::Profile const& profile, std::string const& label) {
  for (llmprof::PhaseProfile const& phase : profile.phases) {
    if (to_string(phase.path.back()) == label) return phase.instances.value_or(0);
  }
  return 0;
}
