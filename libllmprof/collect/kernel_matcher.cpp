// SPDX-License-Identifier: MIT
#include "libllmprof/collect/kernel_matcher.hpp"

#include <algorithm>

#include "libllmprof/collect/live_sums.hpp"

namespace llmprof::inline v0 {

void KernelMatcher::match() {
  auto const still_waiting =
      std::remove_if(waiting_.begin(), waiting_.end(), [this](Kernel& kernel) { return settle(kernel); });
  waiting_.erase(still_waiting, waiting_.end());
}

void KernelMatcher::give_up() {
  for (Kernel const& kernel : waiting_) leave_unattributed(kernel);
  waiting_ = std::vector<Kernel>();  // `= {}` would keep its memory
}

/// @return false if it goes on waiting.
bool KernelMatcher::settle(Kernel& kernel) {
  if (auto const path = launches_.path_of(kernel.correlation)) {
    sums_.add_kernel(*path, kernel.name, kernel.duration_ns);
    return true;
  }
  if (++kernel.tries < most_tries) return false;
  leave_unattributed(kernel);
  return true;
}

void KernelMatcher::leave_unattributed(Kernel const& kernel) {
  ++unattributed_calls_;
  add_saturated(unattributed_ns_, kernel.duration_ns);
}

}  // namespace llmprof::inline v0
