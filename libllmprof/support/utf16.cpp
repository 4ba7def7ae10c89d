// SPDX-License-Identifier: MIT
#include "libllmprof/support/utf16.hpp"

#include <cstdint>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view little_endian_mark = "\xFF\xFE";
constexpr std::string_view big_endian_mark = "\xFE\xFF";
constexpr std::uint32_t replacement = 0xFFFD;

bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// The 16-bit units of the text, one after the other.
class Units {
 public:
  explicit Units(std::string_view bytes)
      : bytes_(bytes.substr(2)), big_endian_(bytes.starts_with(big_endian_mark)) {}

  [[nodiscard]] bool at_end() const { return position_ >= bytes_.size(); }

  [[nodiscard]] std::uint32_t peek() const {
    if (position_ + 1 >= bytes_.size()) return replacement;
    auto const first = static_cast<unsigned char>(bytes_[position_]);
    auto const second = static_cast<unsigned char>(bytes_[position_ + 1]);
    return big_endian_ ? first * 256U + second : second * 256U + first;
  }

  std::uint32_t next() {
    std::uint32_t const unit = peek();
    position_ += 2;
    return unit;
  }

 private:
  std::string_view bytes_;
  bool big_endian_;
  std::size_t position_ = 0;
};

std::uint32_t next_code_point(Units& units) {
  std::uint32_t const unit = units.next();
  if (is_low_surrogate(unit)) return replacement;
  if (!is_high_surrogate(unit)) return unit;
  if (units.at_end() || !is_low_surrogate(units.peek())) return replacement;
  return 0x10000 + ((unit - 0xD800) << 10) + (units.next() - 0xDC00);
}

}  // namespace

bool is_utf16(std::string_view bytes) noexcept {
  return bytes.starts_with(little_endian_mark) || bytes.starts_with(big_endian_mark);
}

std::string utf8_from_utf16(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() / 2);
  Units units(bytes);
  while (!units.at_end()) append_utf8(out, next_code_point(units));
  return out;
}

}  // namespace llmprof::inline v0
