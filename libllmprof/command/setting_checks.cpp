// SPDX-License-Identifier: MIT
#include "libllmprof/command/setting_checks.hpp"

#include <algorithm>

#include "llmprof/error.hpp"
#include "llmprof/model/label.hpp"

namespace llmprof::inline v0 {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_made_of(std::string_view text, std::string_view others) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_digit(c) || is_letter(c) || others.find(c) != std::string_view::npos;
  });
}

bool is_regex(std::string_view text) {
  constexpr std::string_view prefix = "regex:";
  return text.starts_with(prefix) && text.size() > prefix.size();
}

/// A whole number that is not 0.
bool is_count(std::string_view text) {
  return text.size() <= 9 && is_made_of(text, "") && std::all_of(text.begin(), text.end(), is_digit) &&
         text.find_first_not_of('0') != std::string_view::npos;
}

}  // namespace

bool is_word(std::string_view text) { return is_made_of(text, "-_"); }

// ncu compares exactly: `.*SpeedOfLight.*` would match no section.
bool is_identifier(std::string_view text) { return is_made_of(text, "_") || is_regex(text); }

bool is_metric(std::string_view text) { return is_made_of(text, "_.:") || is_regex(text); }

bool is_label(std::string_view text) {
  try {
    return !parse_label(text).name.empty();
  } catch (InvalidArgument const&) {
    return false;
  }
}

bool is_label_or_empty(std::string_view text) { return text.empty() || is_label(text); }

bool is_range_end(std::string_view text) {
  for (std::string_view const word : {"none", "stop", "stop-shutdown", "repeat"}) {
    if (text == word) return true;
  }
  for (std::string_view const prefix : {"repeat:", "repeat-shutdown:"}) {
    if (text.starts_with(prefix)) return is_count(text.substr(prefix.size()));
  }
  return false;
}

}  // namespace llmprof::inline v0
