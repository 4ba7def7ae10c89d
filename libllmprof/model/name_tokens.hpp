// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

/// A piece of a C++ name.
struct NameToken {
  enum class Kind : unsigned char {
    word,    ///< An identifier, or a keyword.
    number,  ///< `4`, `2ul`
    op,      ///< A function name like `operator()`; never taken apart.
    scope,   ///< `::`
    mark,    ///< One of `<>()[]{},*&#` and whatever else there is.
  };
  Kind kind;
  std::string_view text;  ///< A piece of the name, or a literal.

  [[nodiscard]] bool is(std::string_view wanted) const noexcept { return text == wanted; }
};

using NameTokens = std::vector<NameToken>;

/// Cuts a name into tokens; blanks are gone. The tokens are views into `name`.
[[nodiscard]] NameTokens tokens_of_name(std::string_view name);

/// Puts tokens together again, with a blank only where two words would run together.
[[nodiscard]] std::string text_of(NameTokens const& tokens);

/// Place behind the bracket that closes the one at `open`, or the end. Knows `<>`, `()`, `[]` and `{}`.
[[nodiscard]] std::size_t behind_bracket(NameTokens const& tokens, std::size_t open) noexcept;

}  // namespace llmprof::inline v0
