// SPDX-License-Identifier: MIT
#include "llmprof/model/label.hpp"

#include <algorithm>
#include <cctype>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

void append_escaped(std::string& out, std::string_view text) {
  for (char const c : text) {
    if (c == '@' || c == '/' || c == '\\') out += '\\';
    out += c;
  }
}

bool is_domain_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

/// Position of the `:` of nsys's `domain:name`, or npos.
std::size_t colon_of_nsys_form(std::string_view text) {
  auto const colon = text.find(':');
  if (colon == std::string_view::npos || colon + 1 == text.size() || text[colon + 1] == ':') {
    return std::string_view::npos;  // no name behind it, or a C++ scope
  }
  bool const plain =
      std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), is_domain_character);
  return plain ? colon : std::string_view::npos;
}

/// Cuts `text` at every unescaped `separator` and leaves the escapes in place.
std::vector<std::string_view> split_unescaped(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == separator) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && ++i == text.size()) {
      throw InvalidArgument("label '" + std::string(text) +
                            "': nothing follows the last '\\'; write '\\\\' for itself");
    }
    out += text[i];
  }
  return out;
}

}  // namespace

std::string to_string(Label const& label) {
  std::string out;
  if (!label.domain.empty()) {
    append_escaped(out, label.domain);
    out += '@';
  }
  append_escaped(out, label.name);
  return out;
}

std::string to_string(std::vector<Label> const& path) {
  std::string out;
  for (Label const& label : path) {
    if (!out.empty()) out += '/';
    out += to_string(label);
  }
  return out;
}

Label parse_label(std::string_view text) {
  if (text.empty()) throw InvalidArgument("a label is empty; write domain@name, for example LLM@prefill");
  auto const parts = split_unescaped(text, '@');
  if (parts.size() == 1) {
    auto const colon = colon_of_nsys_form(text);
    if (colon == std::string_view::npos) return {"", unescape(text)};
    return {std::string(text.substr(0, colon)), unescape(text.substr(colon + 1))};
  }
  auto const name_begin = parts.front().size() + 1;
  return {unescape(parts.front()), unescape(text.substr(name_begin))};
}

std::vector<Label> parse_path(std::string_view text) {
  std::vector<Label> path;
  for (std::string_view const part : split_unescaped(text, '/')) path.push_back(parse_label(part));
  return path;
}

}  // namespace llmprof::inline v0
