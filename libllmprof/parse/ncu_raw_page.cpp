// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>
#include <vector>

#include "libllmprof/parse/csv_row_diff.hpp"
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
  std::size_t add_similar(std::string_view text, std::uint64_t line) override;
  [[nodiscard]] bool is_cut_off(Cells const& cells) const override;

 private:
  struct Column {
    std::size_t index;
    std::string name;
    std::string unit;
    MetricPool::Subject subject;
    bool is_wanted = true;
  };

  /// A cell of the kept row.
  struct Kept {
    Column const* column = nullptr;  // if it is a metric
    std::size_t place = 0;           // in base_, if it is wanted
    bool is_missing = false;         // as in NcuValues::Value
    bool is_foreign = false;
  };

  [[nodiscard]] bool is_units(Cells const& cells) const;
  void read_units(Cells const& cells);
  void add_launch(Cells const& cells, std::uint64_t line);
  NcuValues::Value read(Column const& column, Cells const& cells, std::uint64_t line);
  [[nodiscard]] bool is_repeated(Cells const& cells, std::uint64_t line);
  void finish_launch(Cells const& cells, std::uint64_t line, MetricList metrics);
  [[nodiscard]] std::size_t keep(std::string_view text, std::uint64_t line);
  void read_kept(Cells const& cells, std::uint64_t line);
  [[nodiscard]] MetricList changed_metrics(std::uint64_t line);

  NcuColumns columns_;
  NcuReading& reading_;
  std::vector<Column> metrics_;
  Column const* duration_ = nullptr;
  bool has_units_ = false;
  bool has_rows_ = false;

  // The row that the others are compared with.
  CsvRowDiff diff_;
  std::vector<Kept> kept_;                  // for each of its cells
  std::shared_ptr<MetricList const> base_;  // its wanted metrics
  std::uint64_t kept_missing_ = 0;
  std::uint64_t kept_foreign_ = 0;
  std::vector<MetricList::Change> changes_;  // reused by each row
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
    column.is_wanted = reading.is_wanted(column.name);
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

NcuValues::Value NcuRawPage::read(Column const& column, Cells const& cells, std::uint64_t line) {
  std::string_view const cell = cells[column.index];
  return column.is_wanted ? reading_.values.read(cell, line) : reading_.values.check(cell, line);
}

void NcuRawPage::add_launch(Cells const& cells, std::uint64_t line) {
  if (is_repeated(cells, line)) return;
  MetricList metrics(reading_.pool);
  for (Column const& column : metrics_) {
    NcuValues::Value const value = read(column, cells, line);
    if (column.is_wanted) metrics.add(column.subject, value.number, reading_.text_id(value));
  }
  finish_launch(cells, line, std::move(metrics));
}

bool NcuRawPage::is_repeated(Cells const& cells, std::uint64_t line) {
  if (!reading_.index.find(reading_.launches, cells, columns_)) return false;
  reading_.repeated_rows.add(line, cell_of(cells, columns_.id));
  return true;
}

void NcuRawPage::finish_launch(Cells const& cells, std::uint64_t line, MetricList metrics) {
  MeasuredLaunch launch = read_ncu_launch(cells, columns_, line);
  launch.metrics = std::move(metrics);
  if (duration_ != nullptr && has_units_) {
    launch.duration_ns = reading_.values.duration_ns(cells[duration_->index], duration_->unit, line);
  }
  reading_.add(std::move(launch));
}

std::size_t NcuRawPage::add_similar(std::string_view text, std::uint64_t line) {
  if (!has_rows_) return 0;  // the units come first, and a launch to see that this is a table at all
  if (!diff_.has_row()) return keep(text, line);
  std::size_t const size = diff_.read(text);
  if (size == 0 || !is_ncu_launch(diff_.cells(), columns_)) return 0;
  if (!is_repeated(diff_.cells(), line)) finish_launch(diff_.cells(), line, changed_metrics(line));
  return size;
}

/// Adds the row that `text` begins with and keeps it, so that later rows are compared with it.
std::size_t NcuRawPage::keep(std::string_view text, std::uint64_t line) {
  std::size_t const size = diff_.keep(text);
  Cells const& cells = diff_.cells();
  if (size == 0 || cells.size() != columns_.count || !is_ncu_launch(cells, columns_) ||
      reading_.index.find(reading_.launches, cells, columns_)) {
    diff_.forget();
    return 0;
  }
  read_kept(cells, line);
  finish_launch(cells, line, MetricList(base_, {}));
  return size;
}

void NcuRawPage::read_kept(Cells const& cells, std::uint64_t line) {
  auto base = std::make_shared<MetricList>(reading_.pool);
  kept_.assign(cells.size(), {});
  for (Column const& column : metrics_) {
    NcuValues::Value const value = read(column, cells, line);
    kept_[column.index] = {&column, base->size(), value.is_missing, value.is_foreign};
    kept_missing_ += value.is_missing ? 1U : 0U;
    kept_foreign_ += value.is_foreign ? 1U : 0U;
    if (column.is_wanted) base->add(column.subject, value.number, reading_.text_id(value));
  }
  base_ = std::move(base);
}

/// The metrics of the row that diff_ has read. Every cell that differs from the kept row is read; the others
/// say what they said there.
MetricList NcuRawPage::changed_metrics(std::uint64_t line) {
  changes_.clear();
  std::uint64_t missing = kept_missing_;
  std::uint64_t foreign = kept_foreign_;
  for (std::uint32_t const index : diff_.changed()) {
    Kept const& kept = kept_[index];
    if (kept.column == nullptr) continue;
    missing -= kept.is_missing ? 1U : 0U;
    foreign -= kept.is_foreign ? 1U : 0U;
    NcuValues::Value const value = read(*kept.column, diff_.cells(), line);
    if (kept.column->is_wanted) changes_.push_back({kept.place, value.number, reading_.text_id(value)});
  }
  reading_.values.count_again(missing, foreign);
  return {base_, changes_};
}

}  // namespace

std::unique_ptr<NcuTable> make_ncu_raw_page(NcuColumns const& columns, Cells const& header,
                                            NcuReading& reading) {
  return std::make_unique<NcuRawPage>(columns, header, reading);
}

}  // namespace llmprof::inline v0
