// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/compute_path.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Where figures of work come from.
enum class WorkSource : std::uint8_t {
  measured,  ///< Hardware counters of Nsight Compute.
  model,     ///< Computed from the shape of the model.
  mixed,     ///< A sum of both.
};

/// `measured`, `model`, `measured and model`.
[[nodiscard]] std::string_view to_string(WorkSource source) noexcept;

/// Operations of one path. A multiply-add is two; integer operations of tensor cores count like FLOPs.
struct PathWork {
  ComputePath path = ComputePath::fp32;
  double operations = 0;

  friend bool operator==(PathWork const&, PathWork const&) = default;
};

/// What a kernel, or several of them, did: what a point in a roofline chart is made of.
struct Work {
  WorkSource source = WorkSource::measured;
  std::vector<PathWork> operations;  ///< Paths that are known, each once, by ComputePath; known zeros too.
  bool at_least = false;             ///< Operations of some paths are unknown: there may be more.
  std::optional<double> dram_bytes;  ///< Read and written; absent if any part is unknown.
  std::optional<double> seconds;     ///< Time that it took; absent if any part is unknown.
  std::vector<std::string> metrics;  ///< Counters that it rests on, each once.
  std::vector<std::string> missing;  ///< What is unknown and why, each once.

  /// Sum over the paths; absent if none is known.
  [[nodiscard]] std::optional<double> total_operations() const noexcept;
  /// Of one path; absent if it is unknown.
  [[nodiscard]] std::optional<double> of(ComputePath path) const noexcept;
  /// Adds to what is known of a path.
  void add(ComputePath path, double count);

  friend bool operator==(Work const&, Work const&) = default;
};

/// What was measured for launches of one kernel with one shape.
struct KernelWork {
  std::uint32_t kernel = 0;          ///< Index into Profile::kernel_names.
  std::optional<LaunchShape> shape;  ///< Absent if the tool did not print it.
  std::vector<Label> path;           ///< Ranges that were open, outermost first, as the tool saw them.
  std::uint64_t launches = 0;
  Work work;                    ///< Sum over the launches.
  double least_operations = 0;  ///< Of one launch, as far as they are known.
  double most_operations = 0;

  friend bool operator==(KernelWork const&, KernelWork const&) = default;
};

/// Both together. Bytes and seconds that are unknown on one side are unknown in the sum; operations are added
/// as far as they are known (see Work::at_least).
[[nodiscard]] Work sum(Work const& a, Work const& b);

/// The same work `times` over, seconds included.
[[nodiscard]] Work scaled(Work work, double times);

}  // namespace v0
}  // namespace llmprof
