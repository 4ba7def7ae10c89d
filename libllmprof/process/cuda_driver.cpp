// SPDX-License-Identifier: MIT
#include "libllmprof/process/cuda_driver.hpp"

#include "libllmprof/process/shared_library.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr int no_device = 100;  // CUDA_ERROR_NO_DEVICE

template <class Function>
void find_or_throw(SharedLibrary& library, std::string const& path, char const* name, Function*& function) {
  if (!library.find(name, function)) throw GpuError(path + ": " + library.why_not());
}

}  // namespace

// The names are those that cuda.h gives to the functions behind its macros: cuMemAlloc without _v2 is another
// function, of 32 bits.
CudaDriver::CudaDriver(std::string const& path) {
  SharedLibrary library(path);
  if (!library.is_open()) throw NoGpu(library.why_not());
  auto const find = [&](char const* name, auto*& function) { find_or_throw(library, path, name, function); };
  find("cuInit", init_);
  find("cuGetErrorName", error_name_);
  find("cuDeviceGet", device_get);
  find("cuDeviceGetName", device_name);
  find("cuDeviceGetUuid", device_uuid);
  find("cuDeviceGetAttribute", device_attribute);
  find("cuDeviceTotalMem_v2", device_memory);
  find("cuDevicePrimaryCtxRetain", retain);
  find("cuDevicePrimaryCtxRelease_v2", release);
  find("cuCtxSetCurrent", set_current);
  find("cuMemGetInfo_v2", free_memory);
  find("cuMemAlloc_v2", allocate);
  find("cuMemFree_v2", deallocate);
  find("cuMemcpyHtoD_v2", upload);
  find("cuMemcpyDtoDAsync_v2", copy_async);
  find("cuStreamCreate", stream_create);
  find("cuStreamDestroy_v2", stream_destroy);
  find("cuStreamSynchronize", stream_synchronize);
  find("cuEventCreate", event_create);
  find("cuEventDestroy_v2", event_destroy);
  find("cuEventRecord", event_record);
  find("cuEventSynchronize", event_synchronize);
  find("cuEventElapsedTime", event_elapsed_ms);
  int const error = init_(0);
  if (error == no_device) throw NoGpu("cuInit: CUDA_ERROR_NO_DEVICE");
  check("cuInit", error);
}

void CudaDriver::check(char const* call, int error) const {
  if (error == 0) return;
  char const* name = nullptr;
  bool const has_name = error_name_(error, &name) == 0 && name != nullptr;
  throw GpuError(std::string(call) + (has_name ? std::string(" failed: ") + name
                                               : " failed with error " + std::to_string(error)));
}

}  // namespace llmprof::inline v0
