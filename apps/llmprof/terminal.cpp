// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <ostream>
#include <utility>

namespace llmprof::cli {
namespace {

/// One code point at the begin of a text.
struct CodePoint {
  std::size_t size = 0;  ///< In bytes; 0 if the text begins with none.
  std::uint32_t value = 0;
};

/// Strict, as terminals differ in what they make of overlong forms.
CodePoint first_code_point(std::string_view text) {
  auto const lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {1, lead};
  auto const ones = static_cast<std::size_t>(std::countl_one(lead));
  if (ones < 2 || ones > 4 || ones > text.size()) return {};
  std::uint32_t value = lead & (0x7FU >> ones);
  for (std::size_t i = 1; i < ones; ++i) {
    auto const byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return {};
    value = (value << 6U) | (byte & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  bool const is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < smallest[ones] || value > 0x10FFFF || is_surrogate) return {};
  return {ones, value};
}

bool is_control(std::uint32_t value) { return value < 0x20 || (value >= 0x7F && value < 0xA0); }

void append_escaped(std::string& out, std::uint32_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\x";
  out += digits[(value >> 4U) & 0xFU];
  out += digits[value & 0xFU];
}

}  // namespace

std::string harmless(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    auto const [size, value] = first_code_point(text);
    if (size == 0) {
      append_escaped(out, static_cast<unsigned char>(text.front()));
    } else if (value == '\n' || value == '\r') {
      out += ' ';
    } else if (is_control(value)) {
      append_escaped(out, value);
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

void Terminal::show(Diagnostics const& diagnostics) {
  if (quiet_) return;
  for (Diagnostic const& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::note) continue;
    err_ << "llmprof: " << to_string(diagnostic.severity) << ": ";
    if (!diagnostic.source.empty()) {
      err_ << harmless(diagnostic.source);
      if (diagnostic.line) err_ << ':' << *diagnostic.line;
      err_ << ": ";
    }
    err_ << harmless(diagnostic.text) << '\n';
  }
}

void Terminal::say(std::string const& text) {
  if (!quiet_) err_ << harmless(text) << '\n';
}

Progress Terminal::progress(std::string what) {
  if (quiet_ || isatty(STDERR_FILENO) == 0) return {};
  using Clock = std::chrono::steady_clock;
  return [this, what = std::move(what),
          next = Clock::now() + std::chrono::milliseconds(500)](double share) mutable {
    if (Clock::now() < next) return;
    next = Clock::now() + std::chrono::milliseconds(100);
    drawn_ = true;
    err_ << '\r' << what << ' ' << static_cast<int>(share * 100) << " %\033[K" << std::flush;
  };
}

void Terminal::end_progress() {
  if (std::exchange(drawn_, false)) err_ << "\r\033[K" << std::flush;
}

std::size_t terminal_width() {
  winsize size{};
  constexpr std::size_t not_a_terminal =
      140;  // a table is for people, wherever it ends up; CSV and JSON cut nothing
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return not_a_terminal;
  }
  return size.ws_col;
}

}  // namespace llmprof::cli
