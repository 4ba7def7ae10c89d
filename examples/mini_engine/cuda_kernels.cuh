// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "model.hpp"
#include "sampling.hpp"

// All that is not a matrix product. Where a kernel has a block per row, a row is a token of this pass:
// `count` of each sequence, which follow its `*past` positions in the cache. What changes from step to step
// is read from device memory, so that a captured step can be replayed.
namespace mini::cuda {

/// The keys or the values of a layer: [sequences, positions, size].
struct Cache {
  float* data;
  unsigned positions;
  unsigned size;

  __device__ float* row(unsigned sequence, unsigned position) const {
    return data + (static_cast<std::size_t>(sequence) * positions + position) * size;
  }
};

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

template <typename Combine>
__device__ float warp_reduce(float value, Combine combine) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value = combine(value, __shfl_xor_sync(0xffffffffu, value, offset));
  }
  return value;
}

/// The same result in every thread. The block consists of whole warps.
template <typename Combine>
__device__ float block_reduce(float value, Combine combine) {
  __shared__ float partial[32];
  value = warp_reduce(value, combine);
  __syncthreads();  // an earlier reduction may still be read
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  float result = partial[0];
  for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) result = combine(result, partial[warp]);
  return result;
}

/// A block per row.
__global__ void embed(float* out, float const* embedding, Token const* tokens, unsigned hidden) {
  float const* row = embedding + static_cast<std::size_t>(tokens[blockIdx.x]) * hidden;
  for (unsigned i = threadIdx.x; i < hidden; i += blockDim.x) {
    out[static_cast<std::size_t>(blockIdx.x) * hidden + i] = row[i];
  }
}

/// A block per row of `out`; the rows of `in` are `stride` apart.
__global__ void rms_norm(float* out, float const* in, float const* weights, unsigned hidden,
                         std::size_t stride) {
  float const* row = in + blockIdx.x * stride;
  float sum = 0.0f;
  for (unsigned i = threadIdx.x; i < hidden; i += blockDim.x) sum += row[i] * row[i];
  float const mean = block_reduce(sum, Sum{}) / static_cast<float>(hidden);
  float const scale = 1.0f / sqrtf(mean + norm_epsilon);
  for (unsigned i = threadIdx.x; i < hidden; i += blockDim.x) {
    out[static_cast<std::size_t>(blockIdx.x) * hidden + i] = row[i] * scale * weights[i];
  }
}

/// Turns each pair (i, i + half) of each head by an angle that grows with the position; whole block.
__device__ void rotate(float* out, float const* in, unsigned size, unsigned head_size, unsigned position) {
  unsigned const half = head_size / 2;
  for (unsigned pair = threadIdx.x; pair < size / 2; pair += blockDim.x) {
    unsigned const i = pair / half * head_size + pair % half;
    float const exponent = -static_cast<float>(pair % half) / static_cast<float>(half);
    float const angle = static_cast<float>(position) * powf(rope_base, exponent);
    float const a = in[i];
    float const b = in[i + half];
    out[i] = a * cosf(angle) - b * sinf(angle);
    out[i + half] = a * sinf(angle) + b * cosf(angle);
  }
}

/// Rotates the queries in place, and the keys on their way into the cache. A block per row.
__global__ void rotate_and_store(float* query, float const* key, float const* value, Cache keys, Cache values,
                                 unsigned hidden, unsigned head_size, unsigned const* past, unsigned count) {
  std::size_t const row = blockIdx.x;
  unsigned const sequence = blockIdx.x / count;
  unsigned const position = *past + blockIdx.x % count;
  rotate(query + row * hidden, query + row * hidden, hidden, head_size, position);
  rotate(keys.row(sequence, position), key + row * keys.size, keys.size, head_size, position);
  for (unsigned i = threadIdx.x; i < values.size; i += blockDim.x) {
    values.row(sequence, position)[i] = value[row * values.size + i];
  }
}

/// A block per row (x) and head (y), with shared memory for a float per position.
__global__ void attention(float* out, float const* query, Cache keys, Cache values, unsigned head_size,
                          unsigned heads_per_kv_head, unsigned const* past, unsigned count) {
  extern __shared__ float scores[];
  unsigned const sequence = blockIdx.x / count;
  unsigned const visible = *past + blockIdx.x % count + 1;  // a token sees itself and what is before it
  std::size_t const offset = (static_cast<std::size_t>(blockIdx.x) * gridDim.y + blockIdx.y) * head_size;
  unsigned const kv_offset = blockIdx.y / heads_per_kv_head * head_size;
  float const scale = 1.0f / sqrtf(static_cast<float>(head_size));

  for (unsigned i = threadIdx.x / 32; i < visible; i += blockDim.x / 32) {  // a warp per key
    float const* key = keys.row(sequence, i) + kv_offset;
    float sum = 0.0f;
    for (unsigned c = threadIdx.x % 32; c < head_size; c += 32) sum += query[offset + c] * key[c];
    sum = warp_reduce(sum, Sum{});
    if (threadIdx.x % 32 == 0) scores[i] = scale * sum;
  }
  __syncthreads();

  float highest = scores[0];
  for (unsigned i = threadIdx.x; i < visible; i += blockDim.x) highest = fmaxf(highest, scores[i]);
  highest = block_reduce(highest, Max{});
  float sum = 0.0f;
  for (unsigned i = threadIdx.x; i < visible; i += blockDim.x) {
    scores[i] = expf(scores[i] - highest);
    sum += scores[i];
  }
  sum = block_reduce(sum, Sum{});

  for (unsigned c = threadIdx.x; c < head_size; c += blockDim.x) {
    float mixed = 0.0f;
    for (unsigned i = 0; i < visible; ++i) mixed += scores[i] * values.row(sequence, i)[kv_offset + c];
    out[offset + c] = mixed / sum;
  }
}

/// A thread per element.
__global__ void swiglu(float* gate, float const* up, std::size_t size) {
  std::size_t const i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < size) gate[i] = gate[i] / (1.0f + expf(-gate[i])) * up[i];
}

/// Orders as the scores do; of equal ones the first token is the highest. So a maximum finds the token.
__device__ unsigned long long ranked(float score, Token token) {
  unsigned const bits = __float_as_uint(score);
  unsigned const ordered = (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
  return static_cast<unsigned long long>(ordered) << 32 | static_cast<Token>(~token);
}

/// A block per sequence.
__global__ void sample(Token* next, float const* logits, unsigned vocab, Sampling sampling,
                       unsigned const* past, unsigned count) {
  __shared__ unsigned long long best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  std::uint64_t const place = sampling_place(blockIdx.x, *past + count);
  float const* row = logits + static_cast<std::size_t>(blockIdx.x) * vocab;
  unsigned long long mine = 0;
  for (Token token = threadIdx.x; token < vocab; token += blockDim.x) {
    unsigned long long const candidate = ranked(sampling_score(sampling, row[token], place, token), token);
    if (candidate > mine) mine = candidate;
  }
  atomicMax(&best, mine);
  __syncthreads();
  if (threadIdx.x == 0) next[blockIdx.x] = ~static_cast<Token>(best);
}

/// After all that reads `*past`. One block.
__global__ void advance(unsigned* past, unsigned count) {
  if (threadIdx.x == 0) *past += count;
}

}  // namespace mini::cuda
