// SPDX-License-Identifier: MIT
#include <array>
#include <string>
#include <string_view>

#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {
namespace {

/// A spelling of a unit, and what one of it is in the base unit.
struct Scaled {
  std::string_view spelling;
  double factor;
  std::string_view base;
};

constexpr std::array times{
    Scaled{"ns", 1, "ns"},        Scaled{"nsecond", 1, "ns"}, Scaled{"us", 1e3, "ns"},
    Scaled{"usecond", 1e3, "ns"}, Scaled{"ms", 1e6, "ns"},    Scaled{"msecond", 1e6, "ns"},
    Scaled{"s", 1e9, "ns"},       Scaled{"sec", 1e9, "ns"},   Scaled{"second", 1e9, "ns"},
};

/// Units that ncu puts a K, M, G, T or P in front of.
constexpr std::array prefixed{
    Scaled{"byte", 1, "byte"},     Scaled{"B", 1, "byte"},          Scaled{"hz", 1, "hz"},
    Scaled{"Hz", 1, "hz"},         Scaled{"inst", 1, "inst"},       Scaled{"cycle", 1, "cycle"},
    Scaled{"sector", 1, "sector"}, Scaled{"request", 1, "request"}, Scaled{"warp", 1, "warp"},
};

template <std::size_t Size>
Scaled const* lookup(std::array<Scaled, Size> const& table, std::string_view spelling) {
  for (Scaled const& entry : table) {
    if (entry.spelling == spelling) return &entry;
  }
  return nullptr;
}

double prefix_factor(char prefix) {
  switch (prefix) {
    case 'K':
    case 'k': return 1e3;
    case 'M': return 1e6;
    case 'G': return 1e9;
    case 'T': return 1e12;
    case 'P': return 1e15;
    default: return 0;
  }
}

/// `Mbyte` is 10^6 `byte`; what is unknown is one of itself.
Scaled scaled(std::string_view unit) {
  if (Scaled const* const time = lookup(times, unit)) return *time;
  if (Scaled const* const plain = lookup(prefixed, unit)) return *plain;
  if (unit.size() > 1) {
    Scaled const* const stem = lookup(prefixed, unit.substr(1));
    double const factor = prefix_factor(unit.front());
    if (stem != nullptr && factor > 0) return {unit, factor, stem->base};
  }
  return {unit, 1, unit};
}

BaseValue rate_in_base_unit(double value, Scaled const& amount, std::string_view per) {
  Scaled const* const time = lookup(times, per);
  if (time == nullptr) return {value * amount.factor, std::string(amount.base) + '/' + std::string(per)};
  double const per_second = value * amount.factor * (1e9 / time->factor);
  if (amount.base == "cycle") return {per_second, "hz"};
  return {per_second, std::string(amount.base) + "/s"};
}

}  // namespace

std::optional<BaseValue> in_base_unit(Metric const& metric) {
  if (!metric.value) return std::nullopt;
  auto const slash = metric.unit.find('/');
  Scaled const amount = scaled(metric.unit.substr(0, slash));
  if (slash == std::string_view::npos)
    return BaseValue{*metric.value * amount.factor, std::string(amount.base)};
  return rate_in_base_unit(*metric.value, amount, metric.unit.substr(slash + 1));
}

}  // namespace llmprof::inline v0
