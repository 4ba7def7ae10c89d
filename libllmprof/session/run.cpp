// SPDX-License-Identifier: MIT
#include "llmprof/session/run.hpp"

#include "libllmprof/session/cupti_run.hpp"
#include "libllmprof/session/nsys_run.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

RunOutcome run_workload_collected(RunRequest const& request) {
  if (request.argv.empty()) throw InvalidArgument("no command to run; give it after --");
  validate(request.window);
  return request.with_nsys ? run_with_nsys(request) : run_with_cupti(request);
}

}  // namespace llmprof::inline v0
