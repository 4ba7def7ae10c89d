// SPDX-License-Identifier: MIT
#include "llmprof/model/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace llmprof::inline v0 {
namespace {

double const log_growth = std::log(Histogram::growth);

std::uint32_t bucket_of(std::int64_t duration_ns) {
  if (duration_ns <= 0) return 0;
  return 1 + static_cast<std::uint32_t>(std::log(static_cast<double>(duration_ns)) / log_growth);
}

double middle_of(std::uint32_t bucket) {
  return bucket == 0 ? 0.0 : std::pow(Histogram::growth, static_cast<double>(bucket) - 0.5);
}

}  // namespace

void Histogram::add(std::int64_t duration_ns, std::uint64_t count) {
  add_bucket(bucket_of(duration_ns), count);
}

void Histogram::add_bucket(std::uint32_t bucket, std::uint64_t count) {
  if (count == 0) return;
  buckets_[bucket] += count;
  count_ += count;
}

void Histogram::merge(Histogram const& other) {
  for (auto const& [bucket, count] : other.buckets_) add_bucket(bucket, count);
}

std::optional<double> Histogram::quantile(double q) const {
  if (count_ == 0) return std::nullopt;
  auto const rank = static_cast<std::uint64_t>(std::clamp(q, 0.0, 1.0) * static_cast<double>(count_ - 1));
  std::uint64_t below = 0;
  for (auto const& [bucket, count] : buckets_) {
    below += count;
    if (below > rank) return middle_of(bucket);
  }
  return middle_of(buckets_.rbegin()->first);
}

}  // namespace llmprof::inline v0
