// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "llmprof/export.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/model/stats_tables.hpp"
#include "llmprof/model/trace.hpp"
#include "llmprof/parse/read_options.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What a file is, by its content.
enum class InputKind : std::uint8_t {
  sqlite,        ///< SQLite database: an nsys export, or ours.
  nsys_stats,    ///< Reports of `nsys stats`, in any of its formats but HTML.
  ncu_csv,       ///< A table of `ncu --csv`, or a log of ncu without one.
  ncu_json,      ///< Rows of ncu that somebody made JSON of, or our own metrics.json.
  profile_json,  ///< Our own profile.json.
  kernels_json,  ///< What `llmprof kernels --format json` printed.
  phases_json,   ///< What `llmprof phases --format json` printed.
  kineto_json,   ///< A trace of the PyTorch profiler (Kineto), or another Chrome trace; plain or gzip.
  unknown,
};

/// A name for messages and inputs.yaml, for example `nsys SQLite export`.
[[nodiscard]] std::string_view to_string(InputKind kind) noexcept;

/// Finds the kind from the first bytes of a file (64 KiB are enough).
[[nodiscard]] InputKind detect(std::string_view head) noexcept;

/// What reading one input gives: the first type fits nsys SQLite and traces of
/// PyTorch, the others what their names say.
using Capture = std::variant<Trace, StatsTables, Metrics, Profile>;

/// Reads any input that llmprof knows; the kind is found from the content, not from the name.
///
/// @param path      A file, a run folder (its profile.json is read), or `-` for standard input.
/// @throws IoError    if it cannot be opened or read, is a folder without profile.json, or is not a regular
/// file or pipe.
/// @throws ParseError if it is not of a known kind, is damaged, or lacks a column that it must have.
/// @throws NoData     if it is whole and says itself that nothing was recorded.
[[nodiscard]] Capture read_capture(std::filesystem::path const& path, ReadOptions const& options = {});

}  // namespace v0
}  // namespace llmprof
