// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "libllmprof/support/json.hpp"
#include "llmprof/model/label.hpp"

namespace llmprof::inline v0 {

/// `name: ["LLM@decode_all","LLM@decode_step"]`
inline void write_labels(JsonWriter& json, char const* name, std::vector<Label> const& labels) {
  json.key(name).begin_array();
  for (Label const& label : labels) json.value(to_string(label));
  json.end_array();
}

/// `"path":["LLM@decode_all","LLM@decode_step"]`, outermost first.
inline void write_path(JsonWriter& json, std::vector<Label> const& path) { write_labels(json, "path", path); }

}  // namespace llmprof::inline v0
