// SPDX-License-Identifier: MIT
#include "llmprof/model/kernel_name.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "libllmprof/model/demangle.hpp"
#include "libllmprof/model/name_tokens.hpp"
#include "libllmprof/model/printed_name.hpp"

namespace llmprof::inline v0 {
namespace {

using Kind = NameToken::Kind;

void erase_all(std::string& text, std::string_view part) {
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Older ncu cut the bracket in front of `<unnamed>::`: in `f<unnamed>::G>` the `<` is that of the arguments.
void erase_unnamed(std::string& text) {
  constexpr std::string_view unnamed = "unnamed>::";
  std::string out;
  std::size_t from = 0;
  for (auto at = text.find(unnamed); at != std::string::npos; at = text.find(unnamed, from)) {
    bool const has_bracket = at > from && text[at - 1] == '<';
    bool const is_own = has_bracket && (at < 2 || !is_word(text[at - 2]));
    out.append(text, from, at - from - (is_own ? 1 : 0));
    from = at + unnamed.size();
  }
  text = out.append(text, from);
}

/// Takes out unnamed namespaces as each tool writes them.
std::string without_unnamed(std::string_view printed) {
  std::string name(printed);
  erase_all(name, "(anonymous namespace)::");
  erase_unnamed(name);
  return name;
}

bool is_qualifier(NameToken const& token) {
  constexpr std::array words{"const",  "volatile", "__restrict__", "__restrict",
                             "struct", "class",    "enum",         "typename"};
  return token.kind == Kind::word &&
         std::any_of(words.begin(), words.end(), [&](auto word) { return token.is(word); });
}

/// `4u`, `2ul`, `-1LL`: without the suffix.
std::string_view without_suffix(std::string_view number) {
  if (number.starts_with("0x")) return number;
  auto const last = number.find_last_not_of("uUlL");
  return last == std::string_view::npos ? number : number.substr(0, last + 1);
}

/// Builds the canonical form, token by token.
class Canonical {
 public:
  explicit Canonical(NameTokens const& tokens) : tokens_(tokens) {}

  NameTokens build() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) add(tokens_[at_]);
    return std::move(out_);
  }

 private:
  void add(NameToken const& token) {
    switch (token.kind) {
      case Kind::scope: return drop_namespace();
      case Kind::number: return add_number(token);
      case Kind::word: return add_word(token);
      case Kind::mark:
        if (add_lambda()) return;
        break;
      case Kind::op: break;
    }
    out_.push_back(token);
  }

  /// `at::native::f` is `f`; what hangs on a template, a function or a lambda stays: `A<int>::B`.
  void drop_namespace() {
    if (out_.empty()) return;
    NameToken const& before = out_.back();
    if (before.kind == Kind::word) {
      out_.pop_back();
    } else if (before.is(">") || before.is(")") || before.is("}") || before.kind == Kind::op) {
      out_.push_back({Kind::scope, "::"});
    }
  }

  void add_word(NameToken const& token) {
    if (is_qualifier(token) || is_return_type(token)) return;
    if (token.is("true")) return add_number({Kind::number, "1"});
    if (token.is("false")) return add_number({Kind::number, "0"});
    out_.push_back(token);
  }

  /// `void f<int>`: NVIDIA's demangler prints it for template arguments, that of GCC does not.
  [[nodiscard]] bool is_return_type(NameToken const& token) const {
    if (!token.is("void") || at_ + 1 == tokens_.size()) return false;
    NameToken const& next = tokens_[at_ + 1];
    return next.kind == Kind::word || next.kind == Kind::scope || next.kind == Kind::op;
  }

  void add_number(NameToken const& token) {
    bool const is_negative = !out_.empty() && out_.back().is("-");
    if (is_negative) out_.pop_back();
    drop_cast();
    if (is_negative) out_.push_back({Kind::mark, "-"});
    out_.push_back({Kind::number, without_suffix(token.text)});
  }

  /// `(unsigned long)2` as a template argument is `2`.
  void drop_cast() {
    if (out_.empty() || !out_.back().is(")")) return;
    std::size_t open = out_.size() - 1;
    while (open > 0 && !out_[open].is("(")) --open;
    if (open > 0 && (out_[open - 1].is("<") || out_[open - 1].is(","))) out_.resize(open);
  }

