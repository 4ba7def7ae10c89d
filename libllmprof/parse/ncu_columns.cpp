// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_columns.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "libllmprof/parse/csv_line.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr auto none = NcuColumns::none;

struct NamedColumn {
  std::string_view name;
  std::size_t NcuColumns::*place;
};

constexpr std::array named_columns{
    NamedColumn{"ID", &NcuColumns::id},
    NamedColumn{"Process ID", &NcuColumns::pid},
    NamedColumn{"Process Name", &NcuColumns::process},
    NamedColumn{"Host Name", &NcuColumns::host},
    NamedColumn{"Kernel Name", &NcuColumns::kernel},
    NamedColumn{"Context", &NcuColumns::context},
    NamedColumn{"Stream", &NcuColumns::stream},
    NamedColumn{"Block Size", &NcuColumns::block},
    NamedColumn{"Grid Size", &NcuColumns::grid},
    NamedColumn{"Device", &NcuColumns::device},
    NamedColumn{"CC", &NcuColumns::compute_capability},
    NamedColumn{"Section Name", &NcuColumns::section},
    NamedColumn{"Body Item Label", &NcuColumns::label},
    NamedColumn{"Metric Name", &NcuColumns::metric},
    NamedColumn{"Metric Unit", &NcuColumns::unit},
    NamedColumn{"Metric Value", &NcuColumns::value},
    NamedColumn{"Average", &NcuColumns::value},
    NamedColumn{"Invocations", &NcuColumns::invocations},
    NamedColumn{"Domain", &NcuColumns::domain},
};

/// Names that end in a list of attributes, which may grow: these words are enough.
constexpr std::array columns_by_word{
    NamedColumn{"Push/Pop_Range", &NcuColumns::push_pop},
    NamedColumn{"Start/Stop_Range", &NcuColumns::start_stop},
};

void place(NcuColumns& columns, std::string_view name, std::size_t index) {
  for (NamedColumn const& column : named_columns) {
    if (column.name == name) columns.*column.place = index;
  }
  for (NamedColumn const& column : columns_by_word) {
    if (name.find(column.name) != npos) columns.*column.place = index;
  }
  if (name.starts_with("Range:")) columns.ranges = index;
}

}  // namespace

NcuColumns find_ncu_columns(Cells const& header) {
  NcuColumns columns;
  columns.count = header.size();
  for (std::size_t i = 0; i < header.size(); ++i) place(columns, trimmed(header[i]), i);
  return columns;
}

std::optional<NcuPage> find_ncu_page(NcuColumns const& columns) {
  if (columns.kernel == none) return std::nullopt;
  if (columns.invocations != none && columns.metric != none) return NcuPage::summary;
  if (columns.id == none && columns.pid == none && columns.metric == none) return std::nullopt;
  return columns.metric != none || columns.value != none ? NcuPage::details : NcuPage::raw;
}

std::optional<std::size_t> find_ncu_header(std::string_view line) {
  if (line.find("Kernel Name") == npos) return std::nullopt;
  // ncu quotes every name; a table that another program has written again may have none.
  for (std::string_view const first : {R"("ID",)", R"("Process ID",)", R"("Domain",)", ""}) {
    auto const begin = line.find(first);
    if (begin == npos) continue;
    CsvLine const header(line.substr(begin));
    if (find_ncu_page(find_ncu_columns(header.cells()))) return begin;
  }
  return std::nullopt;
}

std::string_view find_other_ncu_page(std::string_view line) {
  for (std::string_view const name : {"Launch Attribute", "Session Attribute", "Device Attribute"}) {
    if (line.find(name) != npos && line.find(',') != npos) return "session";
  }
  bool const has_source = line.find("\"Source\"") != npos;
  bool const has_samples = line.find("# Samples") != npos || line.find("Warp Stall Sampling") != npos ||
                           line.find("\"Address\"") != npos;
  return has_source && has_samples ? "source" : "";
}

std::string_view missing_ncu_column(NcuColumns const& columns, NcuPage page) {
  auto const lacks = [&](std::size_t NcuColumns::*column) { return columns.*column == none; };
  if (page != NcuPage::summary && lacks(&NcuColumns::id)) return "ID";
  if (page != NcuPage::summary && lacks(&NcuColumns::pid)) return "Process ID";
  if (page == NcuPage::raw) return "";
  if (lacks(&NcuColumns::metric)) return "Metric Name";
  if (lacks(&NcuColumns::unit)) return "Metric Unit";
  if (lacks(&NcuColumns::value)) return page == NcuPage::summary ? "Average" : "Metric Value";
  return "";
}

bool is_metric_name(std::string_view name) noexcept {
  auto const is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  // Names of metrics have an underscore (sm__cycles_active.avg, inst_executed); those of other columns do
  // not.
  return name.find('_') != npos && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::all_of(name.begin(), name.end(), is_part);
}

}  // namespace llmprof::inline v0
