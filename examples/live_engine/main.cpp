// SPDX-License-Identifier: MIT
// An engine that watches itself: mini_engine generates, and llmprof::collector adds up what its phases do.
// Prints a line a second; nothing of Nsight is needed, and no file is written.
//
//   live_engine SECONDS [the options of mini_engine]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <llmprof/collect/collector.hpp>
#include <memory>
#include <string>
#include <vector>

#include "mini_engine/engine.hpp"
#include "mini_engine/generate.hpp"
#include "mini_engine/model.hpp"
#include "mini_engine/options.hpp"
#include "mini_engine/setup.hpp"

namespace {

using Clock = std::chrono::steady_clock;

/// What happened between two looks at the collector.
class Watch {
 public:
  explicit Watch(llmprof::Collector& collector) : collector_(collector), before_(collector.snapshot()) {}

  void print_line() {
    llmprof::LiveFigures now = collector_.snapshot();
    double const seconds = static_cast<double>(now.recorded_ns - before_.recorded_ns) * 1e-9;
    std::cout << std::fixed << std::setprecision(1) << std::setw(6)
              << static_cast<double>(now.recorded_ns) * 1e-9 << " s";
    print_phase("prefill", {"LLM", "prefill"}, now, seconds);
    print_phase("decode", {"LLM", "decode_step"}, now, seconds);
    print_gpus(now, seconds);
    std::cout << std::endl;
    before_ = std::move(now);
  }

 private:
  void print_phase(char const* name, llmprof::Label const& label, llmprof::LiveFigures const& now,
                   double seconds) const {
    llmprof::LivePhase const after = total_of(now, label);
    llmprof::LivePhase const before = total_of(before_, label);
    auto const tokens = static_cast<double>(after.payload.value_or(0) - before.payload.value_or(0));
    std::cout << " | " << name << std::setw(9) << tokens / seconds << " tokens/s, kernels " << std::setw(7);
    if (now.devices.empty()) {
      std::cout << "n/a";
    } else {
      std::cout << static_cast<double>(after.kernel_ns - before.kernel_ns) * 1e-6 << " ms";
    }
  }

  void print_gpus(llmprof::LiveFigures const& now, double seconds) const {
    for (llmprof::LiveDevice const& device : now.devices) {
      std::int64_t busy = device.busy_ns;
      for (llmprof::LiveDevice const& old : before_.devices)
        busy -= old.device == device.device ? old.busy_ns : 0;
      std::cout << " | GPU " << device.device << " busy " << std::setw(5)
                << static_cast<double>(busy) * 1e-7 / seconds << " %";
    }
  }

  llmprof::Collector& collector_;
  llmprof::LiveFigures before_;
};

int run(int seconds, mini::Options const& options) {
  mini::Model const model = mini::make_model(options.model, options.seed);
  auto const engine = mini::make_engine(model, options, options.device);
  auto const prompts = mini::make_prompts(options);

  llmprof::Collector collector;
  collector.start();
  Watch watch(collector);
  auto next_line = Clock::now() + std::chrono::seconds(1);
  std::chrono::duration<double, std::milli> fastest = std::chrono::hours(1);
  for (int printed = 0; printed < seconds;) {
    fastest = std::min(fastest, std::chrono::duration<double, std::milli>(
                                    mini::generate(*engine, prompts, options.tokens).decode));
    if (Clock::now() < next_line) continue;
    watch.print_line();
    next_line = Clock::now() + std::chrono::seconds(1);
    ++printed;
  }
  std::cout << "fastest decode: " << fastest.count() << " ms\n";
  llmprof::CollectorState const state = collector.state();
  if (!state.no_ranges.empty()) std::cerr << "no ranges: " << state.no_ranges << '\n';
  if (!state.no_kernels.empty()) std::cerr << "no kernels: " << state.no_kernels << '\n';
  return state.no_ranges.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::cerr << "usage: live_engine SECONDS [the options of mini_engine]\n";
    return EXIT_FAILURE;
  }
  return run(std::stoi(argv[1]), mini::parse_options({argv + 2, argv + argc}));
} catch (std::exception const& error) {
  std::cerr << "live_engine: " << error.what() << '\n';
  return EXIT_FAILURE;
}
