// SPDX-License-Identifier: MIT
#include "libllmprof/parse/flat_json.hpp"

#include <cmath>

#include "libllmprof/parse/number.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t kept_elements = 16;
/// Whole numbers beyond it are not all doubles.
constexpr double largest_count = 9007199254740992.0;

std::optional<double> finite(std::string_view text) {
  auto const value = NumberReader().read(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

FlatJson::FlatJson(JsonScanner& json, std::string_view whole_list) : whole_list_(whole_list) {
  json.members([&](std::string_view key) {
    members_.push_back(unescaped(key));
    read(json, std::string(members_.back()));
  });
}

void FlatJson::read(JsonScanner& json, std::string const& path) {
  char const first = json.peek();
  if (first == '{') {
    json.members([&](std::string_view key) { read(json, path + '.' + unescaped(key)); });
  } else if (first == '[') {
    read_list(json, path);
  } else if (first == '"') {
    values_.try_emplace(path, unescaped(json.string()));
  } else if (std::string_view const scalar = json.scalar(); scalar != "null") {
    values_.try_emplace(path, scalar);
  }
}

void FlatJson::read_list(JsonScanner& json, std::string const& path) {
  std::size_t index = 0;
  json.elements([&] {
    char const first = json.peek();
    if (path == whole_list_ && first != '{' && first != '[') {
      if (auto const value = finite(json.text())) list_.push_back(*value);
    } else if (index < kept_elements) {
      read(json, path + '.' + std::to_string(index));
    } else {
      json.skip();
    }
    ++index;
  });
}

std::optional<std::string> FlatJson::text(std::string_view path) const {
  auto const found = values_.find(path);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> FlatJson::number(std::string_view path) const {
  auto const found = values_.find(path);
  return found == values_.end() ? std::nullopt : finite(found->second);
}

std::optional<std::uint64_t> FlatJson::count(std::string_view path) const {
  auto const value = number(path);
  if (!value || *value < 0 || *value > largest_count) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(*value));
}

}  // namespace llmprof::inline v0
