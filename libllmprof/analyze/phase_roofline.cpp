// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/phase_roofline.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "libllmprof/support/checked_sum.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/analyze/gpu_peaks.hpp"
#include "llmprof/model/short_kernel_name.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_kernels = 20;

constexpr std::array<std::pair<ComputePath, DataType>, 8> typed_paths{
    {{ComputePath::tensor_fp4, DataType::fp4},
     {ComputePath::tensor_fp8, DataType::fp8},
     {ComputePath::tensor_int8, DataType::int8},
     {ComputePath::tensor_fp16, DataType::fp16},
     {ComputePath::tensor_bf16, DataType::bf16},
     {ComputePath::tensor_tf32, DataType::tf32},
     {ComputePath::fp32, DataType::fp32},
     {ComputePath::fp64, DataType::fp64}}};

/// FP16 of the CUDA cores beside FP32: the arithmetic throughput table of the CUDA C++ programming guide.
std::optional<double> half_per_single(GpuSpec const& gpu) {
  if (!gpu.compute_major || !gpu.compute_minor) return std::nullopt;
  struct Ratio {
    std::int64_t major;
    std::int64_t minor;
    double half_per_single;
  };
  constexpr std::array<Ratio, 9> ratios{
      {{8, 0, 4}, {7, 0, 2}, {7, 5, 2}, {8, 7, 2}, {9, 0, 2}, {10, 0, 2}, {8, 6, 1}, {8, 9, 1}, {12, 0, 1}}};
  auto const* const found = std::find_if(ratios.begin(), ratios.end(), [&](Ratio const& ratio) {
    return ratio.major == *gpu.compute_major && ratio.minor == *gpu.compute_minor;
  });
  return found == ratios.end() ? std::nullopt : std::optional(found->half_per_single);
}

bool is_in_any(KernelWork const& work, std::set<std::string> const& labels) {
  return std::any_of(work.path.begin(), work.path.end(),
                     [&](Label const& open) { return labels.contains(to_string(open)); });
}

/// A GEMM kernel may be the same for prefill and decode, and do other work there.
std::vector<KernelWork> work_inside(std::vector<KernelWork> const& all, StepLabels const& labels) {
  std::set<std::uint32_t> seen_here;
  for (KernelWork const& work : all) {
    if (is_in_any(work, labels.here)) seen_here.insert(work.kernel);
  }
  std::vector<KernelWork> chosen;
  for (KernelWork const& work : all) {
    bool const is_here = is_in_any(work, labels.here);
    bool const may_be_here = !seen_here.contains(work.kernel) && !is_in_any(work, labels.elsewhere);
    if (is_here || may_be_here) chosen.push_back(work);
  }
  return chosen;
}

/// Calls of the kernels that were measured one by one, the time of all others as one.
std::vector<CalledKernel> called_in(PhaseProfile const& phase, std::vector<KernelWork> const& work) {
  std::set<std::uint32_t> measured;
  for (KernelWork const& each : work) measured.insert(each.kernel);
  std::vector<CalledKernel> called{{no_index, std::nullopt, 0, 0}};
  for (KernelStats const& kernel : phase.kernels) {
    if (measured.contains(kernel.kernel)) {
      called.push_back({kernel.kernel, std::nullopt, kernel.calls, kernel.total_ns.value_or(0)});
    } else {
      add_checked(called.front().total_ns, kernel.total_ns.value_or(0));
    }
  }
  return called;
}

}  // namespace

StepLabels labels_of(std::vector<StepGroup> const& groups, StepKind kind) {
  StepLabels labels;
  for (StepGroup const& group : groups) {
    std::set<std::string>& into = group.kind == kind ? labels.here : labels.elsewhere;
    for (auto const* phases : {&group.whole, &group.steps}) {
      for (PhaseProfile const* const phase : *phases) into.insert(to_string(phase->path.back()));
    }
  }
  return labels;
}

bool was_measured_here(Profile const& profile, std::uint32_t kernel, StepLabels const& labels) {
  bool is_known = false;
  for (KernelWork const& work : profile.work) {
    if (work.kernel != kernel) continue;
    if (is_in_any(work, labels.here) || !is_in_any(work, labels.elsewhere)) return true;
    is_known = true;
  }
  return !is_known;
}

