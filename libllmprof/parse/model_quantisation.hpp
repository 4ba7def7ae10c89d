// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/support/json_reader.hpp"
#include "llmprof/model/model_spec.hpp"

namespace llmprof::inline v0 {

/// Reads a `quantization_config` into the spec: how weights are packed, what they are multiplied as, and the
/// type of the KV cache where that is set there. A method that is not known leaves the bits of a weight
/// absent, with a diagnostic.
void read_quantisation(JsonNode const& config, ModelSpec& spec);

}  // namespace llmprof::inline v0
