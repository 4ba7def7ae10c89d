// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Replaces secrets in a command line by `***`; everything else stays as it is.
///
/// Secret are the values of options, assignments and overrides named like key, token, secret, password or
/// credential (`--api-key VALUE`, `--api-key=VALUE`, `HF_TOKEN=VALUE`, `model.auth_token=VALUE`), and
/// whatever mask_text finds inside an argument. `--max-tokens 64`, `--tokenizer PATH`, `--eos-token "</s>"`
/// and
/// `--password-file PATH` are not: they count, name a model's part, or point to a file.
[[nodiscard]] std::vector<std::string> mask_argv(std::vector<std::string> const& argv);

/// Replaces secrets inside text, for example a shell script that is one argument.
///
/// Finds user and password of a URL (`https://user:password@host`), `Authorization:` and `Bearer` values,
/// assignments with a secret name, and strings that look like known tokens (`hf_...`, `sk-...`, `ghp_...`).
[[nodiscard]] std::string mask_text(std::string_view text);

/// Whether the value of an option, variable or configuration key of this name is a secret.
[[nodiscard]] bool is_secret_name(std::string_view name);

}  // namespace v0
}  // namespace llmprof
