// SPDX-License-Identifier: MIT
#include "llmprof/session/measure_ceilings.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "libllmprof/process/answer_within.hpp"
#include "libllmprof/process/cublas_lt.hpp"
#include "libllmprof/process/cuda_driver.hpp"
#include "libllmprof/process/cuda_objects.hpp"
#include "libllmprof/process/gpu_timer.hpp"
#include "libllmprof/process/matrix_product.hpp"
#include "libllmprof/process/random_fill.hpp"
#include "libllmprof/session/ceiling_checks.hpp"
#include "libllmprof/session/measured_device.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;
constexpr std::size_t largest_copy = 2048 * mebibyte;
constexpr std::size_t smallest_copy = 256 * mebibyte;  // a smaller one could live in the cache
constexpr std::size_t largest_matrix = 8192;
constexpr std::size_t smallest_matrix = 2048;

/// Major and minor number.
using Capability = std::pair<std::int64_t, std::int64_t>;

/// The types whose products tensor cores add up in fp32, with the compute capability that has them first.
struct ProductType {
  DataType type;
  Capability since;
};
constexpr std::array product_types = {
    ProductType{DataType::bf16, {8, 0}}, ProductType{DataType::fp16, {7, 0}},
    ProductType{DataType::tf32, {8, 0}}, ProductType{DataType::fp8, {8, 9}}};

class Measuring {
 public:
  Measuring(CudaDriver const& driver, int device) : driver_(driver), context_(driver, device) {
    ceilings_.device = describe_device(driver, device);
  }

  void measure_bandwidth() {
    report("memory bandwidth", [this] {
      std::size_t const bytes = std::min(largest_copy, free_bytes() / 4) / mebibyte * mebibyte;
      if (bytes < smallest_copy) return too_little_memory("memory bandwidth", 4 * smallest_copy);
      DeviceMemory const from(driver_, bytes);
      DeviceMemory const to(driver_, bytes);
      fill_randomly(driver_, from, DataType::bf16);
      CudaStreamOwner const stream(driver_);
      auto const copy = [&] {
        driver_.check("cuMemcpyDtoDAsync",
                      driver_.copy_async(to.address(), from.address(), bytes, stream.get()));
      };
      // Each byte is read and written.
      ceilings_.bandwidth = time_runs(driver_, stream.get(), copy, 2.0 * static_cast<double>(bytes));
      return bandwidth_check(ceilings_, bytes);
    });
  }

  void measure_products(std::vector<std::string> const& libraries) {
    try {
      CublasLt const cublas(libraries);
      CublasHandle const handle(cublas);
      for (auto const& [type, since] : product_types)
        if (has(since)) measure_product(handle, type);
    } catch (NoCublas const& error) {
      checks_.push_back(no_cublas_check(error.what()));
    } catch (GpuError const& error) {
      checks_.push_back({"matrix products", CheckState::problem, error.what(), {}});
    }
  }

  Measurement take() {
    Measurement measurement;
    if (ceilings_.bandwidth || !ceilings_.flops.empty()) measurement.ceilings = std::move(ceilings_);
    measurement.checks = std::move(checks_);
    return measurement;
  }

 private:
  void measure_product(CublasHandle const& cublas, DataType type) {
    std::string const name = product_name(type);
    report(name, [&] {
      std::size_t size = largest_matrix;
      while (size > smallest_matrix && MatrixProduct::bytes_for(type, size) > free_bytes() / 2) size /= 2;
      std::size_t const needed = 2 * MatrixProduct::bytes_for(type, size);
      if (needed > free_bytes()) return too_little_memory(name, needed);
      MatrixProduct const product(driver_, cublas, type, size);
      if (!product.is_possible()) return no_product_check(type);
      CudaStreamOwner const stream(driver_);
      ceilings_.flops[type] = time_runs(
          driver_, stream.get(), [&] { product.launch(stream.get()); }, product.flop());
      return product_check(ceilings_, type, size);
    });
  }

  /// One that fails does not stop the others.
  void report(std::string const& name, std::function<Check()> const& measure) {
    try {
      checks_.push_back(measure());
    } catch (GpuError const& error) {
      checks_.push_back({name, CheckState::problem, error.what(), {}});
    }
  }

  [[nodiscard]] std::size_t free_bytes() const {
    std::size_t free = 0;
    std::size_t total = 0;
    driver_.check("cuMemGetInfo", driver_.free_memory(&free, &total));
    return free;
  }

  [[nodiscard]] bool has(Capability const& since) const {
    Device const& device = ceilings_.device;
    return device.compute_major && device.compute_minor &&
           Capability(*device.compute_major, *device.compute_minor) >= since;
  }

  CudaDriver const& driver_;
  CudaContextOwner context_;
  Ceilings ceilings_;
  Checks checks_;
};

Measurement only(Check check) {
  Measurement measurement;
  measurement.checks.push_back(std::move(check));
  return measurement;
}

Measurement measure_now(std::string const& cuda_library, std::vector<std::string> const& cublas) {
  try {
    CudaDriver const driver(cuda_library);
    int device = 0;
    driver.check("cuDeviceGet", driver.device_get(&device, 0));
    Measuring measuring(driver, device);
    measuring.measure_bandwidth();
    measuring.measure_products(cublas);
    return measuring.take();
  } catch (NoGpu const& error) {
    return only(no_gpu_check(error.what()));
  } catch (std::exception const& error) {  // want of memory, too: this may be a thread of its own
    return only({"ceilings", CheckState::problem, error.what(), {}});
  }
}

}  // namespace

Measurement measure_ceilings(MeasureRequest const& request) {
  auto const libraries =
      request.cublas.empty() ? cublas_libraries() : std::vector<std::string>{request.cublas};
  auto measurement = answer_within(
      request.deadline, [cuda = request.cuda_library, libraries] { return measure_now(cuda, libraries); });
  if (measurement) return *std::move(measurement);
  return only({"ceilings",
               CheckState::problem,
               "the GPU gave no answer in " + std::to_string(request.deadline.count()) + " s",
               {}});
}

}  // namespace llmprof::inline v0
