// SPDX-License-Identifier: MIT
#include "libllmprof/model/kernel_records.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

template <class Number, class Pick>
std::optional<Number> pick(std::optional<Number> a, std::optional<Number> b, Pick pick_one) {
  if (!a || !b) return std::nullopt;
  return pick_one(*a, *b);
}

/// Standard deviation of two samples put together.
std::optional<double> pooled_stddev(KernelRecord const& a, KernelRecord const& b) {
  bool const known = a.mean_ns && b.mean_ns && (a.stddev_ns || a.calls == 1) && (b.stddev_ns || b.calls == 1);
  if (!known) return std::nullopt;
  auto const n_a = static_cast<double>(a.calls);
  auto const n_b = static_cast<double>(b.calls);
  double const s_a = a.stddev_ns.value_or(0);
  double const s_b = b.stddev_ns.value_or(0);
  double const distance = *a.mean_ns - *b.mean_ns;
  double const squares =
      (n_a - 1) * s_a * s_a + (n_b - 1) * s_b * s_b + distance * distance * n_a * n_b / (n_a + n_b);
  return std::sqrt(squares / (n_a + n_b - 1));
}

/// @throws Error if the sums do not fit.
void merge(KernelRecord& into, KernelRecord const& other) {
  into.stddev_ns = pooled_stddev(into, other);
  add_known(into.total_ns, other.total_ns);
  into.min_ns = pick(into.min_ns, other.min_ns, [](auto a, auto b) { return std::min(a, b); });
  into.max_ns = pick(into.max_ns, other.max_ns, [](auto a, auto b) { return std::max(a, b); });
  add_checked(into.calls, other.calls);
  into.median_ns.reset();
  into.mean_ns.reset();
  into.mean_ns = mean_of(into);
}

}  // namespace

void KernelRecords::add(KernelRecord record) {
  auto const [entry, is_new] = known_.try_emplace({record.name, record.device}, records_.size());
  if (is_new) {
    records_.push_back(std::move(record));
    return;
  }
  merge(records_[entry->second], record);
  ++merged_;
}

}  // namespace llmprof::inline v0
