// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "libllmprof/parse/ncu_tables.hpp"
#include "libllmprof/parse/number.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view duration_metric = "gpu__time_duration.sum";
constexpr std::string_view unknown_unit = "?";

class NcuRawPage final : public NcuTable {
 public:
  NcuRawPage(NcuColumns const& columns, Cells const& header, NcuReading& reading);

  bool add(Cells const& cells, std::uint64_t line) override;
  [[nodiscard]] bool is_cut_off(Cells const& cells) const override;

 private:
  struct Column {
    std::size_t index;
    std::string name;
    std::string unit;
    MetricPool::Subject subject;
  };

  [[nodiscard]] bool is_units(Cells const& cells) const;
  void read_units(Cells const& cells);
  void add_launch(Cells const& cells, std::uint64_t line);

  NcuColumns columns_;
  NcuReading& reading_;
  std::vector<Column> metrics_;
  Column const* duration_ = nullptr;
  bool has_units_ = false;
  bool has_rows_ = false;
};

NcuRawPage::NcuRawPage(NcuColumns const& columns, Cells const& header, NcuReading& reading)
    : columns_(columns), reading_(reading) {
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (is_metric_name(header[i])) {
      metrics_.push_back({i, std::string(header[i]), std::string(unknown_unit), {}});
    }
  }
  for (Column& column : metrics_) {
    column.subject = reading.pool->subject({}, column.name, column.unit);
    if (column.name == duration_metric) duration_ = &column;
  }
}

bool NcuRawPage::add(Cells const& cells, std::uint64_t line) {
  if (cells.size() != columns_.count) return false;
  if (is_units(cells)) {
    if (!has_rows_) read_units(cells);
    return !has_rows_;
  }
  if (!is_ncu_launch(cells, columns_)) return false;
  if (!has_rows_ && !has_units_) reading_.no_units.add(line, cell_of(cells, columns_.id));
  has_rows_ = true;
  add_launch(cells, line);
  return true;
}

bool NcuRawPage::is_units(Cells const& cells) const {
  return cell_of(cells, columns_.id).empty() && cell_of(cells, columns_.pid).empty() &&
         cell_of(cells, columns_.kernel).empty();
}

bool NcuRawPage::is_cut_off(Cells const& cells) const {
  return cells.size() < columns_.count && read_integer<std::uint64_t>(cell_of(cells, columns_.id));
}

void NcuRawPage::read_units(Cells const& cells) {
  has_units_ = true;
  for (Column& column : metrics_) {
    column.unit = cells[column.index];
    column.subject = reading_.pool->subject({}, column.name, column.unit);
  }
}

void NcuRawPage::add_launch(Cells const& cells, std::uint64_t line) {
  if (reading_.index.find(reading_.launches, cells, columns_)) {
    reading_.repeated_rows.add(line, cell_of(cells, columns_.id));
    return;
  }
  MeasuredLaunch launch = read_ncu_launch(cells, columns_, line);
  launch.metrics = MetricList(reading_.pool);
  launch.metrics.reserve(metrics_.size());
  for (Column const& column : metrics_) {
    reading_.values.add(launch.metrics, *reading_.pool, column.subject, cells[column.index], line);
  }
  if (duration_ != nullptr && has_units_) {
    launch.duration_ns = reading_.values.duration_ns(cells[duration_->index], duration_->unit, line);
  }
  reading_.add(std::move(launch));
}

}  // namespace

std::unique_ptr<NcuTable> make_ncu_raw_page(NcuColumns const& columns, Cells const& header,
                                            NcuReading& reading) {
  return std::make_unique<NcuRawPage>(columns, header, reading);
}

}  // namespace llmprof::inline v0
