// SPDX-License-Identifier: MIT
#include "llmprof/model/run_sums.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

void add(SummedKernel& sum, SummedKernel const& part) {
  add_checked(sum.calls, part.calls);
  add_checked(sum.total_ns, part.total_ns);
  sum.min_ns = std::min(sum.min_ns, part.min_ns);
  sum.max_ns = std::max(sum.max_ns, part.max_ns);
}

}  // namespace

void join(std::vector<SummedKernel>& kernels) {
  std::unordered_map<std::string, std::size_t> places;
  std::vector<SummedKernel> joined;
  for (SummedKernel& kernel : kernels) {
    auto const [place, is_new] = places.try_emplace(kernel.name, joined.size());
    if (is_new) {
      joined.push_back(std::move(kernel));
    } else {
      add(joined[place->second], kernel);
    }
  }
  std::sort(joined.begin(), joined.end(), [](SummedKernel const& a, SummedKernel const& b) {
    return std::tie(b.total_ns, a.name) < std::tie(a.total_ns, b.name);
  });
  kernels = std::move(joined);
}

std::vector<SummedKernel> summed_kernels(RunSums const& sums) {
  std::vector<SummedKernel> kernels;
  for (SummedPhase const& phase : sums.phases)
    kernels.insert(kernels.end(), phase.kernels.begin(), phase.kernels.end());
  join(kernels);
  return kernels;
}

}  // namespace llmprof::inline v0
