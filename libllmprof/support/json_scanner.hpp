// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "libllmprof/support/block_source.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

/// Text that stops being JSON, or stops.
class JsonBreak : public Error {
 public:
  JsonBreak(std::uint64_t offset, std::string const& what) : Error(what), offset_(offset) {}

  /// Number of bytes before the place.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

 private:
  std::uint64_t offset_;
};

/// Reads JSON in one pass, block by block: the caller says what it expects next and skips what it does not
/// want.
///
/// Takes what profilers write beside JSON proper: bare words (NaN, Infinity, N/A), control characters in
/// strings, a comma before a closing bracket. Strings and scalars come as they are written: numbers are not
/// converted, escapes stay.
///
/// A view that it gives is valid until the next call, keys until their value is read. Every function throws
/// JsonBreak where the text is not what is asked for, ends, nests deeper than 256 levels, or has a string of
/// more than 16 MiB; after that the scanner is of no use.
class JsonScanner {
 public:
  explicit JsonScanner(BlockSource& source);

  /// The first character of the next value or mark.
  [[nodiscard]] char peek() {
    while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
    return position_ < text_.size() ? text_[position_] : peek_further();
  }

  /// Goes through an object: `use` is called with each key, and must read or skip the value.
  template <class Use>
  void members(Use const& use) {
    open('{');
    for (bool first = true; has_next('}', first); first = false) use(key());
  }

  /// Goes through an array: `use` must read or skip one value.
  template <class Use>
  void elements(Use const& use) {
    open('[');
    for (bool first = true; has_next(']', first); first = false) use();
  }

  /// A string without its quotes, or the text of a number or a bare word.
  [[nodiscard]] std::string_view text() { return peek() == '"' ? string() : scalar(); }
  [[nodiscard]] std::string_view string();
  [[nodiscard]] std::string_view scalar();

  void skip();

  /// Throws unless nothing but blanks follows.
  void expect_end();

  /// Where the scanner is.
  [[nodiscard]] std::uint64_t offset() const noexcept { return before_ + position_; }

 private:
  static bool is_blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

  void open(char bracket);
  [[nodiscard]] bool has_next(char close, bool first);
  [[nodiscard]] std::string_view key();
  char peek_further();
  [[nodiscard]] bool read_more();
  [[nodiscard]] std::string_view token() const noexcept {
    return std::string_view(text_).substr(token_, token_size_);
  }
  [[noreturn]] void fail(std::string const& expected) const;
  [[noreturn]] void fail_at_end() const;

  BlockSource& source_;
  std::string text_;          // from the last token on
  std::uint64_t before_ = 0;  // bytes before text_
  std::size_t position_ = 0;  // in text_
  std::size_t token_ = 0;     // in text_: the last token, which stays when more is read
  std::size_t token_size_ = 0;
  unsigned depth_ = 0;
};

/// The text of a string with its escapes resolved; halves of surrogate pairs become U+FFFD.
[[nodiscard]] std::string unescaped(std::string_view string);

}  // namespace llmprof::inline v0
