// SPDX-License-Identifier: MIT
#include "libllmprof/model/name_tokens.hpp"

#include <algorithm>

namespace llmprof::inline v0 {
namespace {

using Kind = NameToken::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Bytes of UTF-8 are part of words: Triton and Julia name kernels as they like.
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t skip_blanks(std::string_view name, std::size_t at) {
  while (at < name.size() && is_blank(name[at])) ++at;
  return at;
}

/// End of the symbol behind the word `operator`: `()`, `[]`, `<<=`, ...; `at` itself if it is a conversion.
std::size_t end_of_symbol(std::string_view name, std::size_t at) {
  if (name.substr(at, 2) == "()" || name.substr(at, 2) == "[]") return at + 2;
  std::size_t end = at;
  while (end < name.size() && end < at + 3 &&
         std::string_view("<>=!+-*/%^&|~,").find(name[end]) != std::string_view::npos)
    ++end;
  // `operator<<int>` is `operator<` with an argument, and `operator< <int>` is written with a blank.
  if (name.substr(at, end - at).find_first_not_of('<') == std::string_view::npos && end > at + 1 &&
      end < name.size() && is_word(name[end]))
    --end;
  return end;
}

NameToken token_at(std::string_view name, std::size_t at) {
  if (name.substr(at, 2) == "::") return {Kind::scope, "::"};
  if (!is_word(name[at])) return {Kind::mark, name.substr(at, 1)};
  std::size_t end = at;
  while (end < name.size() && is_word(name[end])) ++end;
  return {is_digit(name[at]) ? Kind::number : Kind::word, name.substr(at, end - at)};
}

char closing(std::string_view open) {
  if (open.size() != 1) return '\0';
  switch (open.front()) {
    case '<': return '>';
    case '(': return ')';
    case '[': return ']';
    case '{': return '}';
    default: return '\0';
  }
}

}  // namespace

NameTokens tokens_of_name(std::string_view name) {
  NameTokens tokens;
  for (std::size_t at = skip_blanks(name, 0); at < name.size();) {
    NameToken token = token_at(name, at);
    std::size_t end = at + token.text.size();
    if (token.is("operator")) {
      std::size_t const symbol = skip_blanks(name, end);
      end = end_of_symbol(name, symbol);
      if (end > symbol) {
        // `operator ()` and `operator()` are one.
        token = {Kind::op, name.substr(symbol, end - symbol)};
      } else {
        end = at + token.text.size();
      }
    }
    tokens.push_back(token);
    at = skip_blanks(name, end);
  }
  return tokens;
}

std::string text_of(NameTokens const& tokens) {
  std::string text;
  bool after_word = false;
  for (NameToken const& token : tokens) {
    bool const is_word = token.kind == Kind::word || token.kind == Kind::number || token.kind == Kind::op;
    if (is_word && after_word) text += ' ';
    if (token.kind == Kind::op) text += "operator";
    text += token.text;
    after_word = is_word && token.kind != Kind::op;
  }
  return text;
}

std::size_t behind_bracket(NameTokens const& tokens, std::size_t open) noexcept {
  std::string closers;
  std::size_t at = open;
  do {
    NameToken const& token = tokens[at++];
    if (token.kind != Kind::mark) continue;
    if (char const close = closing(token.text); close != '\0') {
      closers += close;
    } else if (auto const match = closers.rfind(token.text.front()); match != std::string::npos) {
      // `(a<b)`: what was opened inside is closed with it; `a->b`: a `>` that closes nothing is no bracket.
      if (token.text.front() != '>' || match + 1 == closers.size()) closers.resize(match);
    }
  } while (at < tokens.size() && !closers.empty());
  return at;
}

}  // namespace llmprof::inline v0
