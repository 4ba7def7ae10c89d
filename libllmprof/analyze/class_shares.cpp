// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/class_shares.hpp"

#include <algorithm>
#include <map>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {

std::vector<KernelClass> classes_of(Profile const& profile, KernelClassifier const& classifier) {
  std::vector<KernelClass> classes;
  classes.reserve(profile.kernel_names.size());
  for (std::string const& name : profile.kernel_names) classes.push_back(classifier.classify(name));
  return classes;
}

std::vector<ClassShare> class_shares(std::vector<KernelStats> const& kernels,
                                     std::vector<KernelClass> const& classes) {
  std::map<KernelClass, ClassShare> sums;
  std::int64_t total = 0;
  for (KernelStats const& kernel : kernels) {
    ClassShare& sum = sums[classes[kernel.kernel]];
    sum.kernel_class = classes[kernel.kernel];
    add_checked(sum.calls, kernel.calls);
    add_checked(sum.total_ns, kernel.total_ns.value_or(0));
    add_checked(total, kernel.total_ns.value_or(0));
  }
  std::vector<ClassShare> shares;
  for (auto& [kernel_class, sum] : sums) {
    if (total > 0) sum.share = static_cast<double>(sum.total_ns) / static_cast<double>(total);
    shares.push_back(sum);
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](ClassShare const& a, ClassShare const& b) { return a.total_ns > b.total_ns; });
  return shares;
}

}  // namespace llmprof::inline v0
