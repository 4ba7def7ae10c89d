// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace llmprof::inline v0 {

/// The first `limit` bytes of a file; absent if it cannot be opened or read (nothing here waits on a pipe).
[[nodiscard]] std::optional<std::string> read_small_file(std::filesystem::path const& path,
                                                         std::size_t limit = std::size_t{1} << 20U);

/// Without spaces and line breaks at both ends.
[[nodiscard]] std::string trimmed(std::string const& text);

}  // namespace llmprof::inline v0
