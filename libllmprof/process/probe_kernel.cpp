// SPDX-License-Identifier: MIT
#include "libllmprof/process/probe_kernel.hpp"

#include "libllmprof/process/shared_library.hpp"

namespace llmprof::inline v0 {
namespace {

// PTX, which the driver compiles for whatever GPU there is.
constexpr char const* empty_kernel =
    ".version 6.0\n"
    ".target sm_50\n"
    ".address_size 64\n"
    ".visible .entry llmprof_probe() { ret; }\n";

using Context = struct CudaContext*;
using Module = struct CudaModule*;
using Function = struct CudaFunction*;
using Stream = struct CudaStream*;

/// The part of the driver's interface that is used here.
struct Cuda {
  int (*init)(unsigned) = nullptr;
  int (*device)(int*, int) = nullptr;
  int (*retain)(Context*, int) = nullptr;
  int (*release)(int) = nullptr;
  int (*set_current)(Context) = nullptr;
  int (*load)(Module*, void const*) = nullptr;
  int (*function)(Function*, Module, char const*) = nullptr;
  int (*launch)(Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream,
                void**, void**) = nullptr;
  int (*synchronize)() = nullptr;

  [[nodiscard]] bool find_all(SharedLibrary& library) {
    return library.find("cuInit", init) && library.find("cuDeviceGet", device) &&
           library.find("cuDevicePrimaryCtxRetain", retain) &&
           library.find("cuDevicePrimaryCtxRelease_v2", release) &&
           library.find("cuCtxSetCurrent", set_current) && library.find("cuModuleLoadData", load) &&
           library.find("cuModuleGetFunction", function) && library.find("cuLaunchKernel", launch) &&
           library.find("cuCtxSynchronize", synchronize);
  }
};

std::string failed(char const* call, int error) {
  return std::string(call) + " failed with error " + std::to_string(error);
}

std::string launch_in_context(Cuda const& cuda) {
  Module module = nullptr;
  Function kernel = nullptr;
  if (int const error = cuda.load(&module, empty_kernel); error != 0)
    return failed("cuModuleLoadData", error);
  if (int const error = cuda.function(&kernel, module, "llmprof_probe"); error != 0)
    return failed("cuModuleGetFunction", error);
  if (int const error = cuda.launch(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr); error != 0)
    return failed("cuLaunchKernel", error);
  if (int const error = cuda.synchronize(); error != 0) return failed("cuCtxSynchronize", error);
  return {};
}

}  // namespace

std::string launch_empty_kernel(std::string const& cuda_library) {
  SharedLibrary library(cuda_library);
  Cuda cuda;
  if (!cuda.find_all(library)) return cuda_library + ": " + library.why_not();
  int device = 0;
  Context context = nullptr;
  if (int const error = cuda.init(0); error != 0) return failed("cuInit", error);
  if (int const error = cuda.device(&device, 0); error != 0) return failed("cuDeviceGet", error);
  if (int const error = cuda.retain(&context, device); error != 0)
    return failed("cuDevicePrimaryCtxRetain", error);
  int const error = cuda.set_current(context);
  std::string why_not = error != 0 ? failed("cuCtxSetCurrent", error) : launch_in_context(cuda);
  cuda.release(device);
  return why_not;
}

}  // namespace llmprof::inline v0
