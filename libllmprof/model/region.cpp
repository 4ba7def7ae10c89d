// SPDX-License-Identifier: MIT
#include "llmprof/model/region.hpp"

#include <algorithm>
#include <array>

#include "libllmprof/support/sha256.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::array<std::string_view, 3> amounts_of_work{"byte", "inst", "cycle"};

bool is_rate_or_share(std::string_view name, std::string_view unit) {
  return unit == "%" || unit == "hz" || unit.find('/') != std::string_view::npos ||
         name.find(".pct") != std::string_view::npos || name.find(".ratio") != std::string_view::npos ||
         name.find(".per_second") != std::string_view::npos || name.find(".peak") != std::string_view::npos;
}

bool is_amount(std::string_view unit) {
  return std::find(amounts_of_work.begin(), amounts_of_work.end(), unit) != amounts_of_work.end();
}

/// What a launch was given, not what it did: `launch__registers_per_thread`, `device__attribute_...`.
bool is_setting(std::string_view name) {
  return name.starts_with("launch__") || name.starts_with("device__") || name.starts_with("profiler__");
}

constexpr std::size_t most_bytes = 100;
constexpr std::size_t digits = 20;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '@' || c == '-';
}

/// `...-0123456789abcdef0123`: only paths that are not their own name end so.
bool ends_like_digest(std::string_view text) {
  if (text.size() <= digits || text[text.size() - digits - 1] != '-') return false;
  return text.find_first_not_of("0123456789abcdef", text.size() - digits) == std::string_view::npos;
}

/// Names of files that lie beside the folders begin with `report.`.
bool is_own_name(std::string_view path) {
  bool const plain = std::all_of(path.begin(), path.end(), [](char c) { return is_plain(c) || c == '/'; });
  return plain && !path.empty() && path.size() <= most_bytes && path.front() != '.' && path.front() != '-' &&
         path.back() != '.' && !path.starts_with("report.") && !ends_like_digest(path);
}

/// What is plain of it; a run of anything else becomes one `_`.
std::string readable(std::string_view path) {
  std::string text;
  for (char const c : path) {
    if (is_plain(c) && !(text.empty() && (c == '.' || c == '-'))) {
      text += c;
    } else if (!text.ends_with('_')) {
      text += '_';
    }
    if (text.size() == most_bytes - digits - 1) break;
  }
  return text == "_" || text.empty() ? "region" : text;
}

}  // namespace

std::string_view to_string(RegionReplay replay) noexcept {
  switch (replay) {
    case RegionReplay::unknown: return "";
    case RegionReplay::kernel: return "kernel";
    case RegionReplay::application: return "application";
    case RegionReplay::range: return "range";
    case RegionReplay::app_range: return "app-range";
  }
  return "";
}

std::string_view to_string(RegionRows rows) noexcept {
  return rows == RegionRows::kernels ? "kernels" : "ranges";
}

std::string_view to_string(Aggregation aggregation) noexcept {
  switch (aggregation) {
    case Aggregation::sum: return "sum";
    case Aggregation::time_mean: return "time_mean";
    case Aggregation::minimum: return "min";
    case Aggregation::maximum: return "max";
    case Aggregation::none: return "none";
  }
  return "";
}

Aggregation aggregation_of(std::string_view name, std::string_view unit) noexcept {
  if (is_setting(name)) return Aggregation::none;
  if (is_rate_or_share(name, unit)) return Aggregation::time_mean;
  if (name.ends_with(".sum")) return Aggregation::sum;
  if (name.ends_with(".min")) return Aggregation::minimum;
  if (name.ends_with(".max")) return Aggregation::maximum;
  if (name.ends_with(".avg") && is_amount(unit)) return Aggregation::sum;
  if (name == "Duration" && unit == "ns") return Aggregation::sum;  // of the details page
  return Aggregation::none;
}

std::optional<std::string> Region::parent() const {
  if (path.size() < 2) return std::nullopt;
  return to_string(std::vector<Label>(path.begin(), path.end() - 1));
}

Region const* RegionScope::find(std::vector<Label> const& path) const noexcept {
  auto const found =
      std::find_if(regions.begin(), regions.end(), [&](Region const& region) { return region.path == path; });
  return found == regions.end() ? nullptr : &*found;
}

std::string region_folder(std::string_view path) {
  if (is_own_name(path)) {
    std::string name(path);
    std::replace(name.begin(), name.end(), '/', '+');
    return name;
  }
  Sha256 digest;
  digest.update(path);
  return readable(path) + '-' + digest.hex_digest().substr(0, digits);
}

}  // namespace llmprof::inline v0
