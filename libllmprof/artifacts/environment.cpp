// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/environment.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <thread>

#include "libllmprof/artifacts/git.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/find_program.hpp"
#include "libllmprof/support/nvidia_driver.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/artifacts/masking.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

/// The rest of the first line that begins with `key`, blanks and quotes taken off.
std::optional<std::string> value_of(std::optional<std::string> const& text, std::string_view key) {
  if (!text) return std::nullopt;
  std::istringstream in(*text);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    std::string_view value = trimmed(std::string_view(line).substr(key.size()));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    return std::string(value);
  }
  return std::nullopt;
}

/// Behind the `:` of a line of /proc/cpuinfo.
std::optional<std::string> cpu_model(std::optional<std::string> const& cpuinfo) {
  auto const rest = value_of(cpuinfo, "model name");
  if (!rest) return std::nullopt;
  return std::string(trimmed(std::string_view(*rest).substr(std::min(rest->find(':') + 1, rest->size()))));
}

std::optional<std::int64_t> memory_size(std::optional<std::string> const& meminfo) {
  auto const rest = value_of(meminfo, "MemTotal:");  // `131072 kB`
  std::int64_t kib = 0;
  if (!rest || !(std::istringstream(*rest) >> kib)) return std::nullopt;
  return kib * 1024;
}

std::optional<std::int64_t> core_count() {
  unsigned const cores = std::thread::hardware_concurrency();
  return cores == 0 ? std::nullopt : std::optional<std::int64_t>(cores);
}

std::string variable(EnvironmentSources const& sources, std::string const& name) {
  auto const found = sources.variables.find(name);
  return found == sources.variables.end() ? std::string() : found->second;
}

/// `"cuda" : { "name" : "CUDA SDK", "version" : "12.9.1" }` in the toolkit's version.json.
std::optional<std::string> toolkit_version(std::string const& json) {
  std::size_t at = 0;
  for (char const* word : {"\"cuda\"", "\"version\"", ":", "\""}) {
    at = json.find(word, at);
    if (at == std::string::npos) return std::nullopt;
    at += std::string_view(word).size();
  }
  return json.substr(at, json.find('"', at) - at);
}

std::optional<std::string> find_toolkit_version(EnvironmentSources const& sources) {
  std::vector<fs::path> homes;
  for (char const* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (auto const home = variable(sources, name); !home.empty()) homes.emplace_back(home);
  }
  homes.push_back(sources.root / "usr/local/cuda");
  for (fs::path const& home : homes) {
    auto const json = read_small_file(home / "version.json");
    if (auto version = json ? toolkit_version(*json) : std::nullopt) return version;
  }
  return std::nullopt;
}

/// Keeps `value`, and notes the reason if it is absent.
template <class Value>
std::optional<Value> noted(std::optional<Value> value, Environment& environment, char const* name,
                           char const* reason) {
  if (!value) environment.missing[name] = reason;
  return value;
}

void add_gpus(Environment& environment, EnvironmentSources const& sources) {
  fs::path const folder = sources.root / "proc/driver/nvidia";
  environment.gpus = read_driver_gpus(folder);
  if (environment.gpus.empty()) {
    for (Device const& device : sources.devices) {
      environment.gpus.push_back({.name = device.name, .uuid = device.uuid, .bus_location = {}});
    }
  }
  if (environment.gpus.empty()) {
    environment.missing["gpus"] = "the driver lists no GPU, and the capture names none";
  }
  environment.driver =
      noted(read_driver_version(folder), environment, "driver",
            "/proc/driver/nvidia/version is not there: no NVIDIA driver is loaded, or it is hidden");
  environment.cuda_driver =
      noted(sources.cuda_driver, environment, "cuda_driver", "the driver was not asked");
  environment.cuda_toolkit = noted(find_toolkit_version(sources), environment, "cuda_toolkit",
                                   "no version.json in CUDA_HOME, CUDA_PATH or /usr/local/cuda");
}

void add_tools(Environment& environment, EnvironmentSources const& sources) {
  for (std::string const name : {"nsys", "ncu"}) {
    ToolInfo tool{.name = name, .path = {}, .version = {}};
    if (auto const path = find_program(name, variable(sources, "PATH"))) tool.path = path->string();
    if (auto const known = sources.tool_versions.find(name); known != sources.tool_versions.end()) {
      tool.version = known->second;
    } else {
      environment.missing[name + ".version"] =
          tool.path ? "the tool was not asked" : "the tool is not on PATH";
    }
    if (!tool.path) environment.missing[name + ".path"] = "the tool is not on PATH";
    environment.tools.push_back(std::move(tool));
  }
}

