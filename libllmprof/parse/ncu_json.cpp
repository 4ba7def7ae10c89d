// SPDX-License-Identifier: MIT
#include "llmprof/parse/ncu_json.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include "libllmprof/model/names.hpp"
#include "libllmprof/parse/ncu_json_row.hpp"
#include "libllmprof/parse/ncu_tables.hpp"
#include "libllmprof/parse/number.hpp"
#include "libllmprof/parse/written_label.hpp"
#include "libllmprof/support/block_source.hpp"
#include "libllmprof/support/json_scanner.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/input.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view metrics_schema = "llmprof.metrics/";

/// Members of an outer object under which people put their rows.
bool holds_rows(std::string_view key) {
  constexpr std::array keys{"launches", "rows", "kernels", "results", "data", "actions"};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Reads one document. Rows are counted from 1, and stand where tables have lines.
class NcuJson {
 public:
  NcuJson(BlockSource& blocks, std::string source, ReadOptions const& options)
      : blocks_(blocks),
        json_(blocks),
        source_(std::move(source)),
        progress_(options.progress),
        reading_('.', options.metrics) {}

  Metrics read() {
    try {
      read_document();
    } catch (JsonBreak const& what) {
      report_break(what);
    }
    if (reading_.launches.empty()) {
      throw ParseError(
          source_, {},
          "no object in it names a kernel ('Kernel Name', 'kernel' or 'name') that ncu measured");
    }
    return take();
  }

 private:
  void read_document() {
    if (json_.peek() == '[') {
      read_rows();
    } else {
      NcuJsonRow row = new_row();
      json_.members([&](std::string_view key) { read_root_member(key, row); });
      add(row);
    }
    json_.expect_end();
  }

  void read_root_member(std::string_view key, NcuJsonRow& row) {
    bool const is_list = json_.peek() == '[';
    if (is_list && holds_rows(key)) return read_rows();
    if (is_list && key == "diagnostics") return json_.skip();
    if (key == "schema") return check_schema();
    read_ncu_json_member(json_, key, row);
  }

  void check_schema() {
    std::string const schema(json_.text());
    if (schema.starts_with(metrics_schema) && schema != std::string(metrics_schema) + '1') {
      throw ParseError(source_, {},
                       schema +
                           ": written by a newer llmprof; this one reads up to llmprof.metrics/1. Update "
                           "llmprof, or write the file with this version");
    }
  }

  void read_rows() {
    constexpr std::uint64_t between_progress = 256;
    json_.elements([&] {
      if (json_.peek() != '{') {
        reading_.odd_rows.add(row_ + 1, json_.peek() == '[' ? "a list" : "a value");
        return json_.skip();
      }
      NcuJsonRow row = new_row();
      json_.members([&](std::string_view key) { read_ncu_json_member(json_, key, row); });
      add(row);
      if (row_ % between_progress == 0 && progress_) progress_(blocks_.share());
    });
  }

  static NcuJsonRow new_row() {
    NcuJsonRow row;
    row.cells.resize(ncu_json_columns().count);
    return row;
  }

  void add(NcuJsonRow& row) {
    ++row_;
    if (row.is_units()) return remember_units(row);
    if (!row.is_launch()) {
      if (!row.metrics.empty()) reading_.odd_rows.add(row_, "an object without a kernel");
      return;
    }
    NcuColumns const& columns = ncu_json_columns();
    bool const is_detail = !row.cell(columns.metric).empty();
    complete(row, is_detail);
    Cells const cells(row.cells.begin(), row.cells.end());
    auto index = is_detail ? reading_.index.find(reading_.launches, cells, columns) : std::nullopt;
    if (!index) index = reading_.add(new_launch(row, cells));
    MeasuredLaunch& launch = reading_.launches[*index];
    if (is_detail) {
      reading_.add_listed(launch,
                          {.section = row.cell(columns.section),
                           .name = row.cell(columns.metric),
                           .unit = row.cell(columns.unit),
                           .label = row.cell(columns.label)},
                          row.cell(columns.value), row_);
    } else {
      for (NcuJsonMetric const& metric : row.metrics) add_metric(launch, metric);
    }
    if (row.duration_ns) set_duration(launch, *row.duration_ns);
  }

  /// Scripts leave out what they do not need: an ID is made up, of rows by launch a new one each.
  void complete(NcuJsonRow& row, bool is_detail) {
    NcuColumns const& columns = ncu_json_columns();
    if (!read_integer<std::uint64_t>(row.cell(columns.id))) {
      row.cells[columns.id] = std::to_string(is_detail ? 0 : row_ - 1);
    }
    if (!read_integer<std::int64_t>(row.cell(columns.pid))) row.cells[columns.pid] = "0";
  }

  [[nodiscard]] MeasuredLaunch new_launch(NcuJsonRow const& row, Cells const& cells) const {
    MeasuredLaunch launch = read_ncu_launch(cells, ncu_json_columns(), row_);
    launch.metrics = MetricList(reading_.pool);
    if (!row.path.empty()) launch.path = labels(row.path);
    if (!row.start_end.empty()) launch.start_end = labels(row.start_end);
    auto const invocations = read_integer<std::uint64_t>(row.cell(ncu_json_columns().invocations));
    if (invocations.value_or(0) > 0) launch.invocations = *invocations;
    if (launch.invocations > 1) launch.kind = MeasuredKind::summary;
    if (auto const kind = measured_kind_named(row.kind)) launch.kind = *kind;
    return launch;
  }

  /// What is no label as llmprof writes it is a plain name.
  static std::vector<Label> labels(std::vector<std::string> const& texts) {
    std::vector<Label> labels;
    labels.reserve(texts.size());
    for (std::string const& text : texts) labels.push_back(written_label(text).value_or(Label{"", text}));
    return labels;
  }

  void add_metric(MeasuredLaunch& launch, NcuJsonMetric const& metric) {
    if (metric.name.empty()) return;
    std::string const& unit = metric.unit.empty() ? unit_of(metric.name) : metric.unit;
    reading_.add_listed(launch,
                        {.section = metric.section, .name = metric.name, .unit = unit, .label = metric.label},
                        metric.value, row_);
  }

  void remember_units(NcuJsonRow const& row) {
    for (NcuJsonMetric const& metric : row.metrics) units_[metric.name] = metric.value;
  }

  [[nodiscard]] std::string const& unit_of(std::string const& metric) const {
    static std::string const none;
    auto const found = units_.find(metric);
    return found == units_.end() ? none : found->second;
  }

  void set_duration(MeasuredLaunch& launch, std::string const& duration_ns) {
    if (duration_ns.empty()) return;
    if (auto const duration = reading_.values.duration_ns(duration_ns, "ns", row_))
      launch.duration_ns = duration;
  }

  void report_break(JsonBreak const& what) {
    break_ = "the JSON breaks at byte " + std::to_string(what.offset()) + ": " + what.what();
    if (reading_.launches.empty()) throw ParseError(source_, {}, break_);
  }

  Metrics take() {
    reading_.values.check_durations(source_);
    Metrics metrics;
    metrics.source = source_;
    metrics.format = to_string(InputKind::ncu_json);
    metrics.diagnostics = reading_.values.diagnostics(source_);
    for (Diagnostic& diagnostic : metrics.diagnostics) diagnostic.line.reset();  // rows are no lines
    if (reading_.odd_rows.count > 0) {
      metrics.diagnostics.push_back({Severity::warning,
                                     counted(reading_.odd_rows, "element") + " left out; the first, row " +
                                         std::to_string(reading_.odd_rows.line) + ", is " +
                                         reading_.odd_rows.text,
                                     source_,
                                     {}});
    }
    if (!break_.empty()) {
      metrics.diagnostics.push_back(
          {Severity::warning, break_ + "; the rest is not read, so launches may be missing", source_, {}});
    }
    metrics.launches = std::move(reading_.launches);
    return metrics;
  }

  BlockSource& blocks_;
  JsonScanner json_;
  std::string source_;
  Progress progress_;
  NcuReading reading_;
  std::map<std::string, std::string> units_;  // of a row of units, by metric
  std::uint64_t row_ = 0;
  std::string break_;
};

}  // namespace

Metrics read_ncu_json(std::string_view text, std::string source, ReadOptions const& options) {
  auto const blocks = memory_blocks(text);
  return NcuJson(*blocks, std::move(source), options).read();
}

Metrics read_ncu_json_file(std::filesystem::path const& path, ReadOptions const& options) {
  auto const blocks = inflated(file_blocks(path));
  return NcuJson(*blocks, path == "-" ? "standard input" : path.string(), options).read();
}

}  // namespace llmprof::inline v0
