// SPDX-License-Identifier: MIT
// A small inference engine, to read: how the phases of an engine are marked with llmprof/nvtx.hpp
// (generate.cpp), and how its layers are (cpu_engine.cpp, cuda_engine.cu). What it generates is noise, but
// the work is that of a real one.
//
//   mini_engine [--device cuda] [--graphs] [--devices 0,1] [--streams N] [--layers N --hidden N ...]      see
//   --help
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <future>
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

/// What one replica made, and what was wrong with it.
struct Made {
  Generation generation;
  std::string fault;
};

Made run_replica(Model const& model, std::vector<Token> const& prompts, Options const& options, int device) {
  auto const engine = make_engine(model, options, options.device, device);
  Made made{generate_repeatedly(*engine, prompts, options), {}};
  if (options.check) made.fault = self_check(*engine, model, prompts, made.generation, options);
  return made;
}

/// All at the same time, each in a thread of its own, as an engine serves several batches.
std::vector<Made> run_replicas(Model const& model, std::vector<Token> const& prompts,
                               Options const& options) {
  std::vector<std::future<Made>> running;
  for (int const device : options.devices) {
    for (std::size_t i = 0; i < options.streams; ++i) {
      running.push_back(std::async(std::launch::async, [&model, &prompts, &options, device] {
        return run_replica(model, prompts, options, device);
      }));
    }
  }
  std::vector<Made> all;
  for (auto& one : running) all.push_back(one.get());
  return all;
}

/// The times are those of the slowest replica.
Generation together(std::vector<Made> const& all) {
  Generation whole = all.front().generation;
  for (Made const& one : all) {
    whole.prefill = std::max(whole.prefill, one.generation.prefill);
    whole.decode = std::max(whole.decode, one.generation.decode);
  }
  return whole;
}

/// They were given the same prompts.
std::string first_fault(std::vector<Made> const& all) {
  for (Made const& one : all) {
    if (!one.fault.empty()) return one.fault;
    if (one.generation.steps != all.front().generation.steps) return "replicas differ in their tokens";
  }
  return {};
}

int run(Options const& options) {
  Model const model = make_model(options.model, options.seed);
  auto const prompts = make_prompts(options);
  auto const all = run_replicas(model, prompts, options);
  Generation const whole = together(all);
  print("prefill", all.size() * prompts.size(), whole.prefill);
  print("decode", all.size() * (options.tokens - 1) * options.batch, whole.decode);
  std::cout << "checksum: " << std::hex << checksum(whole) << std::dec << '\n';
  std::string const fault = first_fault(all);
  if (options.check || !fault.empty()) std::cout << "check: " << (fault.empty() ? "ok" : fault) << '\n';
  return fault.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
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
