// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// A computed figure, or the reason why there is none. Counts of bytes, FLOPs and parameters are whole
/// numbers and exact below 2^53.
struct Figure {
  std::optional<double> value;
  std::string reason;  ///< Why it is absent; empty if it is there.

  Figure() = default;
  Figure(double known) : value(known) {}  // NOLINT(google-explicit-constructor): a number is a figure
  [[nodiscard]] static Figure absent(std::string why) {
    Figure figure;
    figure.reason = std::move(why);
    return figure;
  }

  explicit operator bool() const noexcept { return value.has_value(); }
  double operator*() const noexcept { return *value; }

  friend bool operator==(Figure const&, Figure const&) = default;
};

}  // namespace v0
}  // namespace llmprof
