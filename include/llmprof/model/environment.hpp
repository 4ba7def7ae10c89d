// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// A GPU of the machine, whether the workload used it or not.
struct Gpu {
  std::string name;
  std::string uuid;          ///< Empty if unknown.
  std::string bus_location;  ///< PCI address; empty if unknown.

  friend bool operator==(Gpu const&, Gpu const&) = default;
};

/// An external tool.
struct ToolInfo {
  std::string name;                    ///< `nsys`, `ncu`.
  std::optional<std::string> path;     ///< Absent if it is not on PATH.
  std::optional<std::string> version;  ///< Absent if nobody asked it.

  friend bool operator==(ToolInfo const&, ToolInfo const&) = default;
};

/// The machine and the software that a run was made with: what env.json holds.
///
/// What is absent has its reason in `missing`, under the name that it has in env.json.
struct Environment {
  std::vector<Gpu> gpus;
  std::optional<std::string> driver;        ///< NVIDIA kernel driver, `580.65.06`.
  std::optional<std::string> cuda_driver;   ///< Highest CUDA version that the driver serves, `13.0`.
  std::optional<std::string> cuda_toolkit;  ///< Version of the installed toolkit.
  std::vector<ToolInfo> tools;
  std::optional<std::string> os;                 ///< `Debian GNU/Linux 12 (bookworm)`.
  std::optional<std::string> kernel;             ///< Release of the operating system's kernel.
  std::optional<std::string> cpu;                ///< Model name.
  std::optional<std::int64_t> cpu_cores;         ///< Logical cores online.
  std::optional<std::int64_t> memory_bytes;      ///< Main memory.
  std::optional<std::string> git_revision;       ///< Of the folder that the workload was started in.
  std::optional<std::string> git_branch;         ///< Absent on a detached head.
  std::map<std::string, std::string> variables;  ///< Environment variables of the allow-list that were set.
  std::map<std::string, std::string> missing;    ///< Name of an absent figure -> why it is absent.

  friend bool operator==(Environment const&, Environment const&) = default;
};

}  // namespace v0
}  // namespace llmprof
