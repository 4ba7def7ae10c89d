// SPDX-License-Identifier: MIT
#include "libllmprof/process/driver_answers.hpp"

#include <array>
#include <utility>

#include "libllmprof/process/answer_within.hpp"
#include "libllmprof/process/shared_library.hpp"

namespace llmprof::inline v0 {
namespace {

/// The answer, or one that says that none came.
template <class Answer>
Answer answer_in_time(std::chrono::seconds deadline, Answer (*ask)(std::string const&),
                      std::string const& library) {
  if (auto answer = answer_within(deadline, [ask, library] { return ask(library); }))
    return *std::move(answer);
  Answer late;
  late.why_not = library + " gave no answer in " + std::to_string(deadline.count()) + " s";
  return late;
}

CudaAnswer ask_cuda_now(std::string const& name) {
  SharedLibrary library(name);
  int (*get_version)(int*) = nullptr;
  CudaAnswer answer;
  if (!library.find("cuDriverGetVersion", get_version)) {
    answer.why_not = library.why_not();
  } else if (int const error = get_version(&answer.version); error != 0) {
    answer.version = 0;
    answer.why_not = "cuDriverGetVersion failed with error " + std::to_string(error);
  }
  return answer;
}

using Device = struct NvmlDevice*;
constexpr std::size_t text_size = 96;  // NVML asks for 80 and 96

/// The part of NVML's interface that is used here.
struct Nvml {
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  char const* (*error_string)(int) = nullptr;
  int (*driver_version)(char*, unsigned) = nullptr;
  int (*count)(unsigned*) = nullptr;
  int (*handle)(unsigned, Device*) = nullptr;
  int (*name)(Device, char*, unsigned) = nullptr;
  int (*compute_capability)(Device, int*, int*) = nullptr;
  int (*mig_mode)(Device, unsigned*, unsigned*) = nullptr;

  [[nodiscard]] bool find_all(SharedLibrary& library) {
    return library.find("nvmlInit_v2", init) && library.find("nvmlShutdown", shutdown) &&
           library.find("nvmlErrorString", error_string) &&
           library.find("nvmlSystemGetDriverVersion", driver_version) &&
           library.find("nvmlDeviceGetCount_v2", count) &&
           library.find("nvmlDeviceGetHandleByIndex_v2", handle) && library.find("nvmlDeviceGetName", name) &&
           library.find("nvmlDeviceGetCudaComputeCapability", compute_capability) &&
           library.find("nvmlDeviceGetMigMode", mig_mode);
  }
};

/// One that does not answer is listed all the same: it is there.
GpuAnswer describe_gpu(Nvml const& nvml, unsigned index) {
  GpuAnswer gpu;
  Device device = nullptr;
  std::array<char, text_size> text{};
  if (nvml.handle(index, &device) != 0) {
    gpu.name = "GPU " + std::to_string(index) + " (it does not answer)";
    return gpu;
  }
  if (nvml.name(device, text.data(), text_size) == 0) gpu.name = text.data();
  if (nvml.compute_capability(device, &gpu.major, &gpu.minor) != 0) gpu.major = gpu.minor = 0;
  unsigned now = 0;
  unsigned after_reset = 0;
  if (nvml.mig_mode(device, &now, &after_reset) == 0) gpu.mig = now != 0;
  return gpu;
}

NvmlAnswer ask_nvml_now(std::string const& name) {
  SharedLibrary library(name);
  Nvml nvml;
  NvmlAnswer answer;
  if (!nvml.find_all(library)) {
    answer.why_not = library.why_not();
    return answer;
  }
  answer.error = nvml.init();
  if (answer.error != 0) {
    char const* const text = nvml.error_string(answer.error);
    answer.why_not = std::string("NVML: ") + (text == nullptr ? "no reason given" : text);
    return answer;
  }
  std::array<char, text_size> text{};
  if (nvml.driver_version(text.data(), text_size) == 0) answer.driver = text.data();
  unsigned count = 0;
  if (nvml.count(&count) != 0) count = 0;
  for (unsigned i = 0; i < count; ++i) answer.gpus.push_back(describe_gpu(nvml, i));
  nvml.shutdown();
  return answer;
}

}  // namespace

CudaAnswer ask_cuda(DriverLibraries const& libraries) {
  return answer_in_time(libraries.deadline, ask_cuda_now, libraries.cuda);
}

NvmlAnswer ask_nvml(DriverLibraries const& libraries) {
  return answer_in_time(libraries.deadline, ask_nvml_now, libraries.nvml);
}

}  // namespace llmprof::inline v0
