// SPDX-License-Identifier: MIT
#include "libllmprof/support/json.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "libllmprof/support/number.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

std::size_t depth_of(JsonWriter::Layout layout) {
  return layout == JsonWriter::Layout::lines ? 2 : std::numeric_limits<std::size_t>::max();
}

void append_escaped(std::string& out, char c) {
  static constexpr std::string_view hex = "0123456789abcdef";
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  auto const byte = static_cast<unsigned char>(c);
  if (byte < 0x20) {
    out += "\\u00";
    out += hex[byte >> 4U];
    out += hex[byte & 0xFU];
  } else {
    out += c;
  }
}

}  // namespace

JsonWriter::JsonWriter(Layout layout) : line_depth_(depth_of(layout)) {}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_value();
  append_quoted(name);
  out_ += has_members_.size() <= line_depth_ ? ": " : ":";
  after_key_ = true;
  return *this;
}

void JsonWriter::value(std::string_view text) {
  before_value();
  append_quoted(text);
}

void JsonWriter::value(double number) {
  if (std::isfinite(number)) return literal(shortest(number == 0 ? 0.0 : number));  // readers take -0 for 0
  ++non_finite_;
  value(nullptr);
}

void JsonWriter::text_or_null(std::string_view name, std::string_view text) {
  key(name);
  text.empty() ? value(nullptr) : value(text);
}

std::string JsonWriter::take() {
  out_ += '\n';
  return std::exchange(out_, {});
}

void JsonWriter::open(char bracket) {
  before_value();
  out_ += bracket;
  has_members_.push_back(false);
}

void JsonWriter::close(char bracket) {
  bool const had_members = has_members_.back();
  bool const on_lines = has_members_.size() <= line_depth_;
  has_members_.pop_back();
  if (had_members && on_lines) new_line();
  out_ += bracket;
}

void JsonWriter::literal(std::string_view text) {
  before_value();
  out_ += text;
}

void JsonWriter::before_value() {
  if (std::exchange(after_key_, false) || has_members_.empty()) return;
  if (has_members_.back()) out_ += ',';
  has_members_.back() = true;
  if (has_members_.size() <= line_depth_) new_line();
}

void JsonWriter::new_line() {
  out_ += '\n';
  out_.append(has_members_.size() * 2, ' ');
}

void JsonWriter::append_quoted(std::string_view text) {
  out_ += '"';
  for (char const c : repaired_utf8(text)) append_escaped(out_, c);
  out_ += '"';
}

}  // namespace llmprof::inline v0
