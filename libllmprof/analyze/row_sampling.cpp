// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/row_sampling.hpp"

#include <algorithm>

namespace llmprof::inline v0 {
namespace {

std::size_t interval_for(std::size_t instances, std::size_t cap) {
  return cap == 0 ? 0 : std::max<std::size_t>(1, (instances + cap - 1) / cap);
}

std::size_t rows_at(std::size_t instances, std::size_t cap) {
  std::size_t const interval = interval_for(instances, cap);
  return interval == 0 ? 0 : (instances + interval - 1) / interval;
}

/// The largest number of rows of one phase with which all of the kind have no more than `most` together.
std::size_t largest_cap(std::vector<PhaseCount> const& phases, bool steps, std::size_t most) {
  auto const fits = [&](std::size_t cap) {
    std::size_t rows = 0;
    for (PhaseCount const& phase : phases) {
      if (phase.is_step != steps) continue;
      rows += rows_at(phase.instances, cap);
      if (rows > most) return false;
    }
    return true;
  };
  std::size_t fitting = 0;
  std::size_t too_many = most + 1;
  while (too_many - fitting > 1) {
    std::size_t const middle = fitting + (too_many - fitting) / 2;
    (fits(middle) ? fitting : too_many) = middle;
  }
  return fitting;
}

}  // namespace

std::vector<std::size_t> row_intervals(std::vector<PhaseCount> const& phases, std::size_t most) {
  std::vector<std::size_t> intervals(phases.size(), 0);
  std::size_t left = most;
  for (bool const steps : {true, false}) {
    std::size_t const cap = largest_cap(phases, steps, left);
    for (std::size_t i = 0; i < phases.size(); ++i) {
      if (phases[i].is_step != steps) continue;
      // Where not even one row of each has room, the first phases have one.
      bool const has_one = cap == 0 && left > 0;
      intervals[i] = interval_for(phases[i].instances, has_one ? 1 : cap);
      left -= rows_at(phases[i].instances, has_one ? 1 : cap);
    }
  }
  return intervals;
}

}  // namespace llmprof::inline v0
