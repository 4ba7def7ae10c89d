// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/model/string_table.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// One measured value and its unit; they never part.
///
/// A view: the texts live as long as the MetricList that it came from, or a copy of that list.
struct Metric {
  std::string_view section = {};     ///< `GPU Speed Of Light Throughput`; empty on the raw page.
  std::string_view name = {};        ///< `dram__bytes_read.sum` (raw page), `Memory Throughput` (details).
  std::optional<double> value = {};  ///< Absent where ncu printed `n/a` or the like, or a word.
  std::string_view unit = {};        ///< As printed: `us`, `Gbyte/s`, `%`; `?` if unknown, empty if none.
  std::string_view text = {};        ///< The cell as printed, where it is more than one number: a word,
                                     ///< `n/a`, a list of instances. Empty otherwise.
  std::string_view label = {};       ///< The row's `Body Item Label`, on charts of the details page.

  friend bool operator==(Metric const&, Metric const&) = default;
};

/// Sections, names, units and texts that the launches of one file share: each is stored once.
class MetricPool {
 public:
  /// What is measured: everything of a Metric but its value and text.
  enum class Subject : std::uint32_t {};

  Subject subject(std::string_view section, std::string_view name, std::string_view unit,
                  std::string_view label = {});
  StringId text(std::string_view text) { return texts_.intern(text); }

  /// The metric with the names of `subject`. Both ids must come from this pool.
  [[nodiscard]] Metric metric(Subject subject, std::optional<double> value, StringId text) const noexcept;

 private:
  StringTable texts_;
  StringTable subjects_;       // the four names joined; the ids are dense, so they index named_
  std::vector<Metric> named_;  // value and text are not set
};

/// What was measured for one launch, in file order: a sequence of Metric at 12 bytes each, or less.
///
/// A raw page has some 1,300 metrics for each launch, so only the values are stored here; names are in a pool
/// that the launches of one file share. Most values of a launch are those of the launch before it as well: a
/// list may stand on another one and keep only what differs, 8 bytes each and a bit for every metric.
/// Lists that share a pool must be filled by one thread, before any of them is read by another.
class MetricList {
 public:
  class Iterator;

  /// A metric that differs from the one at the same place of another list.
  struct Change {
    std::size_t index = 0;
    std::optional<double> value = {};
    StringId text = {};
  };

  /// An empty list with a pool of its own.
  MetricList() = default;
  /// An empty list that puts its names into `pool`.
  explicit MetricList(std::shared_ptr<MetricPool> pool) : pool_(std::move(pool)) {}
  /// A copy of `base` but for `changes`, which are in the order of their indices, each there once.
  MetricList(std::shared_ptr<MetricList const> base, std::vector<Change> const& changes);

  void add(Metric const& metric);
  /// Adds a metric whose names and text are in the pool already. A value that is not finite counts as absent.
  void add(MetricPool::Subject subject, std::optional<double> value, StringId text = {});

  void reserve(std::size_t count);
  [[nodiscard]] std::size_t size() const noexcept { return base_size_ + subjects_.size(); }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] Metric operator[](std::size_t index) const noexcept;
  [[nodiscard]] Iterator begin() const noexcept;
  [[nodiscard]] Iterator end() const noexcept;

  friend bool operator==(MetricList const& a, MetricList const& b);

 private:
  struct Text {
    std::size_t index;
    StringId text;
  };

  /// A value and the text beside it.
  struct Cell {
    double value;  // NaN if absent
    StringId text;
  };

  [[nodiscard]] StringId text_of(std::size_t index) const noexcept;
  [[nodiscard]] Cell cell(std::size_t index) const noexcept;
  [[nodiscard]] MetricPool::Subject subject(std::size_t index) const noexcept;

  std::shared_ptr<MetricPool> pool_;
  std::shared_ptr<MetricList const> base_;  // what the first base_size_ metrics are like
  std::size_t base_size_ = 0;
  std::vector<std::uint64_t> changed_;         // a bit for each of those, set where it has a value here
  std::vector<double> values_;                 // NaN if absent: of the changed, then of those that were added
  std::vector<MetricPool::Subject> subjects_;  // of those that were added
  std::vector<Text> texts_;                    // of the few values that have one, by index
};

/// Walks a MetricList; gives a Metric by value.
class MetricList::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Metric;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Metric;

  Iterator() = default;
  Iterator(MetricList const& list, std::size_t index) noexcept : list_(&list), index_(index) {}

  Metric operator*() const noexcept { return (*list_)[index_]; }
  Iterator& operator++() noexcept {
    ++index_;
    return *this;
  }
  Iterator operator++(int) noexcept { return {*list_, index_++}; }
  friend bool operator==(Iterator const&, Iterator const&) = default;

 private:
  MetricList const* list_ = nullptr;
  std::size_t index_ = 0;
};

/// What a row of an ncu table describes.
enum class MeasuredKind : std::uint8_t {
  kernel,   ///< One launch of one kernel.
  range,    ///< A whole range (range or app-range replay): never added to kernels.
  summary,  ///< Several launches of one kernel (`--print-summary`), values are averages.
};

/// What ncu measured for one launch.
struct MeasuredLaunch {
  std::uint64_t id = 0;  ///< ncu's ID, unique within its process.
  MeasuredKind kind = MeasuredKind::kernel;
  std::uint64_t invocations = 1;  ///< More than one only in a summary.
  std::int64_t pid = 0;
  std::string process;
  std::string host;
  std::string kernel;  ///< As printed: ncu shortens names.
  std::optional<std::array<std::int64_t, 3>> grid;
  std::optional<std::array<std::int64_t, 3>> block;
  std::string context;
  std::string stream;
  std::string device;  ///< ncu's device number; empty if not printed.
  std::string compute_capability;
  std::vector<Label> path;       ///< Push/pop ranges open at the launch, outermost first.
  std::vector<Label> start_end;  ///< Start/end ranges open at the launch.
  std::optional<std::int64_t>
      duration_ns;  ///< Of one invocation. gpu__time_duration.sum, or Duration; counted once.
  MetricList metrics;
  std::uint64_t line = 0;  ///< Line in the file where it begins, 1-based.

  /// The first metric of that name, if there is one.
  [[nodiscard]] std::optional<Metric> find(std::string_view name) const noexcept;
};

/// What one Nsight Compute file holds.
struct Metrics {
  std::string source;
  std::string format;                    ///< What kind of file that is, for people; empty if none.
  std::vector<MeasuredLaunch> launches;  ///< In file order.
  Diagnostics diagnostics;
};

/// A value in its base unit.
struct BaseValue {
  double value = 0;
  std::string unit;  ///< `ns`, `byte`, `byte/s`, `hz`, `cycle`, `inst`, `%`, ...
};

/// Converts to the base unit; ncu scales by powers of 1000.
///
/// Knows every spelling that ncu used: `ns`, `nsecond`, `usecond`, `us`, `ms`, `s`, `byte`..`Tbyte`,
/// `byte/second`, `Gbyte/s`, `Ghz`, `cycle/usecond`, ... A unit that it does not know is returned as it is.
/// @return absent if the metric has no value.
[[nodiscard]] std::optional<BaseValue> in_base_unit(Metric const& metric);

}  // namespace v0
}  // namespace llmprof
