// SPDX-License-Identifier: MIT
#include "llmprof/model/collection_cost.hpp"

#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {

std::string comparison_text(CollectionCost const& cost) {
  if (!cost.without_wall_ns) return {};
  auto const without = static_cast<double>(*cost.without_wall_ns);
  auto const with = static_cast<double>(cost.workload_wall_ns);
  auto const added = ratio(with - without, without);
  return "without collection " + fixed(without / 1e9, 3) + " s, with " + fixed(with / 1e9, 3) + " s: " +
         (added ? (*added < 0 ? "" : "+") + fixed(*added * 100, 1) + " %" : std::string(not_available));
}

}  // namespace llmprof::inline v0
