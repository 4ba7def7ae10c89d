// SPDX-License-Identifier: MIT
#include "llmprof/analyze/join_metrics.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "libllmprof/analyze/counter_sums.hpp"
#include "libllmprof/analyze/kernel_index.hpp"
#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/analyze/measured_work.hpp"
#include "llmprof/analyze/roofline.hpp"

namespace llmprof::inline v0 {
namespace {

/// Names of kernels are long: a message shows the first few.
constexpr std::size_t most_named = 3;

std::optional<std::array<std::int32_t, 3>> narrowed(std::optional<std::array<std::int64_t, 3>> const& wide) {
  std::array<std::int32_t, 3> narrow{};
  if (!wide) return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i) {
    if ((*wide)[i] < 0 || (*wide)[i] > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    narrow[i] = static_cast<std::int32_t>((*wide)[i]);
  }
  return narrow;
}

std::optional<LaunchShape> shape_of(MeasuredLaunch const& launch) {
  auto const grid = narrowed(launch.grid);
  auto const block = narrowed(launch.block);
  return grid && block ? std::optional(LaunchShape{*grid, *block}) : std::nullopt;
}

class Join {
 public:
  Join(Profile& profile, std::vector<Metrics> const& files)
      : profile_(profile), files_(files), index_(profile) {
    for (KernelShape const& shape : profile.shapes) shapes_of_[shape.kernel].push_back(&shape);
  }

  void run() {
    profile_.work.clear();
    for (Metrics const& file : files_) {
      for (MeasuredLaunch const& launch : file.launches) {
        if (launch.kind != MeasuredKind::range) add(launch);
      }
    }
    std::sort(profile_.work.begin(), profile_.work.end(),
              [](KernelWork const& a, KernelWork const& b) { return a.kernel < b.kernel; });
    profile_.measured.clear();
    for (auto const& [kernel, found] : found_) profile_.measured.push_back(summary(kernel, found));
    sort();
    diagnose();
  }

 private:
  /// What was measured for one kernel.
  struct Found {
    CounterSums counters;
    std::vector<LaunchShape> shapes;
    bool shapes_known = true;
  };

  /// Launches that found no kernel, by name, and the kernels that they may be of.
  struct Lost {
    std::uint64_t launches = 0;
    std::vector<std::uint32_t> candidates;
  };

  void add(MeasuredLaunch const& launch) {
    auto const shape = shape_of(launch);
    auto candidates = candidates_of(launch.kernel);
    if (candidates.size() > 1 && shape) keep_launched_with(*shape, candidates);
    if (candidates.size() != 1) {
      Lost& lost = lost_[launch.kernel];
      lost.launches += launch.invocations;
      lost.candidates = std::move(candidates);
      return;
    }
    Found& found = found_[candidates.front()];
    found.counters.add(launch, finder_);
    std::vector<Label> path = launch.start_end;
    path.insert(path.end(), launch.path.begin(), launch.path.end());
    add_launch(profile_.work, candidates.front(), shape, measured_work(launch), launch.invocations, path);
    found.shapes_known = found.shapes_known && shape.has_value();
    if (shape && std::find(found.shapes.begin(), found.shapes.end(), *shape) == found.shapes.end())
      found.shapes.push_back(*shape);
  }

  std::vector<std::uint32_t> const& candidates_of(std::string const& name) {
    auto const known = candidates_.find(name);
    if (known != candidates_.end()) return known->second;
    return candidates_.emplace(name, index_.candidates(name)).first->second;
  }

  /// Where none was, all stay: then the shape does not tell.
  void keep_launched_with(LaunchShape const& shape, std::vector<std::uint32_t>& candidates) const {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t const kernel : candidates) {
      auto const shapes = shapes_of_.find(kernel);
      if (shapes == shapes_of_.end()) continue;
      auto const is_shape = [&](KernelShape const* launched) { return launched->shape == shape; };
      if (std::any_of(shapes->second.begin(), shapes->second.end(), is_shape)) kept.push_back(kernel);
    }
    if (!kept.empty()) candidates = std::move(kept);
  }