DeviceRoofs roofs_of(GpuSpec const& gpu) {
  DeviceRoofs roofs;
  for (auto const& [path, type] : typed_paths) {
    Peak const peak = peak_flops(gpu, type);
    if (!peak.value) continue;
    roofs.peaks.compute.push_back({path, *peak.value});
    if (type == DataType::bf16 || roofs.basis.empty())
      roofs.basis = std::string(to_string(type)) + ": " + peak.basis;
    auto const halves = half_per_single(gpu);
    if (type == DataType::fp32 && halves)
      roofs.peaks.compute.push_back({ComputePath::fp16, *halves * *peak.value});
  }
  Peak const bandwidth = peak_bandwidth(gpu);
  roofs.peaks.bytes_per_second = bandwidth.value;
  if (bandwidth.value) {
    roofs.basis += (roofs.basis.empty() ? "" : "; ") + std::string("memory: ") +
                   fixed(*bandwidth.value * 1e-12, 2) + " TB/s";
  }
  return roofs;
}

std::optional<PhaseRoofline> measured_roofline(Profile const& profile, PhaseProfile const& phase,
                                               StepLabels const& labels, StepStatistics const& steps,
                                               RooflinePeaks const& peaks) {
  if (profile.work.empty()) return std::nullopt;
  std::vector<KernelWork> const work = work_inside(profile.work, labels);
  PhaseWork const found = phase_work(called_in(phase, work), work);
  auto const coverage = found.coverage();
  if (!coverage || *coverage <= 0) return std::nullopt;
  PhaseRoofline roofline;
  roofline.point = roofline_point(found.work, peaks);
  roofline.coverage = coverage;
  roofline.uneven = static_cast<double>(found.uneven_ns) / static_cast<double>(found.kernel_ns);
  // One step has its part of the phase's kernel time. What was not measured is left out, not guessed: it is
  // other kernels.
  if (steps.count > 0 && found.kernel_ns > 0) {
    double const part = static_cast<double>(steps.kernel_ns) / static_cast<double>(steps.count) /
                        static_cast<double>(found.kernel_ns);
    if (auto const operations = found.work.total_operations())
      roofline.operations_of_step = *operations * part;
    if (found.work.dram_bytes) roofline.bytes_of_step = *found.work.dram_bytes * part;
  }
  return roofline;
}

std::optional<PhaseRoofline> model_roofline(PhaseAnswer const& answer, ModelSpec const& model,
                                            RooflinePeaks const& peaks) {
  auto const path = std::find_if(typed_paths.begin(), typed_paths.end(),
                                 [&](auto const& each) { return each.second == model.compute_type(); });
  bool const is_known = answer.mfu.value && answer.mfu.peak.value && answer.mbu.value &&
                        answer.mbu.peak.value && answer.busy && *answer.busy > 0;
  if (!is_known || path == typed_paths.end()) return std::nullopt;
  double const step_s = answer.steps.mean_ns * 1e-9;
  PhaseRoofline roofline;
  roofline.operations_of_step = *answer.mfu.value * *answer.mfu.peak.value * step_s;
  roofline.bytes_of_step = *answer.mbu.value * *answer.mbu.peak.value * step_s;
  Work work;
  work.source = WorkSource::model;
  work.add(path->first, *roofline.operations_of_step);
  work.dram_bytes = roofline.bytes_of_step;
  work.seconds = *answer.busy * step_s;
  roofline.point = roofline_point(work, peaks);
  return roofline;
}

std::vector<KernelRoofline> kernel_rooflines(Profile const& profile, RooflinePeaks const& peaks) {
  std::map<std::uint32_t, std::pair<Work, std::uint64_t>> by_kernel;
  for (KernelWork const& work : profile.work) {
    auto const [entry, is_new] = by_kernel.try_emplace(work.kernel, work.work, work.launches);
    if (is_new) continue;
    entry->second.first = sum(entry->second.first, work.work);
    entry->second.second += work.launches;
  }
  std::vector<KernelRoofline> kernels;
  for (MeasuredKernel const& measured : profile.measured) {  // most time first
    auto const found = by_kernel.find(measured.kernel);
    if (found == by_kernel.end() || kernels.size() == most_kernels) continue;
    KernelRoofline kernel;
    kernel.name = short_kernel_name(profile.kernel_names[measured.kernel]);
    for (KernelStats const& stats : profile.kernels) {
      if (stats.kernel == measured.kernel) kernel.total_ns += stats.total_ns.value_or(0);
    }
    kernel.launches = found->second.second;
    kernel.point = roofline_point(found->second.first, peaks);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace llmprof::inline v0
