// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "llmprof/artifacts/artifacts.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/region.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Writes `ncu/regions` of a run folder: for each region a folder (see region_folder) with kernels.csv,
/// region.md and region.json, then report.md, and report.json last.
/// @return the files, relative to the run folder, in the order in which they were written.
/// @throws IoError
std::vector<std::string> write_regions(Artifacts const& run, RegionReport const& report);

}  // namespace v0
}  // namespace llmprof
