// SPDX-License-Identifier: MIT
// The driver's libraries, libcuda and NVML in one, for a machine that has none. What they say comes from the
// environment.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#define ENTRY extern "C" __attribute__((visibility("default")))

namespace {

int number(char const* name, int otherwise) {
  char const* const text = std::getenv(name);  // NOLINT: one thread
  return text == nullptr ? otherwise : std::atoi(text);
}

int copy(char const* text, char* into, unsigned size) {
  std::snprintf(into, size, "%s", text);
  return 0;
}

}  // namespace

ENTRY int cuDriverGetVersion(int* version) {
  *version = number("LLMPROF_TEST_CUDA", 13000);
  return 0;
}
ENTRY int cuInit(unsigned) { return number("LLMPROF_TEST_CUINIT", 0); }
ENTRY int cuDeviceGet(int* device, int) {
  *device = 0;
  return 0;
}
ENTRY int cuDevicePrimaryCtxRetain(void**, int) { return 0; }
ENTRY int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
ENTRY int cuCtxSetCurrent(void*) { return 0; }
ENTRY int cuModuleLoadData(void**, void const*) { return number("LLMPROF_TEST_LOAD", 0); }
ENTRY int cuModuleGetFunction(void**, void*, char const*) { return 0; }
ENTRY int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
                         void**, void**) {
  return 0;
}
ENTRY int cuCtxSynchronize() { return 0; }

ENTRY int nvmlInit_v2() {
  ::sleep(static_cast<unsigned>(number("LLMPROF_TEST_NVML_SLEEP", 0)));
  return number("LLMPROF_TEST_NVML", 0);
}
ENTRY int nvmlShutdown() { return 0; }
ENTRY char const* nvmlErrorString(int error) {
  return error == 18 ? "Driver/library version mismatch" : "Unknown Error";
}
ENTRY int nvmlSystemGetDriverVersion(char* into, unsigned size) { return copy("580.65.06", into, size); }
ENTRY int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = 1;
  return 0;
}
ENTRY int nvmlDeviceGetHandleByIndex_v2(unsigned, void** device) {
  static int one = 0;
  *device = &one;
  return number("LLMPROF_TEST_LOST_GPU", 0);
}
ENTRY int nvmlDeviceGetName(void*, char* into, unsigned size) { return copy("NVIDIA H200", into, size); }
ENTRY int nvmlDeviceGetCudaComputeCapability(void*, int* major, int* minor) {
  *major = number("LLMPROF_TEST_CAPABILITY", 90) / 10;
  *minor = number("LLMPROF_TEST_CAPABILITY", 90) % 10;
  return 0;
}
ENTRY int nvmlDeviceGetMigMode(void*, unsigned* now, unsigned* later) {
  int const mode = number("LLMPROF_TEST_MIG", 0);
  *now = *later = static_cast<unsigned>(mode);
  return mode < 0 ? 3 : 0;  // not supported
}

/// What makes it a library that can be injected.
ENTRY int InitializeInjection() { return 1; }
