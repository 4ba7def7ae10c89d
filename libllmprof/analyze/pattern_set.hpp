// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

/// Many small patterns, looked for in one pass over a text, whatever their number.
///
/// A pattern is a piece of text, found anywhere, whatever its case (ASCII). A `^` in front or a `$` behind
/// ties it to the begin or the end of the text, a `.` there to the edge of a word: words are made of letters
/// and digits alone, so `.rope.` finds `apply_rope_kernel`, but not `europe`.
///
/// Patterns are added, then compile() is called once, then texts are searched: from several threads, if need
/// be. A search takes one step a character and one a match.
class PatternSet {
 public:
  /// @return the number of the pattern, the same for the same pattern.
  /// @throws InvalidArgument if there is no text in it, or if the patterns are too many or too long together
  /// (65,536 characters).
  std::uint32_t add(std::string_view pattern);
  void compile();

  [[nodiscard]] std::size_t size() const noexcept { return patterns_.size(); }
  /// One flag a pattern: whether it is in the text.
  [[nodiscard]] std::vector<bool> find(std::string_view text) const;

 private:
  enum class Tie : std::uint8_t { none, word, text };
  struct Pattern {
    std::string text;  ///< In lower case.
    Tie front = Tie::none;
    Tie behind = Tie::none;
    friend bool operator==(Pattern const&, Pattern const&) = default;
  };
  struct Node {
    std::uint32_t shorter = 0;        ///< The longest end of this text that is a begin of a pattern, too.
    std::uint32_t with_match = 0;     ///< The nearest such text at which a pattern ends; 0 for none.
    std::vector<std::uint32_t> ends;  ///< Patterns that end here.
  };

  [[nodiscard]] static Pattern parse(std::string_view pattern);
  [[nodiscard]] static bool is_tied(Tie tie, std::string_view text, std::size_t at);
  [[nodiscard]] std::uint32_t& next(std::uint32_t node, std::uint8_t symbol) {
    return next_[node * symbol_count_ + symbol];
  }
  void number_symbols();
  void grow(std::uint32_t pattern);
  void link();

  std::vector<Pattern> patterns_;
  std::size_t characters_ = 0;
  std::array<std::uint8_t, 256> symbols_{};  ///< 0 for what is in no pattern.
  std::size_t symbol_count_ = 1;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> next_;  ///< nodes x symbols.
};

}  // namespace llmprof::inline v0
