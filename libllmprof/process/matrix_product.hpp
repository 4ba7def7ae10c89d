// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "libllmprof/process/cublas_lt.hpp"
#include "libllmprof/process/cuda_objects.hpp"
#include "llmprof/model/data_type.hpp"

namespace llmprof::inline v0 {

/// cuBLASLt in the context that is current.
class CublasHandle {
 public:
  /// @throws GpuError
  explicit CublasHandle(CublasLt const& cublas) : cublas_(cublas) {
    cublas.check("cublasLtCreate", cublas.create(&handle_));
  }
  ~CublasHandle() { cublas_.destroy(handle_); }
  CublasHandle(CublasHandle const&) = delete;  // one owner
  CublasHandle& operator=(CublasHandle const&) = delete;

  [[nodiscard]] CublasLt const& library() const noexcept { return cublas_; }
  [[nodiscard]] CublasLt::Handle get() const noexcept { return handle_; }

 private:
  CublasLt const& cublas_;
  CublasLt::Handle handle_ = nullptr;
};

/// The product of two random square matrices, added up in fp32: the first is transposed, as the weights of a
/// linear layer are, and as fp8 needs it.
class MatrixProduct {
 public:
  /// Memory that it takes, in bytes; `size` rows and columns.
  [[nodiscard]] static std::size_t bytes_for(DataType type, std::size_t size);

  /// Allocates the matrices and fills them.
  /// @param type fp16, bf16, tf32 or fp8 (E4M3; added up in the quick way of inference engines).
  /// @throws GpuError
  MatrixProduct(CudaDriver const& driver, CublasHandle const& cublas, DataType type, std::size_t size);
  ~MatrixProduct();
  MatrixProduct(MatrixProduct const&) = delete;  // one owner of the descriptors
  MatrixProduct& operator=(MatrixProduct const&) = delete;

  /// False if cuBLAS has no such product for this GPU.
  [[nodiscard]] bool is_possible() const noexcept { return is_possible_; }

  /// Puts one product into the stream. @throws GpuError
  void launch(CudaDriver::Stream stream) const;

  /// 2 x size^3.
  [[nodiscard]] double flop() const noexcept;

 private:
  void describe(DataType type);
  void choose_algorithm();
  void release() noexcept;

  CublasHandle const& cublas_;
  std::size_t size_;
  DeviceMemory a_;
  DeviceMemory b_;
  DeviceMemory result_;
  DeviceMemory workspace_;
  CublasLt::Operation operation_ = nullptr;
  CublasLt::Layout factor_ = nullptr;  ///< Of both factors.
  CublasLt::Layout sum_ = nullptr;
  CublasLt::Preference preference_ = nullptr;
  CublasLt::Choice choice_{};
  bool is_possible_ = false;
};

}  // namespace llmprof::inline v0
