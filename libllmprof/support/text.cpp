// SPDX-License-Identifier: MIT
#include "libllmprof/support/text.hpp"

#include <algorithm>

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool between(unsigned char c, unsigned low, unsigned high) { return c >= low && c <= high; }

/// Length that a sequence beginning with `lead` has, 0 if none begins with it.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (between(lead, 0xC2, 0xDF)) return 2;
  if (between(lead, 0xE0, 0xEF)) return 3;
  return between(lead, 0xF0, 0xF4) ? 4 : 0;
}

/// Whether `second` may follow `lead`: overlong forms, surrogates and values above U+10FFFF may not.
bool second_fits(unsigned char lead, unsigned char second) {
  switch (lead) {
    case 0xE0: return between(second, 0xA0, 0xBF);
    case 0xED: return between(second, 0x80, 0x9F);
    case 0xF0: return between(second, 0x90, 0xBF);
    case 0xF4: return between(second, 0x80, 0x8F);
    default: return between(second, 0x80, 0xBF);
  }
}

/// Length of the valid sequence that `text` begins with, 0 if it begins with none.
std::size_t valid_sequence(std::string_view text) {
  auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t const length = sequence_length(byte(0));
  if (length <= 1) return length;
  if (length > text.size() || !second_fits(byte(0), byte(1))) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (!between(byte(i), 0x80, 0xBF)) return 0;
  }
  return length;
}

bool is_control(std::string_view sequence) {
  auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7F;
  return sequence.size() == 2 && byte(0) == 0xC2 && byte(1) < 0xA0;  // C1: some terminals obey them
}

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// Offset of the code point number `count`.
std::size_t offset_of(std::string_view utf8, std::size_t count) {
  std::size_t i = 0;
  for (; i < utf8.size(); ++i) {
    if (starts_code_point(utf8[i]) && count-- == 0) return i;
  }
  return i;
}

template <class Map>
std::string map_sequences(std::string_view text, Map const& map) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t const length = valid_sequence(text);
    out += length == 0 ? replacement : map(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

}  // namespace

std::string repaired_utf8(std::string_view text) {
  return map_sequences(text, [](std::string_view sequence) { return sequence; });
}

std::string one_line(std::string_view text) {
  return map_sequences(text, [](std::string_view sequence) {
    return is_control(sequence) ? std::string_view(" ") : sequence;
  });
}

std::size_t display_width(std::string_view utf8) noexcept {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), starts_code_point));
}

std::string shortened(std::string_view utf8, std::size_t width) {
  std::size_t const size = display_width(utf8);
  if (size <= width) return std::string(utf8);
  std::size_t const kept = width - 3;
  std::size_t const tail = kept / 3;
  std::string out(utf8.substr(0, offset_of(utf8, kept - tail)));
  out += "...";
  out += utf8.substr(offset_of(utf8, size - tail));
  return out;
}

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  auto const begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  auto const tail = [&](unsigned shift) {
    out += static_cast<char>(0x80U | ((code_point >> shift) & 0x3FU));
  };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0U | (code_point >> 6U));
    tail(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0U | (code_point >> 12U));
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0U | (code_point >> 18U));
    tail(12), tail(6), tail(0);
  }
}

namespace {

constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

}  // namespace llmprof::inline v0
