// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/model_spec.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads the description of a model: a config.json of Hugging Face, or a model.yaml of llmprof
/// (docs/models.md). What it is, is found from the content: JSON begins with a brace.
///
/// A model.yaml may name a config.json, relative to its own folder, and change parts of it.
///
/// A `model_type` that llmprof does not know is read as a decoder of the kind of Llama if all sizes are
/// there, and a diagnostic says so.
///
/// @param path A file, a folder with a config.json, or `-` for standard input.
/// @throws IoError    if it cannot be read.
/// @throws ParseError if it is damaged, lacks sizes (all of them are named), has sizes that cannot be, or is
/// of a kind whose costs the formulas do not fit: encoder-decoder, state space, linear attention.
[[nodiscard]] ModelSpec read_model_spec(std::filesystem::path const& path);

/// The same for the text of a config.json. For a multimodal model it is the language model inside it.
/// @param source Used in messages.
/// @throws ParseError as read_model_spec()
[[nodiscard]] ModelSpec read_model_config(std::string_view json, std::string const& source);

/// The same for the text of a model.yaml.
/// @param folder Where a config.json that it names is looked for.
/// @throws IoError, ParseError as read_model_spec()
[[nodiscard]] ModelSpec read_model_yaml(std::string_view yaml, std::string const& source,
                                        std::filesystem::path const& folder = ".");

}  // namespace v0
}  // namespace llmprof
