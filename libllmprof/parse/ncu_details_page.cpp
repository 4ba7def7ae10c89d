// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_tables.hpp"
#include "libllmprof/parse/number.hpp"

namespace llmprof::inline v0 {
namespace {

class NcuDetailsPage final : public NcuTable {
 public:
  NcuDetailsPage(NcuColumns const& columns, NcuReading& reading) : columns_(columns), reading_(reading) {}

  bool add(Cells const& cells, std::uint64_t line) override;
  [[nodiscard]] bool is_cut_off(Cells const& cells) const override;

 private:
  void add_metric(MeasuredLaunch& launch, Cells const& cells, std::uint64_t line);

  NcuColumns columns_;
  NcuReading& reading_;
};

bool NcuDetailsPage::add(Cells const& cells, std::uint64_t line) {
  // Rows of metrics may stop behind the value: the columns of the rules are missing then.
  if (cells.size() > columns_.count || cells.size() <= columns_.value) return false;
  if (!is_ncu_launch(cells, columns_)) return false;
  auto index = reading_.index.find(reading_.launches, cells, columns_);
  if (!index) {
    index = reading_.add(read_ncu_launch(cells, columns_, line));
    reading_.launches[*index].metrics = MetricList(reading_.pool);
  }
  add_metric(reading_.launches[*index], cells, line);
  return true;
}

bool NcuDetailsPage::is_cut_off(Cells const& cells) const {
  return cells.size() <= columns_.value && read_integer<std::uint64_t>(cell_of(cells, columns_.id));
}

void NcuDetailsPage::add_metric(MeasuredLaunch& launch, Cells const& cells, std::uint64_t line) {
  std::string_view const name = cell_of(cells, columns_.metric);
  if (name.empty()) return;  // the advice of a rule
  reading_.add_listed(launch,
                      {.section = cell_of(cells, columns_.section),
                       .name = name,
                       .unit = cell_of(cells, columns_.unit),
                       .label = cell_of(cells, columns_.label)},
                      cell_of(cells, columns_.value), line);
}

}  // namespace

std::unique_ptr<NcuTable> make_ncu_details_page(NcuColumns const& columns, NcuReading& reading) {
  return std::make_unique<NcuDetailsPage>(columns, reading);
}

}  // namespace llmprof::inline v0
