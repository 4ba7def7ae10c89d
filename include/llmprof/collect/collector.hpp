// SPDX-License-Identifier: MIT
// Live figures of an engine, from inside it: llmprof::collector, which needs nothing but dl and pthread.
#pragma once

#include <cstddef>
#include <string>

#include "llmprof/collect/live_figures.hpp"
#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

struct CollectorOptions {
  /// Bytes of records that wait to be added up, at most; what comes when they are full is dropped and
  /// counted. A thread that opens ranges or launches kernels needs 256 KiB.
  std::size_t buffer_bytes = std::size_t{256} << 20U;
  /// Path of libllmprof_inject.so, for the ranges of shared objects: the environment of the process gets
  /// NVTX_INJECTION64_PATH, unless that is set already. Those that used NVTX before are lost. Empty: the
  /// ranges of the program itself alone.
  std::string nvtx_library;
};

/// What a collector gets to see, and why not more.
struct CollectorState {
  bool running = false;
  std::size_t modules = 0;  ///< Shared objects whose NVTX ranges reach the collector.
  bool kernels = false;     ///< CUPTI delivers to it.
  std::string no_ranges;    ///< Why modules is 0; else empty.
  std::string no_kernels;   ///< Why kernels is false though it runs; else empty.
};

/// Adds up NVTX ranges and CUDA kernels of this process, per phase, while it runs.
///
/// Memory is constant, however long that is. Figures are of the process: they are kept when the collector
/// stops or is destroyed, and grow on when one is started again. There is one collector at a time. While it
/// is stopped, ranges cost what they cost without a tool, CUPTI is free for others, and nothing is recorded;
/// ranges that were opened before start() are unknown to it.
///
/// NVTX of the program itself finds the collector. NVTX of shared objects (PyTorch's, a plugin's), whose
/// headers hide theirs, does through CollectorOptions::nvtx_library. Where another tool is injected, by
/// `llmprof run` for example, it gets the ranges, and CUPTI: state() says so, and the figures stay empty.
///
/// All functions may be called from any thread. Kernels inside CUDA graphs belong to the range around the
/// graph's launch. A process that was forked from one with a collector has none: there, start() throws and
/// figures are empty.
class Collector {
 public:
  /// @throws Error if there is one in this process.
  explicit Collector(CollectorOptions const& options = {});
  /// Stops.
  ~Collector();
  Collector(Collector const&) = delete;
  Collector& operator=(Collector const&) = delete;

  /// Does nothing if it runs already. Where CUPTI or NVTX cannot be had, it runs with what there is: see
  /// state().
  /// @throws Error if no thread can be started, or in a forked process.
  void start();

  /// Waits until all that was recorded is added up.
  void stop();

  /// Everything that threads recorded before this call and the device has finished.
  [[nodiscard]] LiveFigures snapshot();

  [[nodiscard]] CollectorState state() const;

 private:
  class Impl;
  Impl& impl_;
};

}  // namespace v0
}  // namespace llmprof