void add_system(Environment& environment, fs::path const& root) {
  auto const os_release = read_small_file(root / "etc/os-release");
  environment.os =
      noted(value_of(os_release, "PRETTY_NAME="), environment, "os", "no PRETTY_NAME in /etc/os-release");
  auto const release = read_small_file(root / "proc/sys/kernel/osrelease");
  environment.kernel = noted(release ? std::optional(std::string(trimmed(*release))) : std::nullopt,
                             environment, "kernel", "/proc/sys/kernel/osrelease cannot be read");
  environment.cpu = noted(cpu_model(read_small_file(root / "proc/cpuinfo")), environment, "cpu",
                          "no model name in /proc/cpuinfo");
  environment.cpu_cores = noted(core_count(), environment, "cpu_cores", "the system does not say");
  environment.memory_bytes = noted(memory_size(read_small_file(root / "proc/meminfo")), environment,
                                   "memory_bytes", "no MemTotal in /proc/meminfo");
}

void add_git(Environment& environment, fs::path const& folder) {
  GitState const git = read_git_state(folder);
  if (git.revision.empty()) {
    environment.missing["git.revision"] = git.why_not;
  } else {
    environment.git_revision = git.revision;
  }
  if (git.branch.empty()) {
    environment.missing["git.branch"] = git.revision.empty() ? git.why_not : "the head is detached";
  } else {
    environment.git_branch = git.branch;
  }
  environment.missing["git.dirty"] = "not looked for: it would need git to be run";
}

}  // namespace

bool is_recorded_variable(std::string_view name) noexcept {
  static constexpr auto names = std::to_array<std::string_view>({"CUDA_DEVICE_MAX_CONNECTIONS",
                                                                 "CUDA_DEVICE_ORDER",
                                                                 "CUDA_LAUNCH_BLOCKING",
                                                                 "CUDA_MODULE_LOADING",
                                                                 "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE",
                                                                 "CUDA_VISIBLE_DEVICES",
                                                                 "GGML_CUDA_DISABLE_GRAPHS",
                                                                 "GGML_CUDA_FORCE_CUBLAS",
                                                                 "GGML_CUDA_FORCE_MMQ",
                                                                 "GOMP_CPU_AFFINITY",
                                                                 "KMP_AFFINITY",
                                                                 "LOCAL_RANK",
                                                                 "LOCAL_WORLD_SIZE",
                                                                 "MKL_NUM_THREADS",
                                                                 "NCCL_ALGO",
                                                                 "NCCL_DEBUG",
                                                                 "NCCL_IB_DISABLE",
                                                                 "NCCL_MAX_NCHANNELS",
                                                                 "NCCL_MIN_NCHANNELS",
                                                                 "NCCL_NVLS_ENABLE",
                                                                 "NCCL_P2P_DISABLE",
                                                                 "NCCL_PROTO",
                                                                 "NCCL_SHM_DISABLE",
                                                                 "NODE_RANK",
                                                                 "NVIDIA_TF32_OVERRIDE",
                                                                 "NVIDIA_VISIBLE_DEVICES",
                                                                 "NVTE_FLASH_ATTN",
                                                                 "NVTE_FUSED_ATTN",
                                                                 "OMPI_COMM_WORLD_LOCAL_RANK",
                                                                 "OMPI_COMM_WORLD_RANK",
                                                                 "OMPI_COMM_WORLD_SIZE",
                                                                 "OMP_NUM_THREADS",
                                                                 "OMP_PROC_BIND",
                                                                 "PYTORCH_CUDA_ALLOC_CONF",
                                                                 "PYTORCH_NVML_BASED_CUDA_CHECK",
                                                                 "RANK",
                                                                 "SLURM_LOCALID",
                                                                 "SLURM_NODEID",
                                                                 "SLURM_NTASKS",
                                                                 "SLURM_PROCID",
                                                                 "TOKENIZERS_PARALLELISM",
                                                                 "TORCH_CUDNN_V8_API_DISABLED",
                                                                 "TORCH_NCCL_AVOID_RECORD_STREAMS",
                                                                 "VLLM_ATTENTION_BACKEND",
                                                                 "VLLM_USE_V1",
                                                                 "VLLM_WORKER_MULTIPROC_METHOD",
                                                                 "WORLD_SIZE"});
  return std::binary_search(names.begin(), names.end(), name);
}

Environment collect_environment(EnvironmentSources const& sources) {
  Environment environment;
  add_gpus(environment, sources);
  add_tools(environment, sources);
  add_system(environment, sources.root);
  add_git(environment, sources.folder);
  for (auto const& [name, value] : sources.variables) {
    if (is_recorded_variable(name)) environment.variables[name] = mask_text(value);
  }
  return environment;
}

}  // namespace llmprof::inline v0
