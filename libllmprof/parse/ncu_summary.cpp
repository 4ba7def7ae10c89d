// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <unordered_map>

#include "libllmprof/parse/ncu_nvtx.hpp"
#include "libllmprof/parse/ncu_tables.hpp"
#include "libllmprof/parse/number.hpp"

namespace llmprof::inline v0 {
namespace {

class NcuSummary final : public NcuTable {
 public:
  NcuSummary(NcuColumns const& columns, NcuReading& reading) : columns_(columns), reading_(reading) {}

  bool add(Cells const& cells, std::uint64_t line) override;
  [[nodiscard]] bool is_cut_off(Cells const& cells) const override { return cells.size() < columns_.count; }

 private:
  [[nodiscard]] std::string key_of(Cells const& cells) const;
  std::size_t find_or_add(Cells const& cells, std::uint64_t invocations, std::uint64_t line);
  void add_metric(MeasuredLaunch& launch, Cells const& cells, std::uint64_t line);

  NcuColumns columns_;
  NcuReading& reading_;
  std::unordered_map<std::string, std::size_t> known_;
};

bool NcuSummary::add(Cells const& cells, std::uint64_t line) {
  if (cells.size() != columns_.count) return false;
  auto const invocations = read_integer<std::uint64_t>(cell_of(cells, columns_.invocations));
  if (!invocations || *invocations == 0) return false;
  std::size_t const index = find_or_add(cells, *invocations, line);
  add_metric(reading_.launches[index], cells, line);
  return true;
}

/// All columns that say which launches a row sums up, joined.
std::string NcuSummary::key_of(Cells const& cells) const {
  std::string key;
  for (std::size_t const column :
       {columns_.pid, columns_.process, columns_.host, columns_.domain, columns_.ranges, columns_.push_pop,
        columns_.kernel, columns_.block, columns_.grid, columns_.device, columns_.compute_capability,
        columns_.invocations}) {
    key += cell_of(cells, column);
    key += '\x1f';
  }
  return key;
}

std::size_t NcuSummary::find_or_add(Cells const& cells, std::uint64_t invocations, std::uint64_t line) {
  auto const [known, is_new] = known_.emplace(key_of(cells), reading_.launches.size());
  if (is_new) {
    MeasuredLaunch launch = read_ncu_launch(cells, columns_, line);
    launch.kind = MeasuredKind::summary;
    launch.invocations = invocations;
    launch.metrics = MetricList(reading_.pool);
    if (columns_.ranges != NcuColumns::none) {
      launch.path = read_ranges_of_domain(cell_of(cells, columns_.domain), cell_of(cells, columns_.ranges));
    }
    reading_.add(std::move(launch));
  }
  return known->second;
}

void NcuSummary::add_metric(MeasuredLaunch& launch, Cells const& cells, std::uint64_t line) {
  std::string_view const name = cell_of(cells, columns_.metric);
  std::string_view const unit = cell_of(cells, columns_.unit);
  std::string_view const average = cell_of(cells, columns_.value);
  if (name.empty()) return;
  reading_.add_metric(launch, {.section = cell_of(cells, columns_.section), .name = name, .unit = unit},
                      average, line);
  bool const is_exact = name == "gpu__time_duration.sum";
  if (!is_exact && (name != "Duration" || launch.duration_ns)) return;
  if (auto const duration = reading_.values.duration_ns(average, unit, line)) launch.duration_ns = duration;
}

}  // namespace

std::unique_ptr<NcuTable> make_ncu_summary(NcuColumns const& columns, NcuReading& reading) {
  return std::make_unique<NcuSummary>(columns, reading);
}

}  // namespace llmprof::inline v0
