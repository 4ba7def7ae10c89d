// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "llmprof/artifacts/artifacts.hpp"
#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// A file of a run that is not in its archive.
struct LeftOut {
  std::string path;
  std::string reason;

  friend bool operator==(LeftOut const&, LeftOut const&) = default;
};

struct PackResult {
  std::vector<std::string> packed;  ///< Files, relative to the run folder, in the order of the archive.
  std::vector<LeftOut> left_out;
};

/// Packs a run into a `.tar.gz` that can be given away: files that may hold secrets and links stay out.
///
/// The archive has one folder, the run's id; order, mode and modification time are kept, owners are not.
/// Equal runs give equal archives. `file` appears whole or not at all, and may be inside the run folder.
///
/// @throws IoError if a file cannot be read, shrinks meanwhile, or `file` cannot be written.
[[nodiscard]] PackResult pack(Artifacts const& run, std::filesystem::path const& file);

}  // namespace v0
}  // namespace llmprof
