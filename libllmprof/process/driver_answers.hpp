// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace llmprof::inline v0 {

/// The driver's libraries, by the names that the loader knows.
struct DriverLibraries {
  std::string cuda = "libcuda.so.1";
  std::string nvml = "libnvidia-ml.so.1";
  std::chrono::seconds deadline{10};  ///< For each: a driver in trouble may not answer.
};

struct GpuAnswer {
  std::string name;
  int major = 0;  ///< Compute capability.
  int minor = 0;
  std::optional<bool> mig;  ///< Absent where the GPU has no such mode.

  friend bool operator==(GpuAnswer const&, GpuAnswer const&) = default;
};

/// What libcuda said.
struct CudaAnswer {
  int version = 0;  ///< 13000 for CUDA 13.0: the newest that the driver runs; 0 if not known.
  std::string why_not;
};

/// What NVML said.
struct NvmlAnswer {
  std::string driver;           ///< Version; empty if not known.
  std::vector<GpuAnswer> gpus;  ///< Those that this process may see.
  std::string why_not;          ///< Empty if it answered.
  int error = 0;                ///< NVML's own number.
};

/// Asks libcuda without making a context. Never throws but for want of memory or threads.
[[nodiscard]] CudaAnswer ask_cuda(DriverLibraries const& libraries);

/// Asks NVML. Never throws but for want of memory or threads.
[[nodiscard]] NvmlAnswer ask_nvml(DriverLibraries const& libraries);

}  // namespace llmprof::inline v0
