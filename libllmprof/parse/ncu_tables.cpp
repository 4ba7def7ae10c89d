// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_tables.hpp"

#include <algorithm>
#include <utility>

namespace llmprof::inline v0 {

bool NcuReading::is_wanted(std::string_view metric) const {
  return !wanted || std::find(wanted->begin(), wanted->end(), metric) != wanted->end();
}

std::size_t NcuReading::add(MeasuredLaunch launch) {
  std::size_t const place = launches.size();
  index.add(launch, place);
  launches.push_back(std::move(launch));
  return place;
}

void NcuReading::add_metric(MeasuredLaunch& launch, Metric const& names, std::string_view cell,
                            std::uint64_t line) {
  NcuValues::Value const value = values.read(cell, line);
  if (!is_wanted(names.name)) return;
  launch.metrics.add(pool->subject(names.section, names.name, names.unit, names.label), value.number,
                     text_id(value));
}

void NcuReading::add_listed(MeasuredLaunch& launch, Metric const& names, std::string_view cell,
                            std::uint64_t line) {
  add_metric(launch, names, cell, line);
  // The duration may be there twice; it counts once, and the metric is more exact than what a section shows.
  if (names.name == "gpu__time_duration.sum") {
    if (auto const duration = values.duration_ns(cell, names.unit, line)) launch.duration_ns = duration;
  } else if (names.name == "Duration" && !launch.duration_ns) {
    launch.duration_ns = values.duration_ns(cell, names.unit, line);
  }
}

StringId NcuReading::text_id(NcuValues::Value const& value) const {
  return value.text.empty() ? StringId{} : pool->text(value.text);
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
