// SPDX-License-Identifier: MIT
// What changed between two captures of the same work: kernel time and steps, phase by phase.
//
//   compare_profiles BEFORE AFTER
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#include "llmprof/analyze/answers.hpp"
#include "llmprof/error.hpp"
#include "llmprof/session/inputs.hpp"

namespace {

std::string change(double before, double after) {
  if (before <= 0) return "n/a";
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << std::showpos << 100 * (after / before - 1) << " %";
  return text.str();
}

void row(std::string const& what, double before_ns, double after_ns) {
  std::cout << std::fixed << std::setprecision(3) << std::left << std::setw(56) << what << std::right
            << std::setw(9) << before_ns / 1e6 << std::setw(9) << after_ns / 1e6 << std::setw(10)
            << change(before_ns, after_ns) << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::cerr << "usage: compare_profiles BEFORE AFTER\n";
    return 2;
  }
  llmprof::Profile const before = llmprof::load_inputs({argv[1]}).profile;
  llmprof::Profile const after = llmprof::load_inputs({argv[2]}).profile;

  std::cout << std::left << std::setw(56) << "kernel time, ms"
            << "   before    after    change\n";
  // Phases are found by their path, which is the same in both; a time that an input does not tell is absent.
  for (llmprof::PhaseProfile const& phase : before.phases) {
    llmprof::PhaseProfile const* const other = after.find(phase.path);
    if (other == nullptr) {
      std::cout << to_string(phase.path) << ": only before\n";
    } else if (phase.kernel_ns && other->kernel_ns) {
      row(to_string(phase.path), static_cast<double>(*phase.kernel_ns),
          static_cast<double>(*other->kernel_ns));
    }
  }
  // Sums of kernels say nothing of the host; the median step does.
  llmprof::Answers const then = llmprof::answer(before);
  llmprof::Answers const now = llmprof::answer(after);
  for (llmprof::PhaseAnswer const& phase : then.phases) {
    llmprof::PhaseAnswer const* const other = now.find(phase.kind);
    if (other == nullptr || phase.steps.count == 0 || other->steps.count == 0) continue;
    row("median step of " + std::string(to_string(phase.kind)), phase.steps.median_ns,
        other->steps.median_ns);
  }
  return EXIT_SUCCESS;
} catch (llmprof::Error const& error) {
  std::cerr << "compare_profiles: " << error.what() << '\n';
  return EXIT_FAILURE;
}
