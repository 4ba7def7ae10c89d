// SPDX-License-Identifier: MIT
// A small inference engine, to read: how the phases of an engine are marked with llmprof/nvtx.hpp
// (generate.cpp), and how its layers are (cpu_engine.cpp, cuda_engine.cu). What it generates is noise, but
// the work is that of a real one.
//
//   mini_engine [--device cuda] [--graphs] [--layers N --hidden N ...]      see --help
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "engine.hpp"
#include "generate.hpp"
#include "model.hpp"
#include "options.hpp"
#include "random.hpp"
#include "self_check.hpp"
#include "setup.hpp"

namespace {

using namespace mini;

/// The times are the shortest ones of all repetitions.
Generation generate_repeatedly(Engine& engine, std::vector<Token> const& prompts, Options const& options) {
  Generation best = generate(engine, prompts, options.tokens);
  for (std::size_t i = 1; i < options.repeat; ++i) {
    Generation const again = generate(engine, prompts, options.tokens);
    best.prefill = std::min(best.prefill, again.prefill);
    best.decode = std::min(best.decode, again.decode);
  }
  return best;
}

std::uint64_t checksum(Generation const& generation) {
  std::uint64_t sum = 0;
  for (auto const& step : generation.steps) {
    for (Token token : step) sum = hash(sum, token);
  }
  return sum;
}

void print(std::string const& phase, std::size_t tokens, std::chrono::duration<double> time) {
  if (tokens == 0) return;
  std::cout << phase << ": " << tokens << " tokens in " << time.count() * 1e3 << " ms, "
            << static_cast<double>(tokens) / time.count() << " tokens/s\n";
}

/// Empty if all is well.
std::string self_check(Engine& engine, Model const& model, std::vector<Token> const& prompts,
                       Generation const& generation, Options const& options) {
  auto found = check_against_recomputation(engine, prompts, generation);
  if (!found.empty()) return "recomputed, " + found;
  if (options.device == Device::cpu) return {};
  found = check_against_engine(*make_engine(model, options, Device::cpu), prompts, generation);
  return found.empty() ? found : "on the CPU, " + found;
}

int run(Options const& options) {
  Model const model = make_model(options.model, options.seed);
  auto const engine = make_engine(model, options, options.device);
  auto const prompts = make_prompts(options);
  Generation const generation = generate_repeatedly(*engine, prompts, options);
  print("prefill", prompts.size(), generation.prefill);
  print("decode", (options.tokens - 1) * options.batch, generation.decode);
  std::cout << "checksum: " << std::hex << checksum(generation) << std::dec << '\n';
  if (!options.check) return EXIT_SUCCESS;
  auto const found = self_check(*engine, model, prompts, generation, options);
  std::cout << "check: " << (found.empty() ? "ok" : found) << '\n';
  return found.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) try {
  Options const options = parse_options({argv + 1, argv + argc});
  if (options.help) return std::cout << usage, EXIT_SUCCESS;
  return run(options);
} catch (std::exception const& error) {
  std::cerr << "mini_engine: " << error.what() << '\n';
  return EXIT_FAILURE;
}
