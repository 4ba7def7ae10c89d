// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/process/check.hpp"
#include "llmprof/report/format.hpp"
#include "llmprof/session/report_file.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What to examine, and where.
struct DoctorRequest {
  std::map<std::string, std::string> variables;  ///< Our environment.
  ToolPaths tools;
  std::filesystem::path out;      ///< Where run folders go; empty: default_out.
  std::filesystem::path library;  ///< libllmprof_inject.so; empty: see find_injection_library.
  std::vector<std::string>
      probe;  ///< A program that launches one kernel, which ncu then measures; empty: no probe.
  std::chrono::seconds deadline{10};  ///< For each thing that may hang: tools, and the driver's libraries.

  // For tests.
  std::filesystem::path root = "/";  ///< Prefix of /proc, /dev, /sys, /opt and /run.
  std::string cuda_library = "libcuda.so.1";
  std::string nvml_library = "libnvidia-ml.so.1";
};

/// Looks for all that may stand in the way of profiling on this machine. Changes nothing, makes no CUDA
/// context, and a thing that hangs is a finding.
[[nodiscard]] Checks examine(DoctorRequest const& request);

[[nodiscard]] bool has_problem(Checks const& checks) noexcept;

/// Lines for people, wrapped to `width` columns, or JSON of schema `llmprof.doctor/1`.
/// @throws InvalidArgument for other formats
[[nodiscard]] std::string format_checks(Checks const& checks, FormatOptions const& options);

/// Launches one empty kernel: what DoctorRequest::probe is to do. @return why it could not; empty if it did
[[nodiscard]] std::string launch_probe_kernel(std::string const& cuda_library = "libcuda.so.1");

}  // namespace v0
}  // namespace llmprof
