// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/name_pattern.hpp"

#include <algorithm>

#include "libllmprof/model/name_tokens.hpp"

namespace llmprof::inline v0 {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// `\b`, between the characters before and at `at`.
bool is_boundary(std::string_view text, std::size_t at) {
  bool const before = at > 0 && is_word(text[at - 1]);
  bool const behind = at < text.size() && is_word(text[at]);
  return before != behind;
}

/// Names of other languages hold anything; those of C++ have at least parameters, but for `extern "C"`.
bool is_plain(std::string_view name) { return name.find_first_of("<(: ") == std::string_view::npos; }

/// A canonical number stands for the word, too.
std::string_view as_word(std::string_view number) {
  if (number == "1") return "true";
  if (number == "0") return "false";
  return {};
}

/// The last identifier of `_ZN8cublasLt19splitKreduce_kernelILi32E...`; empty if there is none to be seen.
std::string_view mangled_function(std::string_view mangled) {
  mangled.remove_prefix(2);
  if (mangled.starts_with('N')) mangled.remove_prefix(1);
  std::string_view function;
  while (!mangled.empty() && mangled.front() >= '0' && mangled.front() <= '9') {
    std::size_t size = 0;
    while (!mangled.empty() && mangled.front() >= '0' && mangled.front() <= '9' && size < mangled.size()) {
      size = 10 * size + static_cast<std::size_t>(mangled.front() - '0');
      mangled.remove_prefix(1);
    }
    if (size == 0 || size > mangled.size()) return {};
    function = mangled.substr(0, size);
    mangled.remove_prefix(size);
  }
  return function;
}

std::size_t skip_suffix(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of("uUlL", at), text.size());
}

}  // namespace

NamePattern::NamePattern(KernelName const& name) {
  if (is_plain(name.demangled)) {
    std::string function = function_name(name);
    if (!function.empty()) pieces_.push_back({Piece::Kind::text, std::move(function)});
    return;
  }
  for (NameToken const& token : tokens_of_name(name.without_parameters)) {
    bool const is_number = token.kind == NameToken::Kind::number;
    if (!is_number && token.kind != NameToken::Kind::word && token.kind != NameToken::Kind::op) continue;
    pieces_.push_back({is_number ? Piece::Kind::number : Piece::Kind::text, std::string(token.text)});
  }
}

/// Where the first occurrence ends that begins at `from` or later; npos without one.
std::size_t NamePattern::find_end(Piece const& piece, std::string_view name, std::size_t from) {
  bool const is_number = piece.kind == Piece::Kind::number;
  std::string_view const word = is_number ? as_word(piece.text) : std::string_view();
  for (std::size_t at = from; at < name.size(); ++at) {
    std::string_view const rest = name.substr(at);
    std::size_t size = rest.starts_with(piece.text) ? piece.text.size() : 0;
    if (size == 0 && !word.empty() && rest.starts_with(word)) size = word.size();
    if (size == 0 || (is_word(name[at]) && !is_boundary(name, at))) continue;
    bool const ends_in_word = is_word(name[at + size - 1]);
    std::size_t const end = is_number ? skip_suffix(name, at + size) : at + size;
    if (!ends_in_word || is_boundary(name, end)) return end;
  }
  return std::string_view::npos;
}

bool NamePattern::matches(KernelName const& name) const {
  std::string const text = is_plain(name.demangled) ? function_name(name) : name.demangled;
  std::size_t at = 0;
  for (Piece const& piece : pieces_) {
    at = find_end(piece, text, at);
    if (at == std::string_view::npos) return false;
  }
  return !pieces_.empty();
}

std::string NamePattern::regex() const {
  std::string expression;
  for (Piece const& piece : pieces_) {
    std::string text = escaped_for_kernel_id(piece.text);
    std::string_view const word = piece.kind == Piece::Kind::number ? as_word(piece.text) : "";
    if (!word.empty()) text = "(" + text + "|" + std::string(word) + ")";
    if (is_word(piece.text.front())) text.insert(0, "\\b");
    if (piece.kind == Piece::Kind::number) text += "[uUlL]*";
    if (is_word(piece.text.back())) text += "\\b";
    expression += "(?>.*?" + text + ")";
  }
  return expression;
}

std::string escaped_for_kernel_id(std::string_view text) {
  std::string escaped;
  for (char const c : text) {
    if (c == ':') {
      escaped += "\\x3a";
      continue;
    }
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string function_name(KernelName const& name) {
  if (name.demangled.starts_with("_Z")) return std::string(mangled_function(name.demangled));
  return is_plain(name.demangled) ? name.demangled : name.short_name;
}

}  // namespace llmprof::inline v0
