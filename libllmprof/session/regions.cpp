// SPDX-License-Identifier: MIT
#include "llmprof/session/regions.hpp"

#include "libllmprof/report/region_files.hpp"
#include "libllmprof/support/atomic_file.hpp"
#include "llmprof/report/regions.hpp"

namespace llmprof::inline v0 {

std::vector<std::string> write_regions(Artifacts const& run, RegionReport const& report) {
  std::vector<std::string> written;
  auto const write = [&](std::string const& name, std::string const& content) {
    write_file_atomically(run.path(name), content);
    written.push_back(name);
  };
  (void)run.out_dir("ncu/regions");
  for (Region const& region : report.aggregate().regions) {  // has every region of the other scopes
    RegionFiles const files = region_files(region.path);
    (void)run.out_dir(files.folder);
    write(files.kernels_csv, region_kernels_csv(region));
    write(files.region_md, region_markdown(report, region));
    write(files.region_json, region_json(report, region.path));
  }
  write(regions_report_md, regions_markdown(report));
  write(regions_report_json, regions_json(report));
  return written;
}

}  // namespace llmprof::inline v0
