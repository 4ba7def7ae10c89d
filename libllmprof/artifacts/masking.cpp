// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/masking.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view hidden = "***";

bool is_alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_name_character(char c) { return is_alnum(c) || c == '_' || c == '-' || c == '.'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_quote(char c) { return c == '"' || c == '\''; }

/// Values that are settings, not secrets: `--auth=none`.
bool is_setting(std::string_view value) {
  static constexpr auto settings =
      std::to_array<std::string_view>({"true", "false", "none", "null", "yes", "no", "on", "off", "0", "1"});
  std::string const lower = lower_case(value);
  return std::find(settings.begin(), settings.end(), lower) != settings.end();
}

template <class Predicate>
std::size_t end_of_run(std::string_view text, std::size_t begin, Predicate const& belongs) {
  while (begin < text.size() && belongs(text[begin])) ++begin;
  return begin;
}

/// What a known token begins with, and how long and of what the rest is.
struct TokenShape {
  std::string_view prefix;
  std::size_t least;    ///< Fewer characters behind the prefix are no token...
  bool dashes = false;  ///< `-` and `_` may follow the prefix, too.
};

constexpr auto token_shapes = std::to_array<TokenShape>({{"hf_", 8},
                                                         {"sk-", 8, true},
                                                         {"ghp_", 8},
                                                         {"gho_", 8},
                                                         {"ghu_", 8},
                                                         {"ghs_", 8},
                                                         {"ghr_", 8},
                                                         {"github_pat_", 8, true},
                                                         {"glpat-", 8, true},
                                                         {"nvapi-", 8, true},
                                                         {"xoxb-", 8, true},
                                                         {"xoxp-", 8, true},
                                                         {"AKIA", 16},
                                                         {"AIza", 30, true},
                                                         {"eyJ", 20, true}});

/// Length of the token that `text` begins with, 0 if it begins with none. `hf_attention` has no digit and is
/// none.
std::size_t token_length(std::string_view text) {
  for (TokenShape const& shape : token_shapes) {
    if (!text.starts_with(shape.prefix)) continue;
    std::size_t const end = end_of_run(text, shape.prefix.size(), [&](char c) {
      return is_alnum(c) || (shape.dashes && (c == '-' || c == '_'));
    });
    std::string_view const rest = text.substr(shape.prefix.size(), end - shape.prefix.size());
    bool const has_digit = std::any_of(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (rest.size() >= 20 || (rest.size() >= shape.least && has_digit)) return end;
  }
  return 0;
}

/// Copies text to `out` and hides secrets on the way.
class Masker {
 public:
  explicit Masker(std::string_view text) : text_(text) {}

  std::string run() {
    while (position_ < text_.size()) {
      char const before = position_ == 0 ? ' ' : text_[position_ - 1];
      bool const masked = (!is_alnum(before) && (mask_token() || mask_bearer())) ||
                          (!is_name_character(before) && mask_assignment()) || mask_user_of_url();
      if (!masked) copy(1);
    }
    return std::move(out_);
  }

 private:
  void copy(std::size_t count) {
    out_ += text_.substr(position_, count);
    position_ += count;
  }

  void hide(std::size_t end) {
    out_ += hidden;
    position_ = end;
  }

  bool mask_token() {
    std::size_t const length = token_length(text_.substr(position_));
    if (length != 0) hide(position_ + length);
    return length != 0;
  }

  bool mask_bearer() {
    constexpr std::string_view word = "bearer ";
    if (lower_case(text_.substr(position_, word.size())) != word) return false;
    copy(word.size());
    if (position_ < text_.size() && !is_blank(text_[position_])) hide(end_of_value(position_, false));
    return true;
  }

  /// `://user:password@`: both go, for either may be a token.
  bool mask_user_of_url() {
    constexpr std::string_view mark = "://";
    if (text_.substr(position_, mark.size()) != mark) return false;
    copy(mark.size());
    std::size_t const end = end_of_run(text_, position_, [](char c) {
      return !is_blank(c) && !is_quote(c) && c != '/' && c != '?' && c != '#' && c != '\n';
    });
    std::string_view const authority = text_.substr(position_, end - position_);
    std::size_t const at = authority.rfind('@');
    bool const has_password = at != std::string_view::npos && authority.find(':') < at;
    if (has_password) hide(position_ + at);
    return true;
  }

  /// `name=value`, `name: value`, `"name": "value"`, `--name value`.
  bool mask_assignment() {
    std::size_t const name_end = end_of_run(text_, position_, is_name_character);
    if (name_end == position_) return false;
    std::string_view const name = text_.substr(position_, name_end - position_);
    auto const value = value_begin(name, name_end);
    bool const secret = value && is_secret_name(name) && (!is_bare_key(name) || in_url_or_quoted());
    if (!secret) return false;
    copy(*value - position_);
    bool const whole_line = lower_case(name).ends_with("authorization");
    std::size_t const end = end_of_value(position_, whole_line);
    is_setting(text_.substr(position_, end - position_)) || end == position_ ? copy(end - position_)
                                                                             : hide(end);
    return true;
  }

  /// In text, `key` alone is too common (`sorted(x, key=len)`), except where it is a member or URL parameter.
  static bool is_bare_key(std::string_view name) { return lower_case(name) == "key"; }

  [[nodiscard]] bool in_url_or_quoted() const {
    if (position_ == 0) return true;
    char const before = text_[position_ - 1];
    return before == '?' || before == '&' || before == '"';
  }

  /// Where the value of a name that ends at `name_end` begins; absent if no value follows.
  [[nodiscard]] std::optional<std::size_t> value_begin(std::string_view name, std::size_t name_end) const {
    std::size_t i = name_end;
    if (i < text_.size() && is_quote(text_[i])) ++i;
    i = end_of_run(text_, i, is_blank);
    bool const separated = i < text_.size() && (text_[i] == '=' || text_[i] == ':');
    bool const is_option = name.starts_with("-") && i > name_end && i < text_.size() && text_[i] != '-';
    if (!separated && !is_option) return std::nullopt;
    if (separated) i = end_of_run(text_, i + 1, is_blank);
    if (i < text_.size() && is_quote(text_[i])) ++i;
    return i;
  }

  /// A quoted value ends at its quote, another at a blank or at what ends it in URLs, JSON and shells.
  [[nodiscard]] std::size_t end_of_value(std::size_t begin, bool whole_line) const {
    char const quote = begin > 0 && is_quote(text_[begin - 1]) ? text_[begin - 1] : '\0';
    return end_of_run(text_, begin, [&](char c) {
      if (c == '\n') return false;
      if (quote != '\0') return c != quote;
      if (whole_line) return !is_quote(c);
      return !is_blank(c) && !is_quote(c) && std::string_view(",;&|)}]").find(c) == std::string_view::npos;
    });
  }

  std::string_view text_;
  std::string out_;
  std::size_t position_ = 0;
};

bool is_option(std::string_view argument) { return argument.size() > 1 && argument.front() == '-'; }

/// Whether `argument` is surely the next option: a secret may begin with a dash, too.
bool is_next_option(std::string_view argument) {
  return argument.starts_with("--") || (argument.size() == 2 && argument.front() == '-');
}

/// `--name=value` or `name=value`, the name being all up to the first `=`.
std::optional<std::string> masked_assignment(std::string const& argument) {
  std::size_t const equals = argument.find('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  std::string_view const name = std::string_view(argument).substr(0, equals);
  bool const plain = std::all_of(name.begin(), name.end(), [](char c) {
    return is_name_character(c) || c == '+' || c == '~' || c == '/' || c == '@';
  });
  std::string_view const value = std::string_view(argument).substr(equals + 1);
  if (!plain || value.empty() || is_setting(value) || !is_secret_name(name)) return std::nullopt;
  return std::string(name) + '=' + std::string(hidden);
}

}  // namespace

std::string mask_text(std::string_view text) { return Masker(text).run(); }

std::vector<std::string> mask_argv(std::vector<std::string> const& argv) {
  std::vector<std::string> masked;
  masked.reserve(argv.size());
  std::string before;
  for (std::string const& argument : argv) {
    bool const after_secret_option =
        is_option(before) && before.find('=') == std::string::npos && is_secret_name(before);
    if (after_secret_option && !is_next_option(argument) && !is_setting(argument)) {
      masked.emplace_back(hidden);
    } else if (before == "-c") {  // a script: its words are masked one by one
      masked.push_back(mask_text(argument));
    } else {
      masked.push_back(masked_assignment(argument).value_or(mask_text(argument)));
    }
    before = argument;
  }
  return masked;
}

}  // namespace llmprof::inline v0
