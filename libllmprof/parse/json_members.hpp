// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libllmprof/support/json_reader.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

// Members that several documents of llmprof have. All of these throw the ParseError of JsonNode for a value
// that cannot be.

// A member that may be missing, or null.
[[nodiscard]] std::optional<std::int64_t> optional_integer(JsonNode const& node, char const* key);
[[nodiscard]] std::optional<std::int64_t> optional_duration(JsonNode const& node, char const* key);
[[nodiscard]] std::optional<std::uint64_t> optional_count(JsonNode const& node, char const* key);
[[nodiscard]] std::optional<double> optional_number(JsonNode const& node, char const* key);
[[nodiscard]] std::optional<bool> optional_boolean(JsonNode const& node, char const* key);
[[nodiscard]] std::string optional_text(JsonNode const& node, char const* key);

// A member that must be there; null where it is unknown, as with profiles of tables.
[[nodiscard]] std::optional<std::uint64_t> known_count(JsonNode const& node, char const* key);
[[nodiscard]] std::optional<std::int64_t> known_duration(JsonNode const& node, char const* key);

template <class Item, class Read>
std::vector<Item> list_of(JsonNode const& array, Read const& read) {
  std::vector<Item> items;
  items.reserve(array.size());
  for_each(array, [&](JsonNode const& node) { items.push_back(read(node)); });
  return items;
}

/// Name, UUID and what it can do: what documents say of a device, wherever it is.
[[nodiscard]] Device read_device_facts(JsonNode const& node);

/// `["LLM@decode_all","LLM@decode_step"]`. @throws ParseError, too, if it is empty.
[[nodiscard]] std::vector<Label> read_path(JsonNode const& array);

/// The figures of a phase that profile.json and the JSON of phases both have: numbers, times and tokens.
void read_figures(JsonNode const& node, PhaseProfile& phase);

/// `{"calls":3,"kernel_ns":4200}`.
[[nodiscard]] KernelTotal read_kernel_total(JsonNode const& node);

/// An element of `diagnostics`.
[[nodiscard]] Diagnostic read_diagnostic(JsonNode const& node);

}  // namespace llmprof::inline v0
