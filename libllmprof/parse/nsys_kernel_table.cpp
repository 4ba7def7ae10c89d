// SPDX-License-Identifier: MIT
#include "libllmprof/parse/nsys_kernel_table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "libllmprof/parse/nsys_report.hpp"
#include "libllmprof/support/checked_sum.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double largest = 9e18;  // about what an int64 holds
constexpr std::size_t longest_shown = 100;

template <class Number, class Pick>
std::optional<Number> pick(std::optional<Number> a, std::optional<Number> b, Pick pick_one) {
  if (!a || !b) return std::nullopt;
  return pick_one(*a, *b);
}

/// Standard deviation of two samples put together.
std::optional<double> pooled_stddev(KernelRecord const& a, KernelRecord const& b) {
  bool const known = a.mean_ns && b.mean_ns && (a.stddev_ns || a.calls == 1) && (b.stddev_ns || b.calls == 1);
  if (!known) return std::nullopt;
  auto const n_a = static_cast<double>(a.calls);
  auto const n_b = static_cast<double>(b.calls);
  double const s_a = a.stddev_ns.value_or(0);
  double const s_b = b.stddev_ns.value_or(0);
  double const distance = *a.mean_ns - *b.mean_ns;
  double const squares =
      (n_a - 1) * s_a * s_a + (n_b - 1) * s_b * s_b + distance * distance * n_a * n_b / (n_a + n_b);
  return std::sqrt(squares / (n_a + n_b - 1));
}

/// @throws Error if the sums do not fit.
void merge(KernelRecord& into, KernelRecord const& other) {
  into.stddev_ns = pooled_stddev(into, other);
  if (into.total_ns && other.total_ns) {
    add_checked(*into.total_ns, *other.total_ns);
  } else {
    into.total_ns.reset();
  }
  into.min_ns = pick(into.min_ns, other.min_ns, [](auto a, auto b) { return std::min(a, b); });
  into.max_ns = pick(into.max_ns, other.max_ns, [](auto a, auto b) { return std::max(a, b); });
  add_checked(into.calls, other.calls);
  into.median_ns.reset();
  into.mean_ns.reset();
  if (into.total_ns) into.mean_ns = static_cast<double>(*into.total_ns) / static_cast<double>(into.calls);
}

std::string joined(NsysKernelTable::Cells const& cells) {
  std::string text;
  for (std::string_view const cell : cells) text.append(text.empty() ? "" : ", ").append(cell);
  return text;
}

}  // namespace

NsysKernelTable::NsysKernelTable(Cells const& header, std::string const& source, std::uint64_t line)
    : source_(source), header_line_(line), column_count_(header.size()) {
  find(name_, header, {"Name"});
  find(calls_, header, {"Instances"});
  find(total_, header, {"Total Time"});
  find(mean_, header, {"Avg", "Average"});
  find(median_, header, {"Med", "Median"});
  find(min_, header, {"Min", "Minimum"});
  find(max_, header, {"Max", "Maximum"});
  find(stddev_, header, {"StdDev"});
  require(name_, header, "Name");
  require(calls_, header, "Instances");
  require(total_, header, "Total Time (ns)");
}

void NsysKernelTable::find(Column& column, Cells const& header,
                           std::initializer_list<std::string_view> names) const {
  for (std::size_t i = 0; i < header.size(); ++i) {
    NsysTitle const title = read_nsys_title(header[i]);
    if (std::find(names.begin(), names.end(), title.name) == names.end()) continue;
    auto const factor = ns_per(title);
    if (!factor) {
      throw ParseError(
          source_, header_line_,
          "column '" + std::string(header[i]) + "': its unit is not one of time (ns, us, ms, s)");
    }
    column = {std::string(header[i]), i, *factor};
    return;
  }
}

void NsysKernelTable::require(Column const& column, Cells const& header, std::string_view name) const {
  if (column.index != none) return;
  throw ParseError(source_, header_line_,
                   "the kernel table of nsys has no column '" + std::string(name) +
                       "', only: " + joined(header) +
                       "; make it with `nsys stats --report cuda_gpu_kern_sum --format csv`");
}

std::optional<std::string> NsysKernelTable::add(Cells const& cells, std::uint64_t line) {
  if (cells.size() != column_count_) {
    return "its number of cells is " + std::to_string(cells.size()) + ", that of the header " +
           std::to_string(column_count_);
  }
  odd_ = nullptr;
  KernelRecord record;
  record.name = cells[name_.index];
  auto const calls = number(calls_, cells);
  if (!odd_ && (!calls || *calls < 1 || *calls != std::floor(*calls))) odd_ = &calls_;
  record.total_ns = whole_ns(total_, cells);
  record.mean_ns = number(mean_, cells);
  record.min_ns = whole_ns(min_, cells);
  record.median_ns = number(median_, cells);
  record.max_ns = whole_ns(max_, cells);
  if (calls > 1.0) record.stddev_ns = number(stddev_, cells);  // nsys prints 0 for one call
  if (odd_) {
    return "column '" + odd_->title + "': '" + std::string(cells[odd_->index].substr(0, longest_shown)) +
           "' is not what it must be, a number of 0 or more" +
           (odd_ == &calls_ ? " (calls: a whole number of 1 or more)" : "");
  }
  record.calls = static_cast<std::uint64_t>(*calls);
  auto const [known, is_new] = by_name_.emplace(record.name, records_.size());
  if (is_new) {
    records_.push_back(std::move(record));
  } else {
    add_to(records_[known->second], record, line);
    ++merged_;
  }
  return std::nullopt;
}

bool NsysKernelTable::is_like_row(Cells const& cells) const {
  if (cells.size() != column_count_) return false;
  NumberReader numbers;
  return numbers.read(cells[calls_.index]) || numbers.read(cells[total_.index]);
}

void NsysKernelTable::add_to(KernelRecord& known, KernelRecord const& record, std::uint64_t line) const {
  try {
    merge(known, record);
  } catch (Error const& error) {
    throw ParseError(source_, line, error.what());
  }
}

/// The cell in ns; absent if the table has no such column, or the cell is empty, or odd.
std::optional<double> NsysKernelTable::number(Column const& column, Cells const& cells) {
  if (column.index == none) return std::nullopt;
  std::string_view const cell = cells[column.index];
  if (cell.empty() || cell == "n/a" || cell == "nan" || cell == "None") return std::nullopt;
  auto const value = numbers_.read(cell);
  if (value && *value >= 0 && *value * column.factor <= largest) return *value * column.factor;
  if (!odd_) odd_ = &column;
  return std::nullopt;
}

std::optional<std::int64_t> NsysKernelTable::whole_ns(Column const& column, Cells const& cells) {
  auto const value = number(column, cells);
  if (!value) return std::nullopt;
  return std::llround(*value);
}

}  // namespace llmprof::inline v0
