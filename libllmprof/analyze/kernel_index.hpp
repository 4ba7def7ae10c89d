// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "llmprof/model/kernel_name.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Finds kernels of a profile by the name that another tool printed.
class KernelIndex {
 public:
  /// `profile` must outlive the index.
  explicit KernelIndex(Profile const& profile);

  /// Indexes into Profile::kernel_names of all kernels that the name may stand for: those that agree with it
  /// in the most telling form in which any does.
  [[nodiscard]] std::vector<std::uint32_t> candidates(std::string const& printed) const;

 private:
  using Places = std::unordered_multimap<std::string, std::uint32_t>;

  [[nodiscard]] std::vector<std::uint32_t> by_short_name(KernelName const& name) const;

  std::vector<bool> is_bare_;  // by kernel: its name is the function's own and no more
  Places by_printed_;
  Places by_canonical_;
  Places by_function_;
  Places by_short_name_;
};

}  // namespace llmprof::inline v0
