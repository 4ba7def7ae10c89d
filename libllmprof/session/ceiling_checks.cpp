// SPDX-License-Identifier: MIT
#include "libllmprof/session/ceiling_checks.hpp"

#include "libllmprof/support/number.hpp"
#include "llmprof/analyze/gpu_peaks.hpp"

namespace llmprof::inline v0 {
namespace {

struct Unit {
  double size;
  char const* name;
  int digits;
};

constexpr Unit terabytes{1e12, "TB/s", 2};
constexpr Unit teraflops{1e12, "TFLOP/s", 0};

std::string in_unit(double value, Unit const& unit) {
  return fixed(value / unit.size, unit.digits) + ' ' + unit.name;
}

std::string of_peak(MeasuredRate const& rate, Peak const& peak, Unit const& unit) {
  if (!peak.value) return "; its share is not known: " + peak.reason;
  return ", " + fixed(100 * rate.best / *peak.value, 0) + " % of " + in_unit(*peak.value, unit) + " (" +
         peak.basis + ')';
}

std::string sentence(MeasuredRate const& rate, std::string const& by, Peak const& peak, Unit const& unit) {
  return in_unit(rate.best, unit) + " measured by " + by + of_peak(rate, peak, unit) + "; best of " +
         std::to_string(rate.samples) + ", median " + in_unit(rate.median, unit);
}

}  // namespace

std::string product_name(DataType type) { return std::string(to_string(type)) + " products"; }

Check bandwidth_check(Ceilings const& ceilings, std::size_t bytes) {
  std::string const by = "a copy of " + std::to_string(bytes >> 20U) + " MiB";
  return {"memory bandwidth",
          CheckState::ok,
          sentence(*ceilings.bandwidth, by, peak_bandwidth(gpu_spec(ceilings.device)), terabytes),
          {}};
}

Check product_check(Ceilings const& ceilings, DataType type, std::size_t size) {
  std::string const by = "a product of " + std::to_string(size) + " x " + std::to_string(size) + " matrices";
  Peak const peak = peak_flops(gpu_spec(ceilings.device), type);
  return {product_name(type), CheckState::ok, sentence(ceilings.flops.at(type), by, peak, teraflops), {}};
}

Check no_gpu_check(std::string const& why) {
  return {"ceilings", CheckState::unknown, "no GPU to measure: " + why, {}};
}

Check no_cublas_check(std::string const& why) {
  return {"matrix products", CheckState::warning, "not measured, there is no libcublasLt: " + why,
          "install cuBLAS of CUDA 11 or newer, or --cublas PATH; PyTorch brings its own: "
          "site-packages/nvidia/*/lib/libcublasLt.so.*"};
}

Check no_product_check(DataType type) {
  return {product_name(type), CheckState::warning, "cuBLAS has no such product for this GPU",
          "a newer cuBLAS, with --cublas PATH"};
}

Check too_little_memory(std::string const& name, std::size_t needed) {
  return {name, CheckState::problem,
          "not measured: that needs " + std::to_string(needed >> 20U) + " MiB of free GPU memory",
          "end what else runs on the GPU"};
}

}  // namespace llmprof::inline v0