  [[nodiscard]] MeasuredKernel summary(std::uint32_t kernel, Found const& found) const {
    MeasuredKernel measured;
    measured.kernel = kernel;
    measured.launches = found.counters.launches();
    measured.mean_duration_ns = found.counters.mean_duration_ns();
    measured.counters = found.counters.summaries();
    auto const shapes = shapes_of_.find(kernel);
    if (!found.shapes_known || shapes == shapes_of_.end()) return measured;
    measured.like_calls = 0;
    measured.like_ns = 0;
    for (KernelShape const* const launched : shapes->second) {
      if (std::find(found.shapes.begin(), found.shapes.end(), launched->shape) == found.shapes.end())
        continue;
      add_checked(*measured.like_calls, launched->calls);
      add_checked(*measured.like_ns, launched->total_ns);
    }
    return measured;
  }

  void sort() {
    std::vector<std::size_t> rank(profile_.kernel_names.size(), profile_.kernels.size());
    for (std::size_t i = profile_.kernels.size(); i-- > 0;) rank[profile_.kernels[i].kernel] = i;
    std::stable_sort(
        profile_.measured.begin(), profile_.measured.end(),
        [&](MeasuredKernel const& a, MeasuredKernel const& b) { return rank[a.kernel] < rank[b.kernel]; });
  }

  void diagnose() {
    std::uint64_t missing = 0;
    std::vector<std::string> names;
    for (auto const& [name, lost] : lost_) {
      if (lost.candidates.empty()) {
        missing += lost.launches;
        names.push_back(name);
      } else {
        warn(std::to_string(lost.launches) + " launch(es) that ncu measured as " + quoted(name) +
             " may be of any of " + std::to_string(lost.candidates.size()) + " kernels, " +
             listed(names_of(lost.candidates)) +
             ", and grid and block do not tell: their counters are joined to none; measure again with `ncu "
             "--print-kernel-base demangled --rename-kernels off`");
      }
    }
    if (missing > 0) {
      warn(std::to_string(missing) + " launch(es) that ncu measured are of kernels that " + profile_.source +
           " does not have, so their counters are joined to none: " + listed(names));
    }
  }

  [[nodiscard]] std::vector<std::string> names_of(std::vector<std::uint32_t> const& kernels) const {
    std::vector<std::string> names;
    names.reserve(kernels.size());
    for (std::uint32_t const kernel : kernels) names.push_back(profile_.kernel_names[kernel]);
    return names;
  }

  static std::string quoted(std::string const& name) { return "'" + name + "'"; }

  static std::string listed(std::vector<std::string> const& names) {
    std::string list;
    for (std::size_t i = 0; i < std::min(most_named, names.size()); ++i)
      list += (i == 0 ? "" : ", ") + quoted(names[i]);
    if (names.size() > most_named) list += " and " + std::to_string(names.size() - most_named) + " more";
    return list;
  }

  void warn(std::string text) {
    profile_.diagnostics.push_back({Severity::warning, std::move(text), sources(), {}});
  }

  [[nodiscard]] std::string sources() const {
    std::string names;
    for (Metrics const& file : files_) names += (names.empty() ? "" : ", ") + file.source;
    return names;
  }

  Profile& profile_;
  std::vector<Metrics> const& files_;
  KernelIndex index_;
  CounterFinder finder_;
  std::unordered_map<std::uint32_t, std::vector<KernelShape const*>> shapes_of_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> candidates_;
  std::map<std::uint32_t, Found> found_;
  std::map<std::string, Lost> lost_;
};

}  // namespace

void join_metrics(Profile& profile, std::vector<Metrics> const& files) { Join(profile, files).run(); }

}  // namespace llmprof::inline v0
