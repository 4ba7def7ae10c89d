// SPDX-License-Identifier: MIT
// Runs a program under the built-in collector and prints what its phases are bound by.
//
//   profile_program OUT CMD [ARG...]      the run folder is made inside OUT
#include <cstdlib>
#include <iostream>

#include "llmprof/error.hpp"
#include "llmprof/report/answers.hpp"
#include "llmprof/session/run.hpp"

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::cerr << "usage: profile_program OUT CMD [ARG...]\n";
    return 2;
  }
  llmprof::RunRequest request;
  request.out = argv[1];
  request.argv = {argv + 2, argv + argc};
  llmprof::RunOutcome const outcome = llmprof::run_workload_collected(request);

  // Without a GPU there is a profile too: of the ranges, without kernels.
  if (outcome.profile) {
    std::cout << format_answers(request.interpretation.answers(*outcome.profile));
    std::cout << "everything: " << outcome.run->root().string() << '\n';
  }
  for (auto const& note : outcome.diagnostics) std::cerr << note.text << '\n';
  if (!outcome.failure.empty()) std::cerr << "profile_program: " << outcome.failure << '\n';
  return outcome.status;  // the program's own, as a shell reports it, or one of RunStatus
} catch (llmprof::Error const& error) {
  std::cerr << "profile_program: " << error.what() << '\n';
  return EXIT_FAILURE;
}
