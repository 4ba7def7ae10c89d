// SPDX-License-Identifier: MIT
// `llmprof run` as people run it: the tool, the injected library, and a program of ours.
#pragma once

#include <sys/wait.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "llmprof/model/profile.hpp"
#include "llmprof/session/inputs.hpp"
#include "support/temporary_folder.hpp"

namespace llmprof::tests {

inline std::string const program = "'" LLMPROF_MARKED_PROGRAM "' ";

struct Ran {
  int status = 0;
  std::string out;
  std::string err;
  std::filesystem::path folder;  ///< Empty if none was made.

  [[nodiscard]] bool says(std::string const& text) const { return err.find(text) != std::string::npos; }
};

/// Runs the tool in a folder of its own, through the shell, so that streams and statuses are the real ones.
class Runner {
 public:
  Ran run(std::string const& workload, std::string const& options = "", std::string const& before = "") {
    return shell(before + " " + tool(workload, options));
  }

  [[nodiscard]] std::string tool(std::string const& workload, std::string const& options = "") const {
    return "'" LLMPROF_TOOL "' run --out '" + (folder_ / "runs").string() + "' " + options + " -- " +
           workload;
  }

  /// Any command line that runs the tool somehow.
  Ran shell(std::string const& line) {
    std::string const command = "{ " + line + "\n} >'" + (folder_ / "out").string() + "' 2>'" +
                                (folder_ / "err").string() + "' </dev/null";
    int const status = std::system(command.c_str());  // NOLINT: a test
    Ran ran{WEXITSTATUS(status), get_file(folder_ / "out"), get_file(folder_ / "err"), {}};
    if (std::filesystem::exists(folder_ / "runs")) {
      for (auto const& entry : std::filesystem::directory_iterator(folder_ / "runs"))
        ran.folder = entry.path();
    }
    return ran;
  }

  [[nodiscard]] std::filesystem::path const& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

inline Profile profile_of(Ran const& ran) {
  INFO(ran.err);
  REQUIRE(!ran.folder.empty());
  return load_inputs({ran.folder / "cupti" / "trace.sqlite"}).profile;
}

/// Of the phase whose last label is this; 0 if there is none.
inline std::uint64_t instances(Profile const& profile, std::string const& label) {
  for (PhaseProfile const& phase : profile.phases) {
    if (to_string(phase.path.back()) == label) return phase.instances.value_or(0);
  }
  return 0;
}

/// The ranges that the program opens, whatever it does then.
inline void check_engine(Profile const& profile) {
  CHECK(instances(profile, "LLM@prefill") == 1);
  CHECK(instances(profile, "LLM@decode_all") == 1);
  CHECK(instances(profile, "LLM@decode_step") == 4);
}

}  // namespace llmprof::tests
