// SPDX-License-Identifier: MIT
#include "libllmprof/parse/config_reader.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

std::optional<JsonNode> ConfigReader::find(Keys keys) const {
  for (std::string_view const key : keys)
    if (auto const node = node_.find(key)) return node;
  return std::nullopt;
}

bool ConfigReader::has(std::string_view key) const {
  auto const keys = node_.keys();
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::optional<std::uint64_t> ConfigReader::count(Keys keys) const {
  auto const node = find(keys);
  return node ? std::optional(node->count()) : std::nullopt;
}

std::uint64_t ConfigReader::needed(Keys keys) {
  if (auto const value = count(keys)) return *value;
  missing_.emplace_back(*keys.begin());
  return 0;
}

bool ConfigReader::flag(Keys keys, bool fallback) const {
  auto const node = find(keys);
  return node ? node->boolean() : fallback;
}

std::string ConfigReader::text(Keys keys) const {
  auto const node = find(keys);
  return node ? node->string() : std::string();
}

}  // namespace llmprof::inline v0
