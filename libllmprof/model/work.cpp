// SPDX-License-Identifier: MIT
#include "llmprof/model/work.hpp"

#include <algorithm>

namespace llmprof::inline v0 {
namespace {

void add_new(std::vector<std::string>& names, std::vector<std::string> const& others) {
  for (std::string const& other : others) {
    if (std::find(names.begin(), names.end(), other) == names.end()) names.push_back(other);
  }
}

/// A sum of something unknown is unknown.
void add_known(std::optional<double>& total, std::optional<double> const& part) {
  total = total && part ? std::optional(*total + *part) : std::nullopt;
}

}  // namespace

std::string_view to_string(WorkSource source) noexcept {
  switch (source) {
    case WorkSource::measured: return "measured";
    case WorkSource::model: return "model";
    case WorkSource::mixed: return "measured and model";
  }
  return "unknown";
}

std::optional<double> Work::total_operations() const noexcept {
  if (operations.empty()) return std::nullopt;
  double total = 0;
  for (PathWork const& known : operations) total += known.operations;
  return total;
}

std::optional<double> Work::of(ComputePath path) const noexcept {
  for (PathWork const& known : operations) {
    if (known.path == path) return known.operations;
  }
  return std::nullopt;
}

void Work::add(ComputePath path, double count) {
  auto const place = std::find_if(operations.begin(), operations.end(),
                                  [&](PathWork const& known) { return known.path >= path; });
  if (place != operations.end() && place->path == path) {
    place->operations += count;
  } else {
    operations.insert(place, {path, count});
  }
}

Work sum(Work const& a, Work const& b) {
  Work total = a;
  if (a.source != b.source) total.source = WorkSource::mixed;
  for (PathWork const& known : b.operations) total.add(known.path, known.operations);
  total.at_least = a.at_least || b.at_least;
  add_known(total.dram_bytes, b.dram_bytes);
  add_known(total.seconds, b.seconds);
  add_new(total.metrics, b.metrics);
  add_new(total.missing, b.missing);
  return total;
}

Work scaled(Work work, double times) {
  for (PathWork& known : work.operations) known.operations *= times;
  if (work.dram_bytes) *work.dram_bytes *= times;
  if (work.seconds) *work.seconds *= times;
  return work;
}

}  // namespace llmprof::inline v0
