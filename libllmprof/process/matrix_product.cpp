// SPDX-License-Identifier: MIT
#include "libllmprof/process/matrix_product.hpp"

#include <cstdint>

#include "libllmprof/process/random_fill.hpp"

namespace llmprof::inline v0 {
namespace {

// Of library_types.h and cublas_api.h.
enum CudaType : int { real_32f = 0, real_16f = 2, real_16bf = 14, real_8f_e4m3 = 28 };
enum ComputeType : int { compute_32f = 68, compute_32f_fast_tf32 = 77 };
// Of cublasLt.h.
enum OperationAttribute : int { transpose_a = 3, fast_accumulation = 25 };
constexpr int most_workspace = 1;  // CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES
constexpr std::int32_t transposed = 1;
constexpr int not_supported = 15;

constexpr std::size_t workspace_bytes = std::size_t{32} << 20U;  // what cuBLAS advises for Hopper

CudaType factor_type(DataType type) {
  switch (type) {
    case DataType::fp16: return real_16f;
    case DataType::bf16: return real_16bf;
    case DataType::fp8: return real_8f_e4m3;
    default: return real_32f;
  }
}

/// Products of fp8 are stored wider, as engines do.
CudaType sum_type(DataType type) { return type == DataType::fp8 ? real_16bf : factor_type(type); }

std::size_t sum_bytes(DataType type) { return sum_type(type) == real_32f ? 4 : 2; }

std::size_t factor_bytes(DataType type) { return bits_of(type) / 8U; }

}  // namespace

std::size_t MatrixProduct::bytes_for(DataType type, std::size_t size) {
  return size * size * (2 * factor_bytes(type) + sum_bytes(type)) + workspace_bytes;
}

MatrixProduct::MatrixProduct(CudaDriver const& driver, CublasHandle const& cublas, DataType type,
                             std::size_t size)
    : cublas_(cublas),
      size_(size),
      a_(driver, size * size * factor_bytes(type)),
      b_(driver, size * size * factor_bytes(type)),
      result_(driver, size * size * sum_bytes(type)),
      workspace_(driver, workspace_bytes) {
  fill_randomly(driver, a_, type);
  fill_randomly(driver, b_, type);
  try {
    describe(type);
    choose_algorithm();
  } catch (GpuError const&) {
    release();  // the destructor does not run
    throw;
  }
}

MatrixProduct::~MatrixProduct() { release(); }

void MatrixProduct::describe(DataType type) {
  CublasLt const& lt = cublas_.library();
  lt.check("cublasLtMatmulDescCreate",
           lt.operation_create(&operation_, type == DataType::tf32 ? compute_32f_fast_tf32 : compute_32f,
                               real_32f));
  lt.check("cublasLtMatmulDescSetAttribute",
           lt.operation_set(operation_, transpose_a, &transposed, sizeof(transposed)));
  if (type == DataType::fp8) {
    constexpr std::int8_t on = 1;
    lt.check("cublasLtMatmulDescSetAttribute",
             lt.operation_set(operation_, fast_accumulation, &on, sizeof(on)));
  }
  auto const stride = static_cast<std::int64_t>(size_);
  lt.check("cublasLtMatrixLayoutCreate", lt.layout_create(&factor_, factor_type(type), size_, size_, stride));
  lt.check("cublasLtMatrixLayoutCreate", lt.layout_create(&sum_, sum_type(type), size_, size_, stride));
}

void MatrixProduct::choose_algorithm() {
  CublasLt const& lt = cublas_.library();
  lt.check("cublasLtMatmulPreferenceCreate", lt.preference_create(&preference_));
  std::uint64_t const workspace = workspace_.bytes();
  lt.check("cublasLtMatmulPreferenceSetAttribute",
           lt.preference_set(preference_, most_workspace, &workspace, sizeof(workspace)));
  int found = 0;
  int const status =
      lt.choose(cublas_.get(), operation_, factor_, factor_, sum_, sum_, preference_, 1, &choice_, &found);
  if (status == not_supported) return;
  lt.check("cublasLtMatmulAlgoGetHeuristic", status);
  is_possible_ = found > 0 && choice_.state == 0;
}

void MatrixProduct::launch(CudaDriver::Stream stream) const {
  constexpr float one = 1;
  constexpr float none = 0;
  CublasLt const& lt = cublas_.library();
  lt.check("cublasLtMatmul",
           lt.multiply(cublas_.get(), operation_, &one, a_.pointer(), factor_, b_.pointer(), factor_, &none,
                       result_.pointer(), sum_, result_.pointer(), sum_, &choice_.algorithm,
                       workspace_.pointer(), workspace_.bytes(), stream));
}

double MatrixProduct::flop() const noexcept {
  auto const size = static_cast<double>(size_);
  return 2 * size * size * size;
}

void MatrixProduct::release() noexcept {
  CublasLt const& lt = cublas_.library();
  if (preference_ != nullptr) lt.preference_destroy(preference_);
  if (sum_ != nullptr) lt.layout_destroy(sum_);
  if (factor_ != nullptr) lt.layout_destroy(factor_);
  if (operation_ != nullptr) lt.operation_destroy(operation_);
}

}  // namespace llmprof::inline v0
