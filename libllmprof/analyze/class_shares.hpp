// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "llmprof/analyze/answers.hpp"

namespace llmprof::inline v0 {

/// The class of every kernel of a profile, by its index; each name is asked for once.
[[nodiscard]] std::vector<KernelClass> classes_of(Profile const& profile, KernelClassifier const& classifier);

/// The time of each class among some kernels of the profile, most first.
[[nodiscard]] std::vector<ClassShare> class_shares(std::vector<KernelStats> const& kernels,
                                                   std::vector<KernelClass> const& classes);

}  // namespace llmprof::inline v0
