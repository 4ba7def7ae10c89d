// SPDX-License-Identifier: MIT
// The library used from another tool: the kernels with the most time in any capture that llmprof reads.
//
//   top_kernels CAPTURE...
#include <cstdlib>
#include <iostream>
#include <string>

#include "llmprof/error.hpp"
#include "llmprof/report/kernels_markdown.hpp"
#include "llmprof/session/inputs.hpp"

int main(int argc, char** argv) try {
  llmprof::LoadedInputs const inputs = llmprof::load_inputs({argv + 1, argv + argc});
  for (auto const& kernel : llmprof::top_kernels(to_records(inputs.profile, inputs.profile.kernels), 5)) {
    std::cout << (kernel.total_ns ? std::to_string(*kernel.total_ns / 1000) + " us" : "unknown time")
              << " in " << kernel.calls << " calls of " << kernel.name << '\n';
  }
  return EXIT_SUCCESS;
} catch (llmprof::Error const& error) {
  std::cerr << "top_kernels: " << error.what() << '\n';
  return EXIT_FAILURE;
}
