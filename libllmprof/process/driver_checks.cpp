// SPDX-License-Identifier: MIT
#include "libllmprof/process/driver_checks.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "libllmprof/support/file.hpp"
#include "libllmprof/support/nvidia_driver.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

constexpr char const* let_container_see =
    "in a container: docker run --gpus all ... (needs the NVIDIA Container Toolkit on the host)";

/// Display and 3D controllers; the bus has NVIDIA's sound and network devices as well.
bool is_gpu(fs::path const& device) {
  auto const vendor = read_small_file(device / "vendor");
  auto const kind = read_small_file(device / "class");
  return vendor && kind && vendor->starts_with("0x10de") &&
         (kind->starts_with("0x0300") || kind->starts_with("0x0302"));
}

unsigned count_pci_gpus(fs::path const& root) {
  unsigned count = 0;
  std::error_code error;
  for (fs::directory_iterator entry(root / "sys/bus/pci/devices", error), end; !error && entry != end;
       entry.increment(error)) {
    if (is_gpu(entry->path())) ++count;
  }
  return count;
}

/// `nvidia0` and so on, not `nvidiactl`.
bool is_gpu_node(std::string_view name) {
  constexpr std::string_view stem = "nvidia";
  return name.size() > stem.size() && name.starts_with(stem) &&
         name.find_first_not_of("0123456789", stem.size()) == std::string_view::npos;
}

std::string first_gpu_node(fs::path const& root) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(root / "dev", error), end; !error && entry != end;
       entry.increment(error)) {
    if (std::string name = entry->path().filename().string(); is_gpu_node(name)) names.push_back(name);
  }
  auto const first = std::min_element(names.begin(), names.end());
  return first == names.end() ? std::string() : "/dev/" + *first;
}

std::string listed(std::vector<GpuAnswer> const& gpus) {
  std::string text;
  for (GpuAnswer const& gpu : gpus) {
    text += (text.empty() ? "" : "; ") + one_line(gpu.name);
    if (gpu.major > 0)
      text += ", compute capability " + std::to_string(gpu.major) + '.' + std::to_string(gpu.minor);
    if (gpu.mig) text += *gpu.mig ? ", MIG on" : ", MIG off";
  }
  return text;
}

/// Whether CUDA_VISIBLE_DEVICES names none. (NVIDIA_VISIBLE_DEVICES=void says nothing: newer container
/// engines set it where they bring the GPUs themselves.)
bool hides_gpus(std::map<std::string, std::string> const& variables) {
  auto const found = variables.find("CUDA_VISIBLE_DEVICES");
  if (found == variables.end()) return false;
  std::string const& value = found->second;
  return value.empty() || value == "-1" || value == "NoDevFiles";
}

}  // namespace

