// SPDX-License-Identifier: MIT
#include <string_view>

#include "llmprof/parse/ncu_csv.hpp"
#include "tests/fuzz/stages.hpp"

using namespace llmprof;

namespace {

/// Metrics that nobody wants are checked all the same: nothing else may differ.
void check_without_metrics(std::string_view text, Metrics const& all) {
  ReadOptions options;
  options.metrics.emplace();
  Metrics const none = read_ncu_csv(text, "input", options);
  fuzz::demand(none.launches.size() == all.launches.size(), "wanted metrics leave the launches as they are");
  fuzz::demand(none.diagnostics == all.diagnostics, "wanted metrics leave the diagnostics as they are");
  for (std::size_t i = 0; i < all.launches.size(); ++i) {
    fuzz::demand(none.launches[i].duration_ns == all.launches[i].duration_ns, "durations are always read");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return fuzz::run(data, size, [](std::string_view text) {
    Metrics const metrics = read_ncu_csv(text, "input");
    check_without_metrics(text, metrics);
    fuzz::use(metrics);
  });
}
