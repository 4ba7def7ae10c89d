// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "libllmprof/collect/path_tree.hpp"
#include "libllmprof/collect/spool_format.hpp"
#include "llmprof/collect/live_figures.hpp"

namespace llmprof::inline v0 {

/// What happened in each path.
class PhaseSums {
 public:
  static constexpr std::uint32_t graph_kernel = UINT32_MAX - 1;  ///< The name of a replay of a whole graph.

  PhaseSums(LiveNames const& names, std::size_t most_kernels) : names_(names), most_kernels_(most_kernels) {}

  void add_instance(std::uint32_t path, std::int64_t wall_ns, std::optional<std::int64_t> payload);
  void add_tokens(std::uint32_t path, std::int64_t tokens);
  void add_kernel(std::uint32_t path, std::uint32_t name, std::int64_t duration_ns);

  /// By path, as its labels are written. Paths in which nothing happened are left out.
  [[nodiscard]] std::vector<LivePhase> phases(PathTree const& paths) const;
  [[nodiscard]] std::uint64_t outside_calls() const { return own_.front().calls; }
  [[nodiscard]] std::int64_t outside_kernel_ns() const { return own_.front().kernel_ns; }

 private:
  static constexpr std::uint32_t other_kernel = UINT32_MAX;
  static_assert(spool::lost_name < graph_kernel && spool::lost_name < other_kernel);

  struct Kernel {
    std::uint32_t path = 0;
    std::uint32_t name = 0;
    LiveKernel sums;
  };

  LivePhase& own(std::uint32_t path);
  LiveKernel& kernel(std::uint32_t path, std::uint32_t name);
  LiveKernel& make_kernel(std::uint32_t path, std::uint32_t name);
  [[nodiscard]] std::string_view name_of(std::uint32_t kernel) const;
  [[nodiscard]] std::vector<LivePhase> by_number(PathTree const& paths) const;

  LiveNames const& names_;
  std::size_t most_kernels_;
  std::vector<LivePhase> own_{LivePhase{}};  // by path, without what happened in ranges inside
  std::vector<Kernel> kernels_;
  std::unordered_map<std::uint64_t, std::uint32_t> kernel_numbers_;  // by path and name
};

}  // namespace llmprof::inline v0
