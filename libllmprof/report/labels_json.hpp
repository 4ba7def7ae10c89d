// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "libllmprof/support/json.hpp"
#include "llmprof/model/label.hpp"

namespace llmprof::inline v0 {

/// `"path":["LLM@decode_all","LLM@decode_step"]`, outermost first.
inline void write_path(JsonWriter& json, std::vector<Label> const& path) {
  json.key("path").begin_array();
  for (Label const& label : path) json.value(to_string(label));
  json.end_array();
}

}  // namespace llmprof::inline v0
