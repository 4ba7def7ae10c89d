// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/environment.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Where collect_environment looks, and what its caller knows better.
struct EnvironmentSources {
  std::map<std::string, std::string> variables;      ///< The process's environment; PATH is looked up in it.
  std::filesystem::path folder = ".";                ///< Of the workload: its git revision is recorded.
  std::map<std::string, std::string> tool_versions;  ///< `nsys` -> version, where somebody asked the tool.
  std::optional<std::string> cuda_driver;            ///< CUDA version of the driver, from libcuda.
  std::vector<Device> devices;       ///< From the capture; used where the driver lists no GPU.
  std::filesystem::path root = "/";  ///< Prefix of /proc, /etc and /usr/local: for tests.
};

/// Describes this machine by reading a few small files. Runs nothing, and never fails: what cannot be found
/// out is absent, with the reason.
[[nodiscard]] Environment collect_environment(EnvironmentSources const& sources);

/// Whether a variable is one of those that env.json records: what selects devices, CUDA and NCCL behaviour,
/// threads and ranks. Names of secrets are never among them.
[[nodiscard]] bool is_recorded_variable(std::string_view name) noexcept;

/// env.json, schema `llmprof.env/1`.
[[nodiscard]] std::string to_json(Environment const& environment);

/// @throws IoError
void write_env_json(Environment const& environment, std::filesystem::path const& path);

}  // namespace v0
}  // namespace llmprof
