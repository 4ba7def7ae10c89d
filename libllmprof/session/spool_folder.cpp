// SPDX-License-Identifier: MIT
#include "libllmprof/session/spool_folder.hpp"

#include "libllmprof/collect/trace_file.hpp"
#include "libllmprof/session/made_file.hpp"
#include "libllmprof/support/scratch_folder.hpp"

namespace llmprof::inline v0 {
namespace {

bool holds_spools(std::filesystem::path const& folder) {
  std::error_code error;
  for (auto const& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".spool") return true;
  }
  return false;
}

}  // namespace

std::optional<std::filesystem::path> spools_in(std::filesystem::path const& folder) {
  if (holds_spools(folder)) return folder;
  std::error_code ignored;
  std::filesystem::path const in_run = folder / "cupti" / "spool";
  bool const is_reported = std::filesystem::exists(folder / "profile.json", ignored);
  return !is_reported && holds_spools(in_run) ? std::optional(in_run) : std::nullopt;
}

Capture read_spools(std::filesystem::path const& folder, ReadOptions const& options) {
  ScratchFolder const scratch;
  std::filesystem::path const trace = scratch / "trace.sqlite";
  static_cast<void>(write_trace_file(folder, trace));  // its warnings are in the file
  return read_made_file({trace, folder.string(), "spools of llmprof's collector", "llmprof"}, options);
}

}  // namespace llmprof::inline v0
