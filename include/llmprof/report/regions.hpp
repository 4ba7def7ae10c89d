// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/region.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// report.json, schema `llmprof.regions/1` (docs/schemas/regions.schema.json, `schema_text("regions")`).
/// Paths of files in it are relative to the run folder.
[[nodiscard]] std::string regions_json(RegionReport const& report);

/// report.md: the regions of all rows, then of each process and device where there are several.
[[nodiscard]] std::string regions_markdown(RegionReport const& report);

/// region.json of one region, schema `llmprof.region/1`: as in report.json, in every scope that has it.
[[nodiscard]] std::string region_json(RegionReport const& report, std::vector<Label> const& path);

/// region.md of one region: its figures and kernels.
[[nodiscard]] std::string region_markdown(RegionReport const& report, Region const& region);

/// kernels.csv of one region, RFC 4180: `name,canonical,calls,total_ns,mean_ns`. Only the header where rows
/// are of whole ranges.
[[nodiscard]] std::string region_kernels_csv(Region const& region);

}  // namespace v0
}  // namespace llmprof
