// SPDX-License-Identifier: MIT
#include "llmprof/parse/input.hpp"

#include <utility>

#include "libllmprof/parse/detect.hpp"
#include "libllmprof/support/file.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/kineto.hpp"
#include "llmprof/parse/ncu_csv.hpp"
#include "llmprof/parse/ncu_json.hpp"
#include "llmprof/parse/nsys_sqlite.hpp"
#include "llmprof/parse/nsys_stats.hpp"
#include "llmprof/parse/profile_json.hpp"
#include "llmprof/parse/tables_json.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t head_size = 64 << 10;

/// A run folder stands for its profile.
std::filesystem::path file_of(std::filesystem::path const& path) {
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_directory(path, ignored)) return path;
  auto profile = path / "profile.json";
  if (std::filesystem::exists(profile, ignored)) return profile;
  throw IoError(path.string() +
                ": a folder without a profile.json, so not a run of llmprof; name a file in it");
}

Capture parse_text(InputKind kind, std::string const& text, std::string const& source,
                   ReadOptions const& options) {
  switch (kind) {
    case InputKind::nsys_stats: return read_nsys_stats(text, source);
    case InputKind::ncu_csv: return read_ncu_csv(text, source, options);
    case InputKind::ncu_json: return read_ncu_json(text, source, options);
    case InputKind::profile_json: return read_profile_json(text, source);
    case InputKind::kernels_json: return read_kernels_json(text, source);
    case InputKind::phases_json: return read_phases_json(text, source);
    case InputKind::kineto_json: return read_kineto_bytes(text, source, options.progress);
    case InputKind::sqlite:
    case InputKind::unknown: break;
  }
  throw ParseError(source, {}, describe_unknown(std::string_view(text).substr(0, head_size)));
}

bool is_text(std::string_view head) { return head.find('\0') == std::string_view::npos; }

/// What a program printed before ncu's first line may be longer than a head: text is looked at to its end.
InputKind detect_in(std::string_view bytes) {
  std::string_view const head = bytes.substr(0, head_size);
  InputKind const kind = detect(head);
  return kind == InputKind::unknown && is_text(head) ? detect(bytes) : kind;
}

}  // namespace

Capture read_capture(std::filesystem::path const& given, ReadOptions const& options) {
  std::filesystem::path const path = file_of(given);
  std::string const source = path == "-" ? "standard input" : path.string();
  // A database is read where it lies, a trace of PyTorch and a table of ncu block by block; anything else,
  // and what comes through a pipe, is read into memory first.
  if (can_be_read_twice(path)) {
    std::string const head = read_head(path, head_size);
    InputKind const kind = detect(head);
    if (kind == InputKind::sqlite) return read_nsys_sqlite(path, options);
    if (kind == InputKind::kineto_json) return read_kineto(path, options.progress);
    if (kind == InputKind::ncu_csv) return read_ncu_csv_file(path, options);
    if (kind == InputKind::ncu_json) return read_ncu_json_file(path, options);
    if (kind == InputKind::unknown && !is_text(head)) throw ParseError(source, {}, describe_unknown(head));
  }
  std::string bytes = read_file(path, options.progress);
  InputKind const kind = detect_in(bytes);
  if (kind == InputKind::sqlite) return read_nsys_sqlite_bytes(std::move(bytes), source, options);
  return parse_text(kind, bytes, source, options);
}

}  // namespace llmprof::inline v0
