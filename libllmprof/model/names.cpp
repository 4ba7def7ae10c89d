// SPDX-License-Identifier: MIT
#include "libllmprof/model/names.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(MedianKind kind) noexcept {
  switch (kind) {
    case MedianKind::exact: return "exact";
    case MedianKind::histogram: return "histogram";
    case MedianKind::reported: return "reported";
  }
  return "";
}

std::optional<MedianKind> median_kind_named(std::string_view name) noexcept {
  for (auto const kind : {MedianKind::exact, MedianKind::histogram, MedianKind::reported}) {
    if (name == to_string(kind)) return kind;
  }
  return std::nullopt;
}

std::optional<Severity> severity_named(std::string_view name) noexcept {
  for (auto const severity : {Severity::note, Severity::warning, Severity::error}) {
    if (name == to_string(severity)) return severity;
  }
  return std::nullopt;
}

}  // namespace llmprof::inline v0
