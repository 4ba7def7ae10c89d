// SPDX-License-Identifier: MIT
#include "llmprof/analyze/efficiency.hpp"

#include <utility>

namespace llmprof::inline v0 {
namespace {

std::string why_absent(Figure const& work, std::optional<std::int64_t> step_ns, Peak const& peak,
                       std::uint64_t devices) {
  if (!work) return work.reason.empty() ? "the costs of the step are not known" : work.reason;
  if (!step_ns) return "the time of the step is not known";
  if (*step_ns <= 0) return "the step took no time";
  if (!peak.value) return peak.reason.empty() ? "the peak of the GPU is not known" : peak.reason;
  if (*peak.value <= 0) return "the peak of the GPU is zero";
  if (devices == 0) return "no GPU did the work";
  return {};
}

Efficiency efficiency(Figure const& work, std::optional<std::int64_t> step_ns, Peak const& peak,
                      std::uint64_t devices) {
  Efficiency result;
  result.peak = peak;
  if (peak.value && devices > 0) result.denominator = *peak.value * static_cast<double>(devices);
  if (work && step_ns && *step_ns > 0) result.achieved = *work / (static_cast<double>(*step_ns) / 1e9);
  result.reason = why_absent(work, step_ns, peak, devices);
  if (!result.reason.empty()) return result;
  result.value = *result.achieved / *result.denominator;
  return result;
}

}  // namespace

Efficiency mfu(Figure const& flops, std::optional<std::int64_t> step_ns, Peak const& peak,
               std::uint64_t devices) {
  Efficiency result = efficiency(flops, step_ns, peak, devices);
  if (result.value && *result.value > 1) {
    result.reason = "above the peak: the model description, the number of tokens or the clock does not fit";
  }
  return result;
}

Efficiency mbu(Figure const& bytes, std::optional<std::int64_t> step_ns, Peak const& peak,
               std::uint64_t devices) {
  Efficiency result = efficiency(bytes, step_ns, peak, devices);
  if (result.value && *result.value > 1) {
    result.reason =
        "above the memory bandwidth: a part of the weights stays in the cache, or the model "
        "description does not fit";
  }
  return result;
}

}  // namespace llmprof::inline v0
