// SPDX-License-Identifier: MIT
#include "llmprof/model/gpu_time.hpp"

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {

std::int64_t GpuTime::idle_ns() const {
  std::int64_t sum = idle_submitted_ns;
  add_checked(sum, idle_after_copy_ns);
  add_checked(sum, idle_after_wait_ns.value_or(0));
  add_checked(sum, idle_host_ns);
  return sum;
}

}  // namespace llmprof::inline v0
