// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/parse/ncu_columns.hpp"
#include "libllmprof/parse/ncu_launch.hpp"
#include "libllmprof/parse/ncu_values.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/parse/read_options.hpp"

namespace llmprof::inline v0 {

/// What was read so far; the tables of one file add to it.
struct NcuReading {
  NcuReading(char decimal_mark, WantedMetrics const& wanted_metrics)
      : wanted(wanted_metrics), values(decimal_mark) {}

  /// Metrics that nobody wants are read, so that what is odd about them is said, and not kept.
  [[nodiscard]] bool is_wanted(std::string_view metric) const;

  /// Adds a launch. @return its index.
  std::size_t add(MeasuredLaunch launch);

  /// Reads a cell, and adds it to the metrics of `launch` if it is wanted. `names` has no value and no text.
  void add_metric(MeasuredLaunch& launch, Metric const& names, std::string_view cell, std::uint64_t line);

  /// The same for a page that lists the duration among its metrics: it becomes that of the launch, too.
  void add_listed(MeasuredLaunch& launch, Metric const& names, std::string_view cell, std::uint64_t line);

  /// The text of a value, in the pool.
  [[nodiscard]] StringId text_id(NcuValues::Value const& value) const;

  WantedMetrics wanted;
  std::vector<MeasuredLaunch> launches;
  std::shared_ptr<MetricPool> pool = std::make_shared<MetricPool>();
  NcuValues values;
  NcuLaunchIndex index;
  Sighting odd_rows;       // rows that are not what the header promises
  Sighting repeated_rows;  // launches of a raw page that are there already
  Sighting no_units;       // raw pages whose row of units is missing
};

/// One table of ncu; takes its rows.
class NcuTable {
 public:
  NcuTable() = default;
  NcuTable(NcuTable const&) = delete;  // a table refers to what it fills
  NcuTable& operator=(NcuTable const&) = delete;
  virtual ~NcuTable() = default;

  /// Takes a row. @return false if it is not one of this table.
  virtual bool add(Cells const& cells, std::uint64_t line) = 0;

  /// Takes the row that `text` begins with, if it is much like one before it: that is faster.
  /// @return its size without its line end; 0 if it has to be read, and added, in the usual way.
  [[nodiscard]] virtual std::size_t add_similar(std::string_view /*text*/, std::uint64_t /*line*/) {
    return 0;
  }

  /// True if the row is one that was cut off: it begins well, but lacks cells that it must have.
  [[nodiscard]] virtual bool is_cut_off(Cells const& cells) const = 0;
};

/// The table that `header` begins. `reading` must outlive it.
[[nodiscard]] std::unique_ptr<NcuTable> make_ncu_table(NcuPage page, NcuColumns const& columns,
                                                       Cells const& header, NcuReading& reading);

/// The raw page: a row for each launch, a column for each metric, the units in a row below the header.
[[nodiscard]] std::unique_ptr<NcuTable> make_ncu_raw_page(NcuColumns const& columns, Cells const& header,
                                                          NcuReading& reading);

/// The details page: a row for each metric, and for each advice of a rule, of each launch.
[[nodiscard]] std::unique_ptr<NcuTable> make_ncu_details_page(NcuColumns const& columns, NcuReading& reading);

/// A table of `--print-summary`: minimum, maximum and average of each metric of each kernel.
[[nodiscard]] std::unique_ptr<NcuTable> make_ncu_summary(NcuColumns const& columns, NcuReading& reading);

}  // namespace llmprof::inline v0
