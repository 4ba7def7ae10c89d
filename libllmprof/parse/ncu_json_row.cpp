// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_json_row.hpp"

#include <algorithm>
#include <array>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

/// What people call a column, without case, blanks and underscores.
struct KeyName {
  std::string_view key;
  std::size_t NcuColumns::*column;
};

constexpr std::array key_names{
    KeyName{"id", &NcuColumns::id},
    KeyName{"launchid", &NcuColumns::id},
    KeyName{"processid", &NcuColumns::pid},
    KeyName{"pid", &NcuColumns::pid},
    KeyName{"processname", &NcuColumns::process},
    KeyName{"process", &NcuColumns::process},
    KeyName{"hostname", &NcuColumns::host},
    KeyName{"host", &NcuColumns::host},
    KeyName{"kernelname", &NcuColumns::kernel},
    KeyName{"functionname", &NcuColumns::kernel},
    KeyName{"demangledname", &NcuColumns::kernel},
    KeyName{"kernel", &NcuColumns::kernel},
    KeyName{"name", &NcuColumns::kernel},
    KeyName{"context", &NcuColumns::context},
    KeyName{"stream", &NcuColumns::stream},
    KeyName{"blocksize", &NcuColumns::block},
    KeyName{"block", &NcuColumns::block},
    KeyName{"gridsize", &NcuColumns::grid},
    KeyName{"grid", &NcuColumns::grid},
    KeyName{"device", &NcuColumns::device},
    KeyName{"deviceid", &NcuColumns::device},
    KeyName{"cc", &NcuColumns::compute_capability},
    KeyName{"computecapability", &NcuColumns::compute_capability},
    KeyName{"sectionname", &NcuColumns::section},
    KeyName{"bodyitemlabel", &NcuColumns::label},
    KeyName{"metricname", &NcuColumns::metric},
    KeyName{"metricunit", &NcuColumns::unit},
    KeyName{"metricvalue", &NcuColumns::value},
    KeyName{"average", &NcuColumns::value},
    KeyName{"invocations", &NcuColumns::invocations},
    KeyName{"calls", &NcuColumns::invocations},
};

NcuColumns make_columns() {
  NcuColumns columns;
  std::size_t next = 0;
  for (KeyName const& name : key_names) {
    if (columns.*name.column == NcuColumns::none) columns.*name.column = next++;
  }
  columns.push_pop = next++;
  columns.start_stop = next++;
  columns.count = next;
  return columns;
}

/// `Kernel Name`, `kernel_name` and `kernelName` are one.
std::string plain_key(std::string_view key) {
  std::string plain = lower_case(key);
  std::erase_if(plain, [](char c) { return c == ' ' || c == '_' || c == '-'; });
  return plain;
}

std::optional<std::size_t> column_of(std::string_view key) {
  NcuColumns const& columns = ncu_json_columns();
  if (key.find("Push/Pop_Range") != std::string_view::npos) return columns.push_pop;
  if (key.find("Start/Stop_Range") != std::string_view::npos) return columns.start_stop;
  std::string const plain = plain_key(key);
  for (KeyName const& name : key_names) {
    if (name.key == plain) return columns.*name.column;
  }
  return std::nullopt;
}

bool is_null(std::string_view text) { return text == "null" || text == "None"; }

/// The text of a value as a cell of a table has it: `(8, 4, 1)` for a list, nothing for null and objects.
std::string read_cell(JsonScanner& json) {
  switch (json.peek()) {
    case '"': return unescaped(json.string());
    case '{': json.skip(); return {};
    case '[': {
      std::string list;
      json.elements([&] { list += (list.empty() ? "" : ", ") + read_cell(json); });
      return '(' + list + ')';
    }
    default: {
      std::string const text(json.scalar());
      return is_null(text) ? std::string() : text;
    }
  }
}

std::vector<std::string> read_texts(JsonScanner& json) {
  std::vector<std::string> texts;
  if (json.peek() != '[') {
    json.skip();
    return texts;
  }
  json.elements([&] { texts.push_back(read_cell(json)); });
  return texts;
}

/// `Duration [us]` and `Duration (us)`: the unit in the key.
void take_unit_out(NcuJsonMetric& metric) {
  std::string_view const name = metric.name;
  for (std::string_view const brackets : {"[]", "()"}) {
    auto const open = name.rfind(brackets[0]);
    if (open == std::string_view::npos || open == 0 || !name.ends_with(brackets[1])) continue;
    std::string const unit(name.substr(open + 1, name.size() - open - 2));
    if (unit.empty() || unit.find(' ') != std::string::npos || unit == "SM") continue;
    metric.unit = unit;
    metric.name = std::string(trimmed(name.substr(0, open)));
    return;
  }
}

void read_metric_member(JsonScanner& json, std::string_view key, NcuJsonMetric& metric) {
  std::string const plain = plain_key(key);
  std::string const text = read_cell(json);
  if (plain == "section") metric.section = text;
  if (plain == "name") metric.name = text;
  if (plain == "unit") metric.unit = text;
  if (plain == "label") metric.label = text;
  if (plain == "value" && metric.value.empty()) metric.value = text;
  // The cell as ncu printed it says more than its value.
  if (plain == "text") metric.value = text;
}

NcuJsonMetric read_metric(JsonScanner& json, std::string name) {
  NcuJsonMetric metric;
  metric.name = std::move(name);
  if (json.peek() == '{') {
    json.members([&](std::string_view key) { read_metric_member(json, std::string(key), metric); });
  } else {
    metric.value = read_cell(json);
    take_unit_out(metric);
  }
  return metric;
}

/// A list of objects with a name, or an object with a member for each.
void read_metrics(JsonScanner& json, std::vector<NcuJsonMetric>& metrics) {
  if (json.peek() == '[') {
    json.elements([&] { metrics.push_back(read_metric(json, {})); });
  } else if (json.peek() == '{') {
    json.members([&](std::string_view key) { metrics.push_back(read_metric(json, unescaped(key))); });
  } else {
    json.skip();
  }
}

}  // namespace

NcuColumns const& ncu_json_columns() {
  static NcuColumns const columns = make_columns();
  return columns;
}

bool NcuJsonRow::is_launch() const { return !cell(ncu_json_columns().kernel).empty(); }

bool NcuJsonRow::is_units() const {
  NcuColumns const& columns = ncu_json_columns();
  return cell(columns.kernel).empty() && cell(columns.id).empty() && !metrics.empty();
}

void read_ncu_json_member(JsonScanner& json, std::string_view key, NcuJsonRow& row) {
  std::string const name = unescaped(key);
  if (name == "metrics") {
    read_metrics(json, row.metrics);
  } else if (name == "path") {
    row.path = read_texts(json);
  } else if (name == "start_end") {
    row.start_end = read_texts(json);
  } else if (name == "duration_ns") {
    row.duration_ns = read_cell(json);
  } else if (name == "kind") {
    row.kind = read_cell(json);
  } else if (auto const column = column_of(name)) {
    row.cells[*column] = read_cell(json);
  } else {
    row.metrics.push_back(read_metric(json, name));
  }
}

}  // namespace llmprof::inline v0