std::string cuda_version_text(int version) {
  return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

DriverTraces find_driver_traces(fs::path const& root) {
  DriverTraces traces;
  std::error_code error;
  traces.version = read_driver_version(root / "proc/driver/nvidia").value_or("");
  traces.pci_gpus = count_pci_gpus(root);
  bool const is_wsl = fs::exists(root / "dev/dxg", error);
  traces.gpu_node = is_wsl ? "/dev/dxg" : first_gpu_node(root);
  traces.has_control = is_wsl || fs::exists(root / "dev/nvidiactl", error);
  traces.has_uvm = is_wsl || fs::exists(root / "dev/nvidia-uvm", error);
  return traces;
}

Check check_driver(DriverTraces const& traces, NvmlAnswer const& nvml) {
  constexpr int version_mismatch = 18;
  Check check{.name = "driver"};
  if (nvml.error == version_mismatch) {
    check.state = CheckState::problem;
    check.found = "the loaded kernel module (" + (traces.version.empty() ? "unknown" : traces.version) +
                  ") and the driver's libraries are of different versions";
    check.mend = "reboot, so that the module of the new driver is loaded";
  } else if (!traces.version.empty()) {
    check.state = CheckState::ok;
    check.found = "version " + traces.version + " (/proc/driver/nvidia/version)";
  } else if (!nvml.driver.empty()) {
    check.state = CheckState::ok;
    check.found = "version " + one_line(nvml.driver) + " (NVML)";
  } else if (traces.has_gpu()) {
    check.state = CheckState::problem;
    check.found = (traces.pci_gpus > 0 ? std::to_string(traces.pci_gpus) + " GPU(s) of NVIDIA on the PCI bus"
                                       : traces.gpu_node) +
                  ", but no driver is loaded (no /proc/driver/nvidia/version)";
    check.mend = "sudo modprobe nvidia, or install the NVIDIA driver";
  } else {
    check.state = CheckState::warning;
    check.found =
        "no GPU of NVIDIA on the PCI bus and no driver: ranges are recorded, kernels are not; captures from "
        "elsewhere can be read";
    check.mend = std::string("profile where there is a GPU; ") + let_container_see;
  }
  return check;
}

Check check_device_nodes(DriverTraces const& traces) {
  Check check{.name = "device nodes"};
  if (!traces.has_gpu()) {
    check.found = "no /dev/nvidia*, as there is no driver";
    return check;
  }
  std::string missing;
  auto const need = [&](bool is_there, char const* node) {
    if (!is_there) missing += (missing.empty() ? "" : ", ") + std::string(node);
  };
  need(!traces.gpu_node.empty(), "/dev/nvidia0");
  need(traces.has_control, "/dev/nvidiactl");
  need(traces.has_uvm, "/dev/nvidia-uvm");
  if (missing.empty()) {
    check.state = CheckState::ok;
    check.found = traces.gpu_node == "/dev/dxg" ? "/dev/dxg (WSL)"
                                                : traces.gpu_node + ", /dev/nvidiactl, /dev/nvidia-uvm";
    return check;
  }
  check.state = CheckState::problem;
  check.found = "missing: " + missing + "; CUDA finds no GPU then";
  check.mend = std::string("sudo nvidia-modprobe -u -c=0; ") + let_container_see;
  return check;
}

Check check_cuda(DriverTraces const& traces, CudaAnswer const& cuda) {
  Check check{.name = "CUDA"};
  if (cuda.version > 0) {
    check.state = CheckState::ok;
    check.found = "the driver runs CUDA " + cuda_version_text(cuda.version) + " (libcuda)";
    return check;
  }
  check.found = "libcuda did not say its version: " + one_line(cuda.why_not);
  if (!traces.has_gpu()) return check;
  check.state = CheckState::problem;
  check.mend =
      "install libcuda.so.1 of the driver's version; in a container: -e NVIDIA_DRIVER_CAPABILITIES=all";
  return check;
}

Check check_gpus(DriverTraces const& traces, NvmlAnswer const& nvml,
                 std::map<std::string, std::string> const& variables) {
  Check check{.name = "GPUs"};
  if (hides_gpus(variables)) {
    check.state = CheckState::warning;
    check.found = "CUDA_VISIBLE_DEVICES hides every GPU from the workload";
    check.mend = "unset CUDA_VISIBLE_DEVICES";
    return check;
  }
  if (nvml.gpus.empty()) {
    check.found =
        nvml.why_not.empty() ? "NVML lists none" : "NVML could not be asked: " + one_line(nvml.why_not);
    if (traces.has_gpu()) check.mend = "try it by hand: nvidia-smi -L";
    return check;
  }
  check.state = CheckState::ok;
  check.found = listed(nvml.gpus);
  auto const& gpus = nvml.gpus;
  if (std::any_of(gpus.begin(), gpus.end(),
                  [](GpuAnswer const& gpu) { return gpu.major > 0 && gpu.major < 7; })) {
    check.state = CheckState::warning;
    check.found += "; Nsight Compute measures GPUs of compute capability 7.0 and newer";
    check.mend = "take kernels and phases from `llmprof run`; for counters use a newer GPU";
  } else if (std::any_of(gpus.begin(), gpus.end(),
                         [](GpuAnswer const& gpu) { return gpu.mig.value_or(false); })) {
    check.state = CheckState::warning;
    check.found += "; clocks cannot be locked while MIG is on, so counters vary with the clock";
    check.mend = "ncu --clock-control none; for locked clocks: sudo nvidia-smi -i GPU -mig 0";
  }
  return check;
}

}  // namespace llmprof::inline v0
