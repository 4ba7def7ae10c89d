// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Durations in logarithmic buckets: any quantile with at most 1 % relative error, in a few hundred numbers.
///
/// Bucket 0 holds durations of 0 ns and less; bucket i > 0 holds [g^(i-1), g^i) ns with g = 1.02, and stands
/// for the geometric mean of its borders, which is at most 1 % away from anything inside. Two histograms add
/// up exactly.
class Histogram {
 public:
  static constexpr double growth = 1.02;

  void add(std::int64_t duration_ns, std::uint64_t count = 1);
  void merge(Histogram const& other);

  /// The value below which `q` (0..1) of the durations lie, in ns; absent if the histogram is empty.
  [[nodiscard]] std::optional<double> quantile(double q) const;

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::map<std::uint32_t, std::uint64_t> const& buckets() const noexcept { return buckets_; }

  /// Puts `count` durations into a bucket directly: for readers of stored histograms.
  void add_bucket(std::uint32_t bucket, std::uint64_t count);

  friend bool operator==(Histogram const&, Histogram const&) = default;

 private:
  std::map<std::uint32_t, std::uint64_t> buckets_;
  std::uint64_t count_ = 0;
};

}  // namespace v0
}  // namespace llmprof
