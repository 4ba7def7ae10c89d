// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/label.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// How ncu repeats what it measures (`--replay-mode`).
enum class RegionReplay : std::uint8_t { unknown, kernel, application, range, app_range };

/// `kernel`, `application`, `range`, `app-range`, as ncu takes them; empty for unknown.
[[nodiscard]] std::string_view to_string(RegionReplay replay) noexcept;

/// What a row of the input is about. It follows from the replay mode.
enum class RegionRows : std::uint8_t {
  kernels,  ///< One launch of a kernel: kernel and application replay.
  ranges,   ///< One whole range, without its kernels: range and app-range replay.
};

/// `kernels` or `ranges`.
[[nodiscard]] std::string_view to_string(RegionRows rows) noexcept;

/// How the values of a metric become one figure of a region.
enum class Aggregation : std::uint8_t {
  sum,        ///< Amounts: `.sum`, and `.avg` of amounts, which ncu averages over units of the chip.
  time_mean,  ///< Percentages, ratios, rates: the mean, weighted by the time of each row.
  minimum,    ///< `.min`
  maximum,    ///< `.max`
  none,       ///< Anything else (registers of a thread): only the smallest and the largest value are known.
};

/// `sum`, `time_mean`, `min`, `max` or `none`.
[[nodiscard]] std::string_view to_string(Aggregation aggregation) noexcept;

/// The rule for a metric of that name (`dram__bytes_read.sum`) and base unit (`byte`, `%`, `byte/s`).
[[nodiscard]] Aggregation aggregation_of(std::string_view name, std::string_view unit) noexcept;

/// One metric of a region, in its base unit.
struct RegionMetric {
  std::string name;
  std::string unit;  ///< Empty if the metric has none.
  Aggregation aggregation = Aggregation::none;
  std::optional<double> value;  ///< Absent if a row lacks the metric, or the time that the rule needs.
  std::optional<double> min;    ///< Of the rows that have it.
  std::optional<double> max;
  std::uint64_t rows = 0;  ///< Rows that have it.

  friend bool operator==(RegionMetric const&, RegionMetric const&) = default;
};

/// Sums over rows. Absent figures were not measured; they are never 0.
struct RegionTotals {
  std::optional<std::uint64_t> kernels;  ///< Launches that were measured; absent where rows are ranges.
  std::optional<std::uint64_t> ranges;   ///< Times the range was measured; absent where rows are kernels.
  std::optional<std::int64_t> total_ns;  ///< Absent if the time of any row is unknown.
  std::vector<RegionMetric> metrics;     ///< Those that any row has, in the order of the options.

  friend bool operator==(RegionTotals const&, RegionTotals const&) = default;
};

/// All launches of one kernel in one region.
struct RegionKernel {
  std::string name;       ///< As printed, without the range that `--print-nvtx-rename` puts in front.
  std::string canonical;  ///< To compare across tools, see KernelName.
  std::uint64_t calls = 0;
  std::optional<std::int64_t> total_ns;

  friend bool operator==(RegionKernel const&, RegionKernel const&) = default;
};

/// All ranges with one path. Names are as they are: `A::A1` is one name; what nests says the path.
struct Region {
  std::vector<Label> path;  ///< Outermost first, never empty.
  std::string process;      ///< `python (1234)`; empty if there are several, or it is unknown.
  std::string device;       ///< `GPU 0`; empty if there are several, or it is unknown.
  RegionTotals inclusive;   ///< With the regions inside: exclusive + inclusive of the children.
  RegionTotals exclusive;   ///< Without them.
  std::vector<RegionKernel>
      kernels;  ///< Inclusive: by total time, largest first, unknown last, then by name.

  [[nodiscard]] Label const& label() const { return path.back(); }
  [[nodiscard]] std::size_t depth() const { return path.size() - 1; }

  /// The written path without its last label; absent for a region that is in no other.
  [[nodiscard]] std::optional<std::string> parent() const;
};

enum class RegionScopeKind : std::uint8_t { aggregate, process, device };

/// The regions of all rows, or of those of one process or of one device.
struct RegionScope {
  RegionScopeKind kind = RegionScopeKind::aggregate;
  std::string id;               ///< `aggregate`, `process:1234`, `device:0`; unique within a report.
  std::string process;          ///< `python (1234)` if the scope is a process.
  std::string device;           ///< `GPU 0` if the scope is a device.
  RegionTotals total;           ///< Of all rows: the outermost regions and `outside`.
  RegionTotals outside;         ///< Of the rows that are in no range.
  std::vector<Region> regions;  ///< Those selected; parents before children, larger before smaller siblings.

  /// The region of that path, null if it is not there.
  [[nodiscard]] Region const* find(std::vector<Label> const& path) const noexcept;
};

/// Patterns for labels: `LLM@prefill`, or `regex:EXPRESSION` (ECMAScript, found anywhere in the label).
struct RegionSelection {
  std::vector<std::string> include;  ///< Empty: all.
  std::vector<std::string> exclude;  ///< Wins.

  friend bool operator==(RegionSelection const&, RegionSelection const&) = default;
};

/// What ncu measured, by NVTX range.
struct RegionReport {
  static constexpr char const* schema = "llmprof.regions/1";

  std::string source;
  RegionReplay replay = RegionReplay::unknown;
  RegionRows rows = RegionRows::kernels;
  RegionSelection selection;
  std::vector<RegionScope> scopes;  ///< First the aggregate, then processes, then devices.
  Diagnostics diagnostics;

  [[nodiscard]] RegionScope const& aggregate() const { return scopes.front(); }
};

/// A name for the folder of a region: at most 100 bytes, of `A-Z a-z 0-9 _ . @ + -`, never hidden.
///
/// Different paths get different names. A path of plain labels is its own name, with `+` for `/`
/// (`LLM@decode_step+LLM@attn`); any other one is what can be read of it, followed by 20 digits of its
/// SHA-256.
///
/// @param path As to_string writes it.
[[nodiscard]] std::string region_folder(std::string_view path);

}  // namespace v0
}  // namespace llmprof
