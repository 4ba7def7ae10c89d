// SPDX-License-Identifier: MIT
#include <llmprof/nvtx.hpp>
#include <stdexcept>
#include <string>

#include "cuda_kernels.cuh"
#include "cuda_support.hpp"
#include "engine.hpp"

namespace nvtx = llmprof::nvtx;

namespace mini {

namespace cuda {

namespace {

constexpr unsigned block_size = 256;
constexpr std::size_t workspace_size = std::size_t{32} << 20;  // as cuBLAS advises for Hopper
constexpr std::size_t most_positions = (std::size_t{40} << 10) / sizeof(float);  // shared memory of attention

/// A layer's weights and cache on the device, and the name of its range.
struct Layer {
  Layer(LayerWeights const& weights, std::size_t index, std::size_t cache_size)
      : attention_norm(weights.attention_norm),
        query(weights.query),
        key(weights.key),
        value(weights.value),
        attention_out(weights.attention_out),
        mlp_norm(weights.mlp_norm),
        gate(weights.gate),
        up(weights.up),
        down(weights.down),
        keys(cache_size),
        values(cache_size),
        stage(("layer." + std::to_string(index)).c_str()) {}

  Buffer<float> attention_norm, query, key, value, attention_out, mlp_norm, gate, up, down;
  Buffer<float> keys, values;  // [sequences, positions, kv_size]
  nvtx::Stage stage;
};

/// What one pass computes, with a row per token; large enough for a prefill of the whole cache.
struct Activations {
  Activations(Config const& config, Capacity capacity)
      : Activations(config, capacity.sequences, capacity.sequences * capacity.positions) {}

  Activations(Config const& config, std::size_t sequences, std::size_t rows)
      : tokens(rows),
        next(sequences),
        past(1),
        x(rows * config.hidden),
        normed(rows * config.hidden),
        query(rows * config.hidden),
        key(rows * config.kv_size()),
        value(rows * config.kv_size()),
        mixed(rows * config.hidden),
        gate(rows * config.mlp_size()),
        up(rows * config.mlp_size()),
        logits(sequences * config.vocab) {}

  Buffer<Token> tokens;   // the prompts
  Buffer<Token> next;     // the next token of each sequence: a decode step reads it and then writes it
  Buffer<unsigned> past;  // one number: the positions of each sequence in the cache
  Buffer<float> x, normed, query, key, value, mixed, gate, up, logits;
};

class CudaEngine final : public Engine {
 public:
  CudaEngine(Model const& model, Capacity capacity, Sampling sampling, bool graphs)
      : config_(model.config),
        capacity_(capacity),
        sampling_(sampling),
        graphs_(graphs),
        stream_(make_stream()),
        workspace_(workspace_size),
        blas_(make_blas()),
        embedding_(model.embedding),
        final_norm_(model.final_norm),
        output_(model.output),
        activations_(model.config, capacity) {
    // A workspace of ours: cuBLAS would have to allocate its own while a graph is captured.
    check(cublasSetStream(blas_.get(), stream_.get()), "cublasSetStream");
    check(cublasSetWorkspace(blas_.get(), workspace_.get(), workspace_.size()), "cublasSetWorkspace");
    std::size_t const cache_size = capacity.sequences * capacity.positions * config_.kv_size();
    for (LayerWeights const& weights : model.layers) {
      layers_.emplace_back(weights, layers_.size(), cache_size);
    }
    // The weights were copied on the default stream, for which this one does not wait.
    check(cudaDeviceSynchronize(), "copy of the weights");
  }

  std::vector<Token> prefill(std::vector<Token> const& prompts) override {
    std::size_t const count = prompts.size() / capacity_.sequences;
    filled_ = 0;
    reserve(count);
    check(cudaMemcpyAsync(activations_.tokens.get(), prompts.data(), prompts.size() * sizeof(Token),
                          cudaMemcpyHostToDevice, stream_.get()),
          "copy of the prompts");
    check(cudaMemsetAsync(activations_.past.get(), 0, sizeof(unsigned), stream_.get()), "cudaMemsetAsync");
    forward(activations_.tokens.get(), count);
    return next_tokens();
  }

  std::vector<Token> decode_step() override {
    reserve(1);
    if (!graphs_) {
      forward(activations_.next.get(), 1);
      return next_tokens();
    }
    // The ranges in forward() fire now, while it is captured, and not at the replays. What the profiler needs
    // around those is the caller's DecodeStep.
    if (!decode_graph_) decode_graph_ = capture_decode_step();
    check(cudaGraphLaunch(decode_graph_.get(), stream_.get()), "cudaGraphLaunch");
    return next_tokens();
  }

 private:
  void reserve(std::size_t count) {
    if (filled_ + count > capacity_.positions) throw std::length_error("the key-value cache is full");
    filled_ += count;
  }

  GraphExec capture_decode_step() {
    LLMPROF_NVTX_RANGE("capture");
    check(cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
    forward(activations_.next.get(), 1);
    cudaGraph_t captured = nullptr;
    check(cudaStreamEndCapture(stream_.get(), &captured), "cudaStreamEndCapture");
    Graph const graph{captured};
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiate(&executable, graph.get(), 0), "cudaGraphInstantiate");
    return GraphExec{executable};
  }

  /// Queues a pass over `count` tokens of each sequence.
  void forward(Token const* tokens, std::size_t count) {
    count_ = count;
    {
      LLMPROF_NVTX_RANGE("embed");
      launch(embed, rows(), activations_.x.get(), embedding_.get(), tokens, hidden());
    }
    for (Layer const& layer : layers_) {
      nvtx::ScopedRange range{layer.stage};
      attend(layer);
      mlp(layer);
    }
    sample_next();
  }

