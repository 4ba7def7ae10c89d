// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "llmprof/export.hpp"
#include "llmprof/model/trace.hpp"
#include "llmprof/parse/read_options.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads a SQLite file that Nsight Systems exported, or one that llmprof wrote in the same schema.
///
/// Tables and columns are probed, not taken from a version; missing optional ones become diagnostics. Only
/// tables are read, never views. The file is opened read-only.
///
/// @throws IoError    if the file cannot be opened or read.
/// @throws ParseError if it is not SQLite, is truncated or damaged, is not an nsys export, or lacks a column
/// that the
///                    events cannot be read without.
[[nodiscard]] Trace read_nsys_sqlite(std::filesystem::path const& path, ReadOptions const& options = {});

/// The same from the bytes of the file. @param source Used in messages.
[[nodiscard]] Trace read_nsys_sqlite_bytes(std::string bytes, std::string source,
                                           ReadOptions const& options = {});

}  // namespace v0
}  // namespace llmprof
