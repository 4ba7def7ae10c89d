// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace llmprof::inline v0 {

/// Takes out of an SQLite export of Nsight Systems what it holds of the environment: every variable of the
/// workload and of the machine, tokens among them. Arguments are masked as mask_argv does. What is taken out
/// is overwritten.
/// @throws IoError if that cannot be done: then the file must not be given away.
void remove_secrets(std::filesystem::path const& nsys_sqlite);

}  // namespace llmprof::inline v0
