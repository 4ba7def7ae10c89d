// SPDX-License-Identifier: MIT
// A made-up engine marked with llmprof/nvtx.hpp, for captures with known structure on a real GPU: a prefill,
// eager decode steps on two streams, and decode steps that replay a CUDA graph whose layers were marked while
// it was captured.
//
//   nvcc -std=c++17 -I include -o marked_engine tests/manual/gpu/marked_engine.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "llmprof/nvtx.hpp"

namespace nvtx = llmprof::nvtx;

namespace {

constexpr int size = 1 << 20;
constexpr int layers = 4;
constexpr int eager_steps = 8;
constexpr int graph_steps = 16;

void check(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

__global__ void gemm_like(float* x, int n, int rounds) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = x[i];
  for (int r = 0; r < rounds; ++r) value = value * 0.999f + 0.001f;
  x[i] = value;
}

template <int Kind>
__global__ void layer_part(float* x, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += static_cast<float>(Kind);
}

nvtx::Stage const layer_stage{"layer"};

void layer(float* x, cudaStream_t stream) {
  nvtx::ScopedRange range{layer_stage};
  {
    LLMPROF_NVTX_RANGE("attn");
    layer_part<1><<<size / 256, 256, 0, stream>>>(x, size);
    layer_part<2><<<size / 256, 256, 0, stream>>>(x, size);
  }
  LLMPROF_NVTX_RANGE("mlp");
  gemm_like<<<size / 256, 256, 0, stream>>>(x, size, 64);
}

void forward(float* x, cudaStream_t stream) {
  for (int i = 0; i < layers; ++i) layer(x, stream);
}

}  // namespace

int main() {
  float* x = nullptr;
  float* y = nullptr;
  cudaStream_t stream = nullptr;
  cudaStream_t side = nullptr;
  check(cudaMalloc(&x, size * sizeof(float)), "cudaMalloc");
  check(cudaMalloc(&y, size * sizeof(float)), "cudaMalloc");
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
  check(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking), "stream");
  forward(x, stream);  // warm-up, outside any phase but inside its own ranges
  check(cudaDeviceSynchronize(), "warm-up");

  static nvtx::Stage const request_stage{"request"};
  nvtx::UniqueRange request{request_stage, 1};
  {
    nvtx::Prefill range{512};
    check(cudaMemsetAsync(x, 0, size * sizeof(float), stream), "memset");
    for (int i = 0; i < 4; ++i) forward(x, stream);
    check(cudaStreamSynchronize(stream), "prefill");
  }
  cudaGraphExec_t exec = nullptr;
  {
    LLMPROF_NVTX_RANGE("capture");
    cudaGraph_t graph = nullptr;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin capture");
    forward(x, stream);
    check(cudaStreamEndCapture(stream, &graph), "end capture");
    check(cudaGraphInstantiate(&exec, graph, 0), "instantiate");
  }
  {
    nvtx::DecodeAll all;
    for (int i = 0; i < eager_steps; ++i) {
      nvtx::DecodeStep step{4};
      forward(x, stream);
      layer_part<3><<<size / 256, 256, 0, side>>>(y, size);
      check(cudaDeviceSynchronize(), "step");
    }
    std::thread([&] {  // another thread's work belongs to the request, not to decode_all
      gemm_like<<<size / 256, 256, 0, side>>>(y, size, 8);
      check(cudaStreamSynchronize(side), "side");
    })
        .join();
    for (int i = 0; i < graph_steps; ++i) {
      nvtx::DecodeStep step{4};
      check(cudaGraphLaunch(exec, stream), "graph");
      if (i % 4 == 3) check(cudaStreamSynchronize(stream), "step");
    }
    check(cudaDeviceSynchronize(), "decode");
    all.tokens((eager_steps + graph_steps) * 4);
  }
  request.end();
  gemm_like<<<size / 256, 256, 0, stream>>>(x, size, 4);  // outside any range
  check(cudaDeviceSynchronize(), "end");
  std::printf("prefill %d kernels, eager step %d, graph step %d\n", 4 * layers * 3, layers * 3 + 1,
              layers * 3);
  return 0;
}
