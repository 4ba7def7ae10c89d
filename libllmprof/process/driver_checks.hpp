// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "libllmprof/process/driver_answers.hpp"
#include "llmprof/process/check.hpp"

namespace llmprof::inline v0 {

/// What /proc, /dev and /sys say of NVIDIA's hardware and driver.
struct DriverTraces {
  std::string version;       ///< Of the loaded kernel module; empty if none is seen.
  std::string gpu_node;      ///< `/dev/nvidia0`, or `/dev/dxg` in WSL; empty if there is none.
  bool has_control = false;  ///< /dev/nvidiactl, or WSL.
  bool has_uvm = false;      ///< /dev/nvidia-uvm, or WSL: CUDA needs it.
  unsigned pci_gpus = 0;     ///< GPUs of NVIDIA on the bus, seen or not by a driver.

  /// Whether this machine has a GPU that kernels could run on.
  [[nodiscard]] bool has_gpu() const noexcept {
    return pci_gpus > 0 || !version.empty() || !gpu_node.empty();
  }
};

/// @param root where /proc, /dev and /sys are
[[nodiscard]] DriverTraces find_driver_traces(std::filesystem::path const& root);

[[nodiscard]] Check check_driver(DriverTraces const& traces, NvmlAnswer const& nvml);
[[nodiscard]] Check check_device_nodes(DriverTraces const& traces);
[[nodiscard]] Check check_cuda(DriverTraces const& traces, CudaAnswer const& cuda);
/// @param variables of our environment: some hide GPUs
[[nodiscard]] Check check_gpus(DriverTraces const& traces, NvmlAnswer const& nvml,
                               std::map<std::string, std::string> const& variables);

/// `13.0` for 13000.
[[nodiscard]] std::string cuda_version_text(int version);

}  // namespace llmprof::inline v0
