// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "libllmprof/process/cuda_driver.hpp"

namespace llmprof::inline v0 {

// What is made on a GPU and has to be given back, also when something fails. The driver must outlive them;
// what giving back says is not looked at, for nobody could do anything about it.

/// The primary context of a device, current in this thread while it lives.
class CudaContextOwner {
 public:
  /// @throws GpuError
  CudaContextOwner(CudaDriver const& driver, int device) : driver_(driver), device_(device) {
    CudaDriver::Context context = nullptr;
    driver.check("cuDevicePrimaryCtxRetain", driver.retain(&context, device));
    if (int const error = driver.set_current(context); error != 0) {
      driver.release(device);
      driver.check("cuCtxSetCurrent", error);
    }
  }
  ~CudaContextOwner() {
    driver_.set_current(nullptr);
    driver_.release(device_);
  }
  CudaContextOwner(CudaContextOwner const&) = delete;  // one retain, one release
  CudaContextOwner& operator=(CudaContextOwner const&) = delete;

 private:
  CudaDriver const& driver_;
  int device_;
};

/// Memory of the device that is current.
class DeviceMemory {
 public:
  /// @throws GpuError
  DeviceMemory(CudaDriver const& driver, std::size_t bytes) : driver_(driver), bytes_(bytes) {
    driver.check("cuMemAlloc", driver.allocate(&address_, bytes));
  }
  ~DeviceMemory() { driver_.deallocate(address_); }
  DeviceMemory(DeviceMemory const&) = delete;  // one owner
  DeviceMemory& operator=(DeviceMemory const&) = delete;

  [[nodiscard]] CudaDriver::Address address() const noexcept { return address_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// As libraries take it that know device memory by pointers.
  [[nodiscard]] void* pointer() const noexcept {
    return reinterpret_cast<void*>(address_);  // NOLINT(performance-no-int-to-ptr): it is one
  }

 private:
  CudaDriver const& driver_;
  CudaDriver::Address address_ = 0;
  std::size_t bytes_;
};

/// A stream that does not wait for the default one.
class CudaStreamOwner {
 public:
  /// @throws GpuError
  explicit CudaStreamOwner(CudaDriver const& driver) : driver_(driver) {
    constexpr unsigned non_blocking = 1;  // CU_STREAM_NON_BLOCKING
    driver.check("cuStreamCreate", driver.stream_create(&stream_, non_blocking));
  }
  ~CudaStreamOwner() { driver_.stream_destroy(stream_); }
  CudaStreamOwner(CudaStreamOwner const&) = delete;  // one owner
  CudaStreamOwner& operator=(CudaStreamOwner const&) = delete;

  [[nodiscard]] CudaDriver::Stream get() const noexcept { return stream_; }

 private:
  CudaDriver const& driver_;
  CudaDriver::Stream stream_ = nullptr;
};

/// A point in a stream that knows its time.
class CudaEventOwner {
 public:
  /// @throws GpuError
  explicit CudaEventOwner(CudaDriver const& driver) : driver_(driver) {
    driver.check("cuEventCreate", driver.event_create(&event_, 0));
  }
  ~CudaEventOwner() { driver_.event_destroy(event_); }
  CudaEventOwner(CudaEventOwner const&) = delete;  // one owner
  CudaEventOwner& operator=(CudaEventOwner const&) = delete;

  [[nodiscard]] CudaDriver::Event get() const noexcept { return event_; }

 private:
  CudaDriver const& driver_;
  CudaDriver::Event event_ = nullptr;
};

}  // namespace llmprof::inline v0
