// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace llmprof::inline v0 {

/// A register's worth of bytes: 16 with SSE2, which every x86-64 has, else 8 in an integer.
///
/// Cells are some ten bytes long, too short for memchr to pay off: most are found with one look.
class TextBlock {
 public:
#if defined(__SSE2__)
  static constexpr std::size_t size = 16;
  static constexpr unsigned bits_per_byte = 1;  // of a mask

  explicit TextBlock(char const* from) noexcept
      : bytes_(_mm_loadu_si128(reinterpret_cast<__m128i const*>(from))) {}

  /// A mask with a bit set for each byte that is `c`.
  [[nodiscard]] std::uint64_t matches(char c) const noexcept {
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8(c))));
  }

  /// A mask with a bit set for each byte in which the two differ.
  [[nodiscard]] std::uint64_t differences(TextBlock const& other) const noexcept {
    return 0xFFFFU ^ static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes_, other.bytes_)));
  }

 private:
  __m128i bytes_;
#else
  static constexpr std::size_t size = 8;
  static constexpr unsigned bits_per_byte = 8;

  explicit TextBlock(char const* from) noexcept { std::memcpy(&bytes_, from, sizeof bytes_); }

  /// Bytes behind the first hit may be set as well.
  [[nodiscard]] std::uint64_t matches(char c) const noexcept {
    std::uint64_t const difference = bytes_ ^ (low_bits * static_cast<unsigned char>(c));
    return (difference - low_bits) & ~difference & (low_bits << 7U);
  }

  [[nodiscard]] std::uint64_t differences(TextBlock const& other) const noexcept {
    return bytes_ ^ other.bytes_;
  }

 private:
  static constexpr std::uint64_t low_bits = 0x0101010101010101U;
  std::uint64_t bytes_ = 0;
#endif

 public:
  /// Masks tell the first byte from the others only if the first byte is in their lowest bits.
  static constexpr bool usable = size == 16 || std::endian::native == std::endian::little;

  [[nodiscard]] static std::size_t first(std::uint64_t mask) noexcept {
    return static_cast<std::size_t>(std::countr_zero(mask)) / bits_per_byte;
  }
};

/// Offset of the first of the `Wanted` characters from `position` on; text.size() if there is none.
template <char... Wanted>
[[nodiscard]] inline std::size_t find_any(std::string_view text, std::size_t position) noexcept {
  if constexpr (TextBlock::usable) {
    for (; position + TextBlock::size <= text.size(); position += TextBlock::size) {
      TextBlock const block(text.data() + position);
      std::uint64_t const hits = (block.matches(Wanted) | ...);
      if (hits != 0) return position + TextBlock::first(hits);
    }
  }
  while (position < text.size() && !((text[position] == Wanted) || ...)) ++position;
  return position;
}

/// How many bytes `a` and `b` have in common at their begins.
[[nodiscard]] inline std::size_t common_begin(std::string_view a, std::string_view b) noexcept {
  std::size_t const most = a.size() < b.size() ? a.size() : b.size();
  std::size_t i = 0;
  if constexpr (TextBlock::usable) {
    for (; i + TextBlock::size <= most; i += TextBlock::size) {
      std::uint64_t const other = TextBlock(a.data() + i).differences(TextBlock(b.data() + i));
      if (other != 0) return i + TextBlock::first(other);
    }
  }
  while (i < most && a[i] == b[i]) ++i;
  return i;
}

/// How many lines end in `text`; CRLF is one end. Rows have hardly any, so memchr runs through them at once.
[[nodiscard]] std::uint64_t count_line_ends(std::string_view text) noexcept;

/// Reads the quoted cell at `begin` that has doubled quotes, or text behind its closing quote, which is taken
/// as part of it. @return the offset behind it; npos if the text ends inside it.
[[nodiscard]] std::size_t read_irregular_cell(std::string_view text, std::size_t begin, std::string& into);

}  // namespace llmprof::inline v0
