// SPDX-License-Identifier: MIT
#include "libllmprof/report/counter_table.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "libllmprof/model/key_counters.hpp"
#include "libllmprof/report/counter_scale.hpp"
#include "libllmprof/report/render.hpp"
#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

CounterSummary const* counter_of(MeasuredKernel const& measured, std::string_view name) {
  auto const found = std::find_if(measured.counters.begin(), measured.counters.end(),
                                  [&](CounterSummary const& counter) { return counter.name == name; });
  return found == measured.counters.end() ? nullptr : &*found;
}

std::string value_text(CounterSummary const* counter, KeyCounter const& key) {
  if (counter == nullptr) return std::string(not_available);
  return fixed(counter->mean * counter_scale(key.unit).factor, 1);
}

std::vector<KeyCounter> counters_in(std::span<MeasuredKernel const> kernels) {
  std::vector<KeyCounter> found;
  for (KeyCounter const& key : key_counters()) {
    bool const is_there = std::any_of(kernels.begin(), kernels.end(), [&](MeasuredKernel const& measured) {
      return counter_of(measured, key.name) != nullptr;
    });
    if (is_there) found.push_back(key);
  }
  return found;
}

}  // namespace

Table counter_table(Profile const& profile, std::size_t most) {
  auto const kernels = std::span(profile.measured).first(std::min(most, profile.measured.size()));
  auto const counters = counters_in(kernels);
  Table table{{{"kernel", ColumnKind::name},
               {"measured", ColumnKind::number},
               {"like it", ColumnKind::number},
               {"ncu_us", ColumnKind::number}},
              {}};
  for (KeyCounter const& key : counters)
    table.columns.push_back({scaled_title(key.title, key.unit), ColumnKind::number});
  for (MeasuredKernel const& measured : kernels) {
    auto const us =
        measured.mean_duration_ns ? fixed(*measured.mean_duration_ns / 1e3, 2) : std::string(not_available);
    auto const like = measured.like_calls ? std::to_string(*measured.like_calls) : std::string(not_available);
    std::vector<Cell> row{profile.kernel_names[measured.kernel], std::to_string(measured.launches), like, us};
    for (KeyCounter const& key : counters) row.emplace_back(value_text(counter_of(measured, key.name), key));
    table.rows.push_back(std::move(row));
  }
  return table;
}

void add_utilisation(Table& table, std::vector<KernelRecord> const& rows, Profile const& profile) {
  std::vector<MeasuredKernel> shown;  // one a row; without counters where ncu did not measure it
  for (KernelRecord const& row : rows) {
    auto const found =
        std::find_if(profile.measured.begin(), profile.measured.end(),
                     [&](auto const& measured) { return profile.kernel_names[measured.kernel] == row.name; });
    shown.push_back(found == profile.measured.end() ? MeasuredKernel() : *found);
  }
  for (KeyCounter const& key : counters_in(shown)) {
    if (key.unit != "%") continue;
    table.columns.push_back({scaled_title(key.title, key.unit), ColumnKind::number});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      table.rows[i].emplace_back(value_text(counter_of(shown[i], key.name), key));
    }
  }
}

}  // namespace llmprof::inline v0
