// SPDX-License-Identifier: MIT
#include "libllmprof/command/setting_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <type_traits>

#include "libllmprof/support/number.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

using std::chrono::milliseconds;
using Texts = std::vector<std::string>;

Texts split(std::string_view text, char at) {
  Texts parts;
  while (true) {
    auto const end = text.find(at);
    parts.emplace_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// All of the text or nothing.
template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<std::size_t> choice_of(SettingKey const& key, std::string_view text) {
  Texts const words = split(key.allowed, '|');
  auto const found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

template <class Number>
bool assign_number(Number& value, SettingKey const& key, std::string_view text) {
  auto const number = number_of<Number>(text);
  if (!number) return false;
  auto const as_double = static_cast<double>(*number);
  if (!(as_double >= key.least && as_double <= key.most)) return false;
  value = *number;
  return true;
}

bool assign_text(bool& value, SettingKey const&, std::string_view text) {
  if (text != "true" && text != "false") return false;
  value = text == "true";
  return true;
}

bool assign_text(std::uint64_t& value, SettingKey const& key, std::string_view text) {
  return assign_number(value, key, text);
}

bool assign_text(double& value, SettingKey const& key, std::string_view text) {
  return assign_number(value, key, text);
}

bool assign_text(milliseconds& value, SettingKey const& key, std::string_view text) {
  double seconds = 0;
  if (!assign_number(seconds, key, text)) return false;
  auto const rounded = milliseconds(std::llround(seconds * 1000));
  value = seconds > 0 ? std::max(rounded, milliseconds(1)) : rounded;  // 0 means: no limit
  return true;
}

bool assign_text(std::string& value, SettingKey const& key, std::string_view text) {
  if (key.is_choice ? !choice_of(key, text) : !key.accepts(text)) return false;
  value = text;
  return true;
}

template <class Enum>
std::enable_if_t<std::is_enum_v<Enum>, bool> assign_text(Enum& value, SettingKey const& key,
                                                         std::string_view text) {
  auto const index = choice_of(key, text);
  if (index) value = static_cast<Enum>(*index);
  return index.has_value();
}

std::string refusal(SettingKey const& key, std::string_view text) {
  return '\'' + shortened(repaired_utf8(text), 80) + "' is wrong; it takes " + allowed_text(key);
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// What no setting may hold.
std::string forbidden(Texts const& texts) {
  for (std::string const& text : texts) {
    if (has_control_character(text)) return "it has a control character or a line break";
    if (text.find("***") != std::string::npos)
      return "it was masked (***) when it was written; give the real value, for example with --set";
  }
  return {};
}

std::string assign_list(Texts& value, SettingKey const& key, WrittenValue const& written) {
  bool const is_empty = written.kind == WrittenValue::Kind::one && trimmed(written.texts.front()).empty();
  Texts items;
  if (!is_empty) {
    items = written.kind == WrittenValue::Kind::one ? split(written.texts.front(), ',') : written.texts;
  }
  for (std::string const& item : items) {
    if (!key.accepts(item)) return refusal(key, item);
  }
  value = std::move(items);
  return {};
}

/// `null` stands for "none" where that is a choice, else for an empty text.
std::string_view text_of(SettingKey const& key, WrittenValue const& value) {
  if (value.kind == WrittenValue::Kind::one) return value.texts.front();
  Texts const words = split(key.allowed, '|');
  return std::find(words.begin(), words.end(), "none") == words.end() ? "" : "none";
}

ConfigValue printed(bool value, SettingKey const&) { return std::string(value ? "true" : "false"); }
ConfigValue printed(std::uint64_t value, SettingKey const&) { return std::to_string(value); }
ConfigValue printed(double value, SettingKey const&) { return shortest(value); }
ConfigValue printed(milliseconds value, SettingKey const&) {
  return shortest(static_cast<double>(value.count()) / 1000);
}
ConfigValue printed(std::string const& value, SettingKey const&) { return value; }
ConfigValue printed(Texts const& value, SettingKey const&) { return value; }
template <class Enum>
std::enable_if_t<std::is_enum_v<Enum>, ConfigValue> printed(Enum value, SettingKey const& key) {
  return split(key.allowed, '|').at(static_cast<std::size_t>(value));
}

}  // namespace

std::string assign(Settings& settings, SettingKey const& key, WrittenValue const& value) {
  if (std::string why = forbidden(value.texts); !why.empty()) return why;
  return std::visit(
      [&](auto field) -> std::string {
        auto& target = settings.*field;
        if constexpr (std::is_same_v<decltype(field), Texts Settings::*>) {
          return assign_list(target, key, value);
        } else {
          if (value.kind == WrittenValue::Kind::list)
            return "a list is wrong; it takes one value: " + allowed_text(key);
          std::string_view const text = text_of(key, value);
          return assign_text(target, key, text) ? std::string() : refusal(key, text);
        }
      },
      key.field);
}

ConfigValue value_of(Settings const& settings, SettingKey const& key) {
  return std::visit([&](auto field) { return printed(settings.*field, key); }, key.field);
}

std::string allowed_text(SettingKey const& key) {
  if (!key.allowed.empty()) return std::string(key.allowed);
  if (std::holds_alternative<std::chrono::milliseconds Settings::*>(key.field)) return "seconds, 0 or more";
  std::string const kind =
      std::holds_alternative<double Settings::*>(key.field) ? "number from " : "whole number from ";
  std::string const least = std::to_string(std::llround(key.least));
  // A limit that nobody meets is not worth reading.
  return key.most > 1e9 ? kind + least : kind + least + " to " + std::to_string(std::llround(key.most));
}

}  // namespace llmprof::inline v0