  /// `[lambda(int) (instance 1)]` becomes `{lambda(int)#1}`, as GCC writes it.
  bool add_lambda() {
    if (!tokens_[at_].is("[") || at_ + 2 >= tokens_.size() || !tokens_[at_ + 1].is("lambda") ||
        !tokens_[at_ + 2].is("("))
      return false;
    std::size_t const end = behind_bracket(tokens_, at_);
    std::size_t const instance = behind_bracket(tokens_, at_ + 2);
    if (instance + 5 != end || !tokens_[instance + 1].is("instance")) return false;
    out_.push_back({Kind::mark, "{"});
    for (++at_; at_ < instance; ++at_) add(tokens_[at_]);
    out_.insert(out_.end(), {{Kind::mark, "#"}, tokens_[instance + 2], {Kind::mark, "}"}});
    at_ = end - 1;
    return true;
  }

  NameTokens const& tokens_;
  std::size_t at_ = 0;
  NameTokens out_;
};

/// Where the parameters of the function begin: the first `(` that is in no other bracket; the end without
/// one.
std::size_t begin_of_parameters(NameTokens const& tokens) {
  std::size_t at = 0;
  while (at < tokens.size() && !tokens[at].is("(")) {
    bool const is_open = tokens[at].is("<") || tokens[at].is("{") || tokens[at].is("[");
    at = is_open ? behind_bracket(tokens, at) : at + 1;
  }
  return at;
}

bool ends_type(NameToken const& token) {
  return token.kind == Kind::word || token.is(">") || token.is("*") || token.is("&");
}

/// Where the function's name begins, behind its return type: `enable_if<!T7,void>::type kernel<int>`.
std::size_t begin_of_function(NameTokens const& tokens) {
  std::size_t const end = begin_of_parameters(tokens);
  std::size_t begin = 0;
  for (std::size_t at = 0; at < end;) {
    bool const begins = tokens[at].kind == Kind::word || tokens[at].kind == Kind::op;
    if (at > 0 && begins && ends_type(tokens[at - 1])) begin = at;
    at = tokens[at].is("<") || tokens[at].is("{") ? behind_bracket(tokens, at) : at + 1;
  }
  return begin;
}

/// Without the parameters of functions, but with those of lambdas, which tell them apart.
NameTokens without_parameters(NameTokens const& tokens) {
  NameTokens out;
  for (std::size_t at = 0; at < tokens.size();) {
    bool const has_function_before =
        at > 0 && tokens[at].is("(") && !tokens[at - 1].is("lambda") &&
        (tokens[at - 1].kind == Kind::word || tokens[at - 1].kind == Kind::op || tokens[at - 1].is(">"));
    if (has_function_before) {
      at = behind_bracket(tokens, at);
    } else {
      out.push_back(tokens[at++]);
    }
  }
  return out;
}

/// The last part of the function's name: `f` of `f<int>`, `Params` of `A<int>::Params`.
std::string short_name_of(NameTokens const& function) {
  std::size_t last = function.size();
  for (std::size_t at = 0; at < function.size();) {
    if (function[at].kind == Kind::word || function[at].kind == Kind::op) last = at;
    at = function[at].is("<") || function[at].is("{") ? behind_bracket(function, at) : at + 1;
  }
  return last < function.size() ? text_of({function[last]}) : text_of(function);
}

/// Only C++ is taken apart; other languages' names may hold anything.
bool is_function_name(NameTokens const& tokens) {
  return std::any_of(tokens.begin(), tokens.end(),
                     [](NameToken const& token) { return token.kind == Kind::word; });
}

}  // namespace

KernelName parse_kernel_name(std::string_view printed) {
  KernelName name;
  name.demangled = demangled_kernel_name(without_range(printed));
  std::string const text = without_unnamed(name.demangled);
  NameTokens tokens = Canonical(tokens_of_name(text)).build();
  if (!is_function_name(tokens)) {
    name.canonical = name.without_parameters = name.short_name = name.demangled;
    return name;
  }
  tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(begin_of_function(tokens)));
  name.canonical = text_of(tokens);
  NameTokens const function = without_parameters(tokens);
  name.without_parameters = text_of(function);
  name.short_name = short_name_of(function);
  return name;
}

std::string demangled_kernel_name(std::string_view name) {
  std::string text(name);
  if (!name.starts_with("_Z")) return text;
  auto demangled = demangle(text);
  return demangled ? std::move(*demangled) : std::move(text);
}

}  // namespace llmprof::inline v0
