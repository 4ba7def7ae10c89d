// SPDX-License-Identifier: MIT
#include "libllmprof/support/number.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace llmprof::inline v0 {

std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return std::string(not_available);
  std::array<char, 512> buffer{};  // DBL_MAX has 309 digits before the point
  auto const [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, digits);
  return error == std::errc() ? std::string(buffer.data(), end) : std::string(not_available);
}

std::string fixed(std::optional<double> value, int digits) {
  return value ? fixed(*value, digits) : std::string(not_available);
}

std::string share_text(std::optional<double> share) {
  return share ? percentage(*share, 1) : std::string(not_available);
}

std::string shortest(double value) {
  if (!std::isfinite(value)) return std::string(not_available);
  double const size = std::abs(value);
  bool const readable = value == 0 || (size >= 1e-5 && size < 1e16);  // else an exponent says it better
  std::array<char, 64> buffer{};
  auto const result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    readable ? std::chars_format::fixed : std::chars_format::scientific);
  return {buffer.data(), result.ptr};
}

std::string milliseconds(std::optional<std::int64_t> ns, int digits) {
  return ns ? fixed(static_cast<double>(*ns) / 1e6, digits) : std::string(not_available);
}

std::string milliseconds(std::optional<double> ns, int digits) {
  return ns ? fixed(*ns / 1e6, digits) : std::string(not_available);
}

std::optional<double> ratio(double part, double whole) {
  if (!std::isfinite(part) || !std::isfinite(whole) || whole <= 0) return std::nullopt;
  return part / whole;
}

std::string percentage(double part, double whole) {
  auto const share = ratio(part, whole);
  return share ? fixed(*share * 100, 1) + " %" : std::string(not_available);
}

std::string count_text(std::optional<std::int64_t> value) {
  return value ? std::to_string(*value) : std::string(not_available);
}

std::string count_text(std::optional<std::uint64_t> value) {
  return value ? std::to_string(*value) : std::string(not_available);
}

}  // namespace llmprof::inline v0
