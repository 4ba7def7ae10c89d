// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json.hpp"

namespace llmprof::inline v0 {

/// Writes `name: [ ... ]` with what `write_item(json, item)` writes for each item.
template <class Items, class Write>
void write_list(JsonWriter& json, char const* name, Items const& items, Write const& write_item) {
  json.key(name).begin_array();
  for (auto const& item : items) write_item(json, item);
  json.end_array();
}

/// The same for values that JSON has: numbers, texts.
template <class Values>
void write_values(JsonWriter& json, char const* name, Values const& values) {
  write_list(json, name, values, [](JsonWriter& out, auto const& value) { out.value(value); });
}

}  // namespace llmprof::inline v0
