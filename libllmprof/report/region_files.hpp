// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "llmprof/model/region.hpp"

namespace llmprof::inline v0 {

/// Where the files on regions are in a run folder.
inline constexpr char const* regions_report_json = "ncu/regions/report.json";
inline constexpr char const* regions_report_md = "ncu/regions/report.md";

struct RegionFiles {
  std::string folder;  ///< `ncu/regions/LLM@prefill`
  std::string kernels_csv;
  std::string region_md;
  std::string region_json;
};

[[nodiscard]] inline RegionFiles region_files(std::vector<Label> const& path) {
  std::string const folder = "ncu/regions/" + region_folder(to_string(path));
  return {folder, folder + "/kernels.csv", folder + "/region.md", folder + "/region.json"};
}

}  // namespace llmprof::inline v0
