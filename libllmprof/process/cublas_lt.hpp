// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "libllmprof/process/cuda_driver.hpp"

namespace llmprof::inline v0 {

/// None of the libraries was there.
class NoCublas : public Error {
 public:
  using Error::Error;
};

/// cuBLASLt, at least of CUDA 11, opened at run time: the part of it that a matrix product needs. The
/// functions have the names and the parameters of cublasLt.h.
class CublasLt {
 public:
  using Handle = struct CublasLtHandle*;
  using Operation = struct CublasLtOperation*;
  using Layout = struct CublasLtLayout*;
  using Preference = struct CublasLtPreference*;

  struct Algorithm {
    std::array<std::uint64_t, 8> data;
  };

  /// cublasLtMatmulHeuristicResult_t.
  struct Choice {
    Algorithm algorithm;
    std::size_t workspace;
    int state;
    float waves;
    std::array<int, 4> reserved;
  };

  /// Opens the first of the libraries that is there.
  /// @throws NoCublas if none is, with the reason of the first
  /// @throws GpuError if it lacks a function
  explicit CublasLt(std::vector<std::string> const& libraries);

  /// @throws GpuError unless `status` is 0
  void check(char const* call, int status) const;

  int (*create)(Handle*) = nullptr;
  int (*destroy)(Handle) = nullptr;
  int (*operation_create)(Operation*, int compute_type, int scale_type) = nullptr;
  int (*operation_destroy)(Operation) = nullptr;
  int (*operation_set)(Operation, int attribute, void const*, std::size_t) = nullptr;
  int (*layout_create)(Layout*, int type, std::uint64_t rows, std::uint64_t columns,
                       std::int64_t stride) = nullptr;
  int (*layout_destroy)(Layout) = nullptr;
  int (*preference_create)(Preference*) = nullptr;
  int (*preference_destroy)(Preference) = nullptr;
  int (*preference_set)(Preference, int attribute, void const*, std::size_t) = nullptr;
  int (*choose)(Handle, Operation, Layout a, Layout b, Layout c, Layout d, Preference, int wanted, Choice*,
                int* found) = nullptr;
  int (*multiply)(Handle, Operation, void const* alpha, void const* a, Layout, void const* b, Layout,
                  void const* beta, void const* c, Layout, void* d, Layout, Algorithm const*, void* workspace,
                  std::size_t workspace_bytes, CudaDriver::Stream) = nullptr;

 private:
  char const* (*status_name_)(int) = nullptr;  ///< Older ones have none.
};

static_assert(sizeof(CublasLt::Choice) == 96, "cublasLtMatmulHeuristicResult_t");

/// Where cuBLASLt may be: known to the loader, or in a toolkit.
[[nodiscard]] std::vector<std::string> cublas_libraries();

}  // namespace llmprof::inline v0
