// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/kernel_index.hpp"

#include <algorithm>

namespace llmprof::inline v0 {
namespace {

bool is_bare(KernelName const& name) { return name.canonical == name.short_name; }

std::vector<std::uint32_t> found_in(std::unordered_multimap<std::string, std::uint32_t> const& places,
                                    std::string const& name) {
  std::vector<std::uint32_t> kernels;
  auto const [first, last] = places.equal_range(name);
  for (auto place = first; place != last; ++place) kernels.push_back(place->second);
  std::sort(kernels.begin(), kernels.end());
  return kernels;
}

}  // namespace

KernelIndex::KernelIndex(Profile const& profile) {
  for (std::uint32_t i = 0; i < profile.kernel_names.size(); ++i) {
    KernelName name = parse_kernel_name(profile.kernel_names[i]);
    is_bare_.push_back(is_bare(name));
    by_printed_.emplace(profile.kernel_names[i], i);
    by_canonical_.emplace(std::move(name.canonical), i);
    by_function_.emplace(std::move(name.without_parameters), i);
    by_short_name_.emplace(std::move(name.short_name), i);
  }
}

std::vector<std::uint32_t> KernelIndex::candidates(std::string const& printed) const {
  if (auto found = found_in(by_printed_, printed); !found.empty()) return found;
  KernelName const name = parse_kernel_name(printed);
  if (auto found = found_in(by_canonical_, name.canonical); !found.empty()) return found;
  if (auto found = found_in(by_function_, name.without_parameters); !found.empty()) return found;
  return by_short_name(name);
}

/// `f<4>` and `f<8>` have one short name and are two kernels: it counts only where a tool printed no more.
std::vector<std::uint32_t> KernelIndex::by_short_name(KernelName const& name) const {
  auto found = found_in(by_short_name_, name.short_name);
  if (!is_bare(name)) std::erase_if(found, [&](std::uint32_t kernel) { return !is_bare_[kernel]; });
  return found;
}

}  // namespace llmprof::inline v0
