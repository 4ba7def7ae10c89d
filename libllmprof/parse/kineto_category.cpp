// SPDX-License-Identifier: MIT
#include "libllmprof/parse/kineto_category.hpp"

#include <algorithm>
#include <array>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

struct Spelling {
  std::string_view cat;
  KinetoCategory category;
};

/// `Kernel`, `Memcpy`, `Memset`, `Runtime` and `Operator` are of 2021.
constexpr std::array spellings{
    Spelling{"kernel", KinetoCategory::kernel},
    Spelling{"gpu_memcpy", KinetoCategory::copy},
    Spelling{"memcpy", KinetoCategory::copy},
    Spelling{"gpu_memset", KinetoCategory::set},
    Spelling{"memset", KinetoCategory::set},
    Spelling{"runtime", KinetoCategory::api_call},
    Spelling{"driver", KinetoCategory::api_call},
    Spelling{"user_annotation", KinetoCategory::annotation},
    Spelling{"cpu_op", KinetoCategory::cpu_op},
    Spelling{"operator", KinetoCategory::cpu_op},
    Spelling{"cuda_profiler_range", KinetoCategory::profiler_range},
};

bool ends_with_ignoring_case(std::string_view a, std::string_view end) noexcept {
  return a.size() >= end.size() && equals_ignoring_case(a.substr(a.size() - end.size()), end);
}

}  // namespace

KinetoCategory kineto_category(std::string_view cat) noexcept {
  for (Spelling const& spelling : spellings) {
    if (equals_ignoring_case(cat, spelling.cat)) return spelling.category;
  }
  // cuda_runtime, hip_runtime, cuda_driver, ...
  bool const is_call = ends_with_ignoring_case(cat, "_runtime") || ends_with_ignoring_case(cat, "_driver");
  return is_call ? KinetoCategory::api_call : KinetoCategory::other;
}

}  // namespace llmprof::inline v0
