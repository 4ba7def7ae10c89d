// SPDX-License-Identifier: MIT
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace mini::cuda {

inline void check(cudaError_t status, char const* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

inline void check(cublasStatus_t status, char const* what) {
  if (status != CUBLAS_STATUS_SUCCESS) {
    throw std::runtime_error(std::string(what) + ": " + cublasGetStatusString(status));
  }
}

// Nothing can be done about a failure to give back.
struct Destroy {
  void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
  void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
  void operator()(cudaGraphExec_t graph) const { cudaGraphExecDestroy(graph); }
  void operator()(cublasHandle_t handle) const { cublasDestroy(handle); }
};

template <typename Pointer>
using Handle = std::unique_ptr<std::remove_pointer_t<Pointer>, Destroy>;
using Stream = Handle<cudaStream_t>;
using Graph = Handle<cudaGraph_t>;
using GraphExec = Handle<cudaGraphExec_t>;
using Blas = Handle<cublasHandle_t>;

inline Stream make_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  return Stream{stream};
}

inline Blas make_blas() {
  cublasHandle_t handle = nullptr;
  check(cublasCreate(&handle), "cublasCreate");
  return Blas{handle};
}

struct Free {
  void operator()(void* memory) const { cudaFree(memory); }
};

/// Memory of the device.
template <typename T>
class Buffer {
 public:
  explicit Buffer(std::size_t size) : size_(size) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, size * sizeof(T)), "cudaMalloc");
    memory_.reset(static_cast<T*>(memory));
  }

  explicit Buffer(std::vector<T> const& values) : Buffer(values.size()) {
    check(cudaMemcpy(get(), values.data(), size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  }

  T* get() const { return memory_.get(); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::unique_ptr<T, Free> memory_;
};

}  // namespace mini::cuda
