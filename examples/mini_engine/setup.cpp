// SPDX-License-Identifier: MIT
#include "setup.hpp"

#include <cstdint>
#include <stdexcept>

#include "random.hpp"

namespace mini {

std::unique_ptr<Engine> make_engine(Model const& model, Options const& options, Device device,
                                    [[maybe_unused]] int number) {
  Capacity const capacity{options.batch, options.prompt + options.tokens};
  Sampling const sampling{options.temperature, options.seed};
  if (device == Device::cpu) return make_cpu_engine(model, capacity, sampling);
#ifdef MINI_ENGINE_CUDA
  return make_cuda_engine(model, capacity, sampling, options.graphs, number);
#else
  throw std::invalid_argument("--device cuda: built without CUDA");
#endif
}

std::vector<Token> make_prompts(Options const& options) {
  std::vector<Token> prompts(options.batch * options.prompt);
  std::uint64_t const seed = hash(options.seed);
  for (std::size_t i = 0; i < prompts.size(); ++i) {
    prompts[i] = static_cast<Token>(hash(seed, i) % options.model.vocab);
  }
  return prompts;
}

}  // namespace mini
