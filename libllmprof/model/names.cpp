// SPDX-License-Identifier: MIT
#include "libllmprof/model/names.hpp"

#include <initializer_list>

namespace llmprof::inline v0 {
namespace {

template <class Enum>
std::optional<Enum> named(std::string_view name, std::initializer_list<Enum> all) noexcept {
  for (Enum const value : all) {
    if (name == to_string(value)) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_string(MedianKind kind) noexcept {
  switch (kind) {
    case MedianKind::exact: return "exact";
    case MedianKind::histogram: return "histogram";
    case MedianKind::reported: return "reported";
  }
  return "";
}

std::string_view to_string(TokenSource source) noexcept {
  switch (source) {
    case TokenSource::none: return "none";
    case TokenSource::mark: return "mark";
    case TokenSource::payload: return "payload";
    case TokenSource::label: return "label";
    case TokenSource::steps: return "steps";
    case TokenSource::several: return "several";
  }
  return "";
}

std::string_view to_string(MeasuredKind kind) noexcept {
  switch (kind) {
    case MeasuredKind::kernel: return "kernel";
    case MeasuredKind::range: return "range";
    case MeasuredKind::summary: return "summary";
  }
  return "";
}

std::optional<MedianKind> median_kind_named(std::string_view name) noexcept {
  return named(name, {MedianKind::exact, MedianKind::histogram, MedianKind::reported});
}

std::optional<TokenSource> token_source_named(std::string_view name) noexcept {
  return named(name, {TokenSource::none, TokenSource::mark, TokenSource::payload, TokenSource::label,
                      TokenSource::steps, TokenSource::several});
}

std::optional<MeasuredKind> measured_kind_named(std::string_view name) noexcept {
  return named(name, {MeasuredKind::kernel, MeasuredKind::range, MeasuredKind::summary});
}

std::optional<Severity> severity_named(std::string_view name) noexcept {
  return named(name, {Severity::note, Severity::warning, Severity::error});
}

bool is_built_in(Label const& label) noexcept {
  return label.domain == "LLM" &&
         (label.name == "prefill" || label.name == "decode_all" || label.name == "decode_step");
}

}  // namespace llmprof::inline v0
