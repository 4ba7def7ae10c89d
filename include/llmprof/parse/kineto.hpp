// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "llmprof/export.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Reads a trace of the PyTorch profiler (Kineto): Chrome trace JSON, plain or compressed with gzip.
///
/// Annotations of the user are push/pop ranges of the default domain, operators are ranges of the domain
/// `cpu_op`; Python frames are left out. What is not JSON proper but is written by profilers is read: bare
/// NaN and N/A, control characters in strings. Where the text breaks or ends early, what came before is kept,
/// and a warning gives the offset of the byte. The file is read in blocks: memory is needed for what is kept
/// of it.
///
/// A trace without kernels is no failure: its notes say what the profiler recorded instead.
///
/// @param path     A file, or `-` for standard input.
/// @param progress Called now and then with the share that is done (0..1); may be empty.
/// @throws IoError    if the file cannot be opened or read.
/// @throws ParseError if no event can be read, or it is no Chrome trace.
[[nodiscard]] Trace read_kineto(std::filesystem::path const& path,
                                std::function<void(double)> const& progress = {});

/// The same from the bytes of the file. @param source Used in messages.
[[nodiscard]] Trace read_kineto_bytes(std::string_view bytes, std::string source,
                                      std::function<void(double)> const& progress = {});

}  // namespace v0
}  // namespace llmprof
