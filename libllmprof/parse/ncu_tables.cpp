// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_tables.hpp"

#include <utility>

namespace llmprof::inline v0 {

std::size_t NcuReading::add(MeasuredLaunch launch) {
  std::size_t const place = launches.size();
  index.add(launch, place);
  launches.push_back(std::move(launch));
  return place;
}

std::unique_ptr<NcuTable> make_ncu_table(NcuPage page, NcuColumns const& columns, Cells const& header,
                                         NcuReading& reading) {
  switch (page) {
    case NcuPage::raw: return make_ncu_raw_page(columns, header, reading);
    case NcuPage::details: return make_ncu_details_page(columns, reading);
    case NcuPage::summary: return make_ncu_summary(columns, reading);
  }
  return nullptr;
}

}  // namespace llmprof::inline v0
