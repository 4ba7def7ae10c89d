// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

/// A call to the GPU failed. what() names the call and the error: `cuMemAlloc failed:
/// CUDA_ERROR_OUT_OF_MEMORY`.
class GpuError : public Error {
 public:
  using Error::Error;
};

/// There is no driver, or it has no GPU.
class NoGpu : public GpuError {
 public:
  using GpuError::GpuError;
};

/// The part of libcuda, opened by name at run time, that measuring needs. The functions have the names and
/// the parameters of cuda.h; handles are opaque there, too.
class CudaDriver {
 public:
  using Context = struct CudaContext*;
  using Stream = struct CudaStream*;
  using Event = struct CudaEvent*;
  using Address = std::uint64_t;  ///< Of device memory.

  /// CUdevice_attribute.
  enum Attribute : int {
    clock_khz = 13,
    sm_count = 16,
    memory_clock_khz = 36,
    bus_bits = 37,
    compute_major = 75,
    compute_minor = 76,
  };

  /// Opens the library and initialises it.
  /// @throws NoGpu if it is not there, or knows no GPU
  /// @throws GpuError if it lacks a function, or fails otherwise
  explicit CudaDriver(std::string const& library);

  /// @throws GpuError unless `error` is 0
  void check(char const* call, int error) const;

  int (*device_get)(int*, int) = nullptr;
  int (*device_name)(char*, int, int) = nullptr;
  int (*device_uuid)(unsigned char*, int) = nullptr;
  int (*device_attribute)(int*, int, int) = nullptr;
  int (*device_memory)(std::size_t*, int) = nullptr;
  int (*retain)(Context*, int) = nullptr;
  int (*release)(int) = nullptr;
  int (*set_current)(Context) = nullptr;
  int (*free_memory)(std::size_t*, std::size_t*) = nullptr;
  int (*allocate)(Address*, std::size_t) = nullptr;
  int (*deallocate)(Address) = nullptr;
  int (*upload)(Address, void const*, std::size_t) = nullptr;
  int (*copy_async)(Address, Address, std::size_t, Stream) = nullptr;
  int (*stream_create)(Stream*, unsigned) = nullptr;
  int (*stream_destroy)(Stream) = nullptr;
  int (*stream_synchronize)(Stream) = nullptr;
  int (*event_create)(Event*, unsigned) = nullptr;
  int (*event_destroy)(Event) = nullptr;
  int (*event_record)(Event, Stream) = nullptr;
  int (*event_synchronize)(Event) = nullptr;
  int (*event_elapsed_ms)(float*, Event, Event) = nullptr;

 private:
  int (*init_)(unsigned) = nullptr;
  int (*error_name_)(int, char const**) = nullptr;
};

}  // namespace llmprof::inline v0
