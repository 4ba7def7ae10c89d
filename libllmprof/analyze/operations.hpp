// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Everything that ran on a GPU as one numbered sequence: kernels, then copies and sets, then whole graphs.
class Operations {
  template <class F>  // first, because its return type is deduced
  auto visit(std::uint32_t i, F&& f) const noexcept {
    if (i < kernels_) return f(trace_.launches[i]);
    if (i < with_memory_) return f(trace_.memory_operations[i - kernels_]);
    return f(trace_.graph_launches[i - with_memory_]);
  }

 public:
  explicit Operations(Trace const& trace) noexcept
      : trace_(trace),
        kernels_(static_cast<std::uint32_t>(trace.launches.size())),
        with_memory_(kernels_ + static_cast<std::uint32_t>(trace.memory_operations.size())),
        size_(with_memory_ + static_cast<std::uint32_t>(trace.graph_launches.size())) {}

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] bool is_kernel(std::uint32_t i) const noexcept { return i < kernels_; }

  [[nodiscard]] bool is_memory(std::uint32_t i) const noexcept { return i >= kernels_ && i < with_memory_; }

  [[nodiscard]] Nanoseconds start(std::uint32_t i) const noexcept {
    return visit(i, [](auto const& event) { return event.start; });
  }
  [[nodiscard]] Nanoseconds end(std::uint32_t i) const noexcept {
    return visit(i, [](auto const& event) { return event.end; });
  }
  [[nodiscard]] Nanoseconds launch(std::uint32_t i) const noexcept {
    return visit(i, [](auto const& event) { return event.launch; });
  }
  [[nodiscard]] std::uint32_t stream(std::uint32_t i) const noexcept {
    return visit(i, [](auto const& event) { return event.stream; });
  }
  /// no_index: no launch record.
  [[nodiscard]] std::uint32_t thread(std::uint32_t i) const noexcept {
    return visit(i, [](auto const& event) { return event.thread; });
  }

  /// Index into Trace::graph_nodes, or no_index.
  [[nodiscard]] std::uint32_t graph_node(std::uint32_t i) const noexcept {
    if (i < kernels_) return trace_.launches[i].graph_node;
    if (i < with_memory_) return trace_.memory_operations[i - kernels_].graph_node;
    return no_index;
  }

  /// All numbers by start on the GPU, then by number.
  [[nodiscard]] std::vector<std::uint32_t> by_start() const;

 private:
  Trace const& trace_;
  std::uint32_t kernels_;
  std::uint32_t with_memory_;
  std::uint32_t size_;
};

}  // namespace llmprof::inline v0
