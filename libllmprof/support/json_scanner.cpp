// SPDX-License-Identifier: MIT
#include "libllmprof/support/json_scanner.hpp"

#include <algorithm>
#include <array>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t longest_token = std::size_t{16} << 20;
constexpr unsigned deepest = 256;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Characters of numbers and bare words: NaN, -Infinity, N/A, 1e+15.
constexpr bool is_scalar_character(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' ||
         c == '.' || c == '/' || c == '_';
}

std::string shown(char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  auto const byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte < 0x7f) return std::string("'") + c + "'";
  return std::string("byte 0x") + digits[byte >> 4U] + digits[byte & 15U];
}

}  // namespace

JsonScanner::JsonScanner(BlockSource& source) : source_(source) {
  while (text_.size() < byte_order_mark.size() && read_more()) {
  }
  if (text_.starts_with(byte_order_mark)) position_ = byte_order_mark.size();
}

/// Drops what was used and appends a block. @return false at the end.
bool JsonScanner::read_more() {
  std::string_view const block = source_.next();
  if (block.empty()) return false;
  std::size_t const kept = std::min(position_, token_);
  text_.erase(0, kept);
  before_ += kept;
  position_ -= kept;
  token_ -= kept;
  if (text_.size() > longest_token) throw JsonBreak(offset(), "a string of more than 16 MiB");
  text_.append(block);
  return true;
}

char JsonScanner::peek_further() {
  while (read_more()) {
    while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
    if (position_ < text_.size()) return text_[position_];
  }
  fail_at_end();
}

void JsonScanner::open(char bracket) {
  if (peek() != bracket) fail(shown(bracket));
  if (++depth_ > deepest) throw JsonBreak(offset(), "it nests deeper than 256 levels");
  ++position_;
}

bool JsonScanner::has_next(char close, bool first) {
  char next = peek();
  if (!first && next != close) {
    if (next != ',') fail("',' or " + shown(close));
    ++position_;
    next = peek();
  }
  if (next != close) return true;
  ++position_;
  --depth_;
  return false;
}

std::string_view JsonScanner::key() {
  if (peek() != '"') fail("a name in quotes");
  static_cast<void>(string());
  if (peek() != ':') fail("':'");
  ++position_;
  static_cast<void>(peek());  // so that looking at the value does not move the name
  return token();
}

std::string_view JsonScanner::string() {
  if (peek() != '"') fail("a string");
  token_ = ++position_;
  for (;;) {
    char const* const begin = text_.data();
    char const* const end = begin + text_.size();
    char const* at = begin + position_;
    while (at < end && *at != '"' && *at != '\\') ++at;
    position_ = static_cast<std::size_t>(at - begin);
    bool const is_escape = at < end && *at == '\\';
    if (at == end || (is_escape && at + 1 == end)) {
      if (!read_more()) fail_at_end();
    } else if (is_escape) {
      position_ += 2;
    } else {
      token_size_ = position_ - token_;
      ++position_;
      return token();
    }
  }
}

std::string_view JsonScanner::scalar() {
  token_ = (static_cast<void>(peek()), position_);
  do {
    while (position_ < text_.size() && is_scalar_character(text_[position_])) ++position_;
  } while (position_ == text_.size() && read_more());
  token_size_ = position_ - token_;
  if (token_size_ == 0) fail("a value");
  return token();
}

void JsonScanner::skip() {
  switch (peek()) {
    case '{': return members([this](std::string_view) { skip(); });
    case '[': return elements([this] { skip(); });
    default: static_cast<void>(text());
  }
}

void JsonScanner::expect_end() {
  while (position_ < text_.size() || read_more()) {
    for (; position_ < text_.size(); ++position_) {
      if (!is_blank(text_[position_])) throw JsonBreak(offset(), "more follows the end of the JSON");
    }
    token_ = position_;
  }
  if (auto const fault = source_.fault(); !fault.empty()) throw JsonBreak(offset(), fault);
}

void JsonScanner::fail(std::string const& expected) const {
  throw JsonBreak(offset(), "expected " + expected + ", found " + shown(text_[position_]));
}

void JsonScanner::fail_at_end() const {
  auto const fault = source_.fault();
  throw JsonBreak(before_ + text_.size(), fault.empty() ? "the text ends in the middle" : fault);
}

namespace {

constexpr char32_t no_code = 0xffffffff;

/// The four hexadecimal digits behind `\u`.
char32_t hexadecimal(std::string_view digits) {
  if (digits.size() < 4) return no_code;
  char32_t code = 0;
  for (char const c : digits.substr(0, 4)) {
    constexpr std::string_view known = "0123456789abcdefABCDEF";
    auto const digit = known.find(c);
    if (digit == std::string_view::npos) return no_code;
    code = code * 16 + static_cast<char32_t>(digit < 16 ? digit : digit - 6);
  }
  return code;
}

/// Resolves `\uXXXX`, of which `rest` holds what follows the `u`. @return how much of it was used.
std::size_t append_unicode(std::string& out, std::string_view rest) {
  constexpr char32_t replacement = 0xfffd;
  char32_t const code = hexadecimal(rest);
  if (code == no_code) return append_utf8(out, replacement), 0;
  bool const is_high = code >= 0xd800 && code < 0xdc00;
  if (is_high && rest.substr(4).starts_with("\\u")) {
    char32_t const low = hexadecimal(rest.substr(6));
    if (low >= 0xdc00 && low < 0xe000) {
      return append_utf8(out, 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00)), 10;
    }
  }
  bool const is_half = code >= 0xd800 && code < 0xe000;
  return append_utf8(out, is_half ? replacement : code), 4;
}

}  // namespace

std::string unescaped(std::string_view string) {
  std::string out;
  out.reserve(string.size());
  for (std::size_t i = 0; i < string.size(); ++i) {
    if (string[i] != '\\' || i + 1 == string.size()) {
      out += string[i];
      continue;
    }
    constexpr std::string_view names = "bfnrt";
    constexpr std::string_view meanings = "\b\f\n\r\t";
    char const escape = string[++i];
    if (escape == 'u') {
      i += append_unicode(out, string.substr(i + 1));
    } else {
      auto const known = names.find(escape);
      out += known == std::string_view::npos ? escape : meanings[known];
    }
  }
  return out;
}

}  // namespace llmprof::inline v0