  void attend(Layer const& layer) {
    LLMPROF_NVTX_RANGE("attention");
    Activations& a = activations_;
    Cache const keys = cache(layer.keys);
    Cache const values = cache(layer.values);
    auto const head_size = static_cast<unsigned>(config_.head_size());
    auto const sharing = static_cast<unsigned>(config_.heads / config_.kv_heads);
    auto const heads = static_cast<unsigned>(config_.heads);
    launch(rms_norm, rows(), a.normed.get(), a.x.get(), layer.attention_norm.get(), hidden(), config_.hidden);
    multiply(a.query, a.normed, layer.query, rows(), config_.hidden);
    multiply(a.key, a.normed, layer.key, rows(), config_.hidden);
    multiply(a.value, a.normed, layer.value, rows(), config_.hidden);
    launch(rotate_and_store, rows(), a.query.get(), a.key.get(), a.value.get(), keys, values, hidden(),
           head_size, a.past.get(), count());
    launch_shared(attention, dim3(rows(), heads), capacity_.positions * sizeof(float), a.mixed.get(),
                  a.query.get(), keys, values, head_size, sharing, a.past.get(), count());
    multiply(a.x, a.mixed, layer.attention_out, rows(), config_.hidden, 1.0f);
  }

  void mlp(Layer const& layer) {
    LLMPROF_NVTX_RANGE("mlp");
    Activations& a = activations_;
    std::size_t const size = rows() * config_.mlp_size();
    launch(rms_norm, rows(), a.normed.get(), a.x.get(), layer.mlp_norm.get(), hidden(), config_.hidden);
    multiply(a.gate, a.normed, layer.gate, rows(), config_.hidden);
    multiply(a.up, a.normed, layer.up, rows(), config_.hidden);
    launch(swiglu, static_cast<unsigned>((size + block_size - 1) / block_size), a.gate.get(), a.up.get(),
           size);
    multiply(a.x, a.gate, layer.down, rows(), config_.mlp_size(), 1.0f);
  }

  /// The next token of each sequence, from its last row.
  void sample_next() {
    LLMPROF_NVTX_RANGE("sample");
    Activations& a = activations_;
    float const* last_rows = a.x.get() + (count_ - 1) * config_.hidden;
    auto const vocab = static_cast<unsigned>(config_.vocab);
    launch(rms_norm, sequences(), a.normed.get(), last_rows, final_norm_.get(), hidden(),
           count_ * config_.hidden);
    multiply(a.logits, a.normed, output_, sequences(), config_.hidden);
    launch(sample, sequences(), a.next.get(), a.logits.get(), vocab, sampling_, a.past.get(), count());
    launch(advance, 1, a.past.get(), count());
  }

  std::vector<Token> next_tokens() {
    std::vector<Token> next(capacity_.sequences);
    check(cudaMemcpyAsync(next.data(), activations_.next.get(), next.size() * sizeof(Token),
                          cudaMemcpyDeviceToHost, stream_.get()),
          "copy of the tokens");
    check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
    return next;
  }

  /// out[rows, outputs] = in[rows, inputs] * weights[outputs, inputs]^T + keep * out
  ///
  /// cuBLAS takes matrices by column, so to it each of them is transposed.
  void multiply(Buffer<float> const& out, Buffer<float> const& in, Buffer<float> const& weights,
                unsigned rows, std::size_t inputs, float keep = 0.0f) {
    float const one = 1.0f;
    int const m = static_cast<int>(weights.size() / inputs);
    int const n = static_cast<int>(rows);
    int const k = static_cast<int>(inputs);
    check(cublasSgemm(blas_.get(), CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, weights.get(), k, in.get(), k,
                      &keep, out.get(), m),
          "cublasSgemm");
  }

  template <typename... Parameters, typename... Arguments>
  void launch(void (*kernel)(Parameters...), unsigned blocks, Arguments... arguments) {
    launch_shared(kernel, dim3(blocks), 0, arguments...);
  }

  template <typename... Parameters, typename... Arguments>
  void launch_shared(void (*kernel)(Parameters...), dim3 grid, std::size_t shared_bytes,
                     Arguments... arguments) {
    kernel<<<grid, block_size, shared_bytes, stream_.get()>>>(arguments...);
    check(cudaGetLastError(), "kernel launch");
  }

  Cache cache(Buffer<float> const& data) const {
    return {data.get(), static_cast<unsigned>(capacity_.positions), static_cast<unsigned>(config_.kv_size())};
  }

  unsigned hidden() const { return static_cast<unsigned>(config_.hidden); }
  unsigned sequences() const { return static_cast<unsigned>(capacity_.sequences); }
  unsigned count() const { return static_cast<unsigned>(count_); }
  unsigned rows() const { return sequences() * count(); }

  Config config_;
  Capacity capacity_;
  Sampling sampling_;
  bool graphs_;
  Stream stream_;
  Buffer<std::byte> workspace_;
  Blas blas_;
  Buffer<float> embedding_, final_norm_, output_;
  std::vector<Layer> layers_;
  Activations activations_;
  GraphExec decode_graph_;
  std::size_t filled_ = 0;  // as *past, known to the host
  std::size_t count_ = 0;   // tokens of each sequence in this pass
};

}  // namespace

}  // namespace cuda

std::unique_ptr<Engine> make_cuda_engine(Model const& model, Capacity capacity, Sampling sampling,
                                         bool graphs, int device) {
  if (capacity.positions > cuda::most_positions) {
    throw std::length_error("cuda: at most " + std::to_string(cuda::most_positions) + " positions");
  }
  cuda::check(cudaSetDevice(device), "cudaSetDevice");
  return std::make_unique<cuda::CudaEngine>(model, capacity, sampling, graphs);
}

}  // namespace mini
