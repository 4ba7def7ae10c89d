// SPDX-License-Identifier: MIT
#pragma once

#include <array>
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

/// One measured value and its unit; they never part.
struct Metric {
  std::string section;          ///< `GPU Speed Of Light Throughput`; empty on the raw page.
  std::string name;             ///< `dram__bytes_read.sum` (raw page) or `Memory Throughput` (details page).
  std::optional<double> value;  ///< Absent where ncu printed `n/a` or the like, or a value that is text.
  std::string unit;             ///< As printed: `us`, `Gbyte/s`, `%`; empty if it has none.
  std::string text;             ///< The cell as printed.

  friend bool operator==(Metric const&, Metric const&) = default;
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
  std::vector<Metric> metrics;
  std::uint64_t line = 0;  ///< Line in the file where it begins, 1-based.

  /// The first metric of that name, or null. The pointer lives as long as this object is not changed.
  [[nodiscard]] Metric const* find(std::string_view name) const noexcept;
};

/// What one Nsight Compute file holds.
struct Metrics {
  std::string source;
  std::vector<MeasuredLaunch> launches;  ///< In file order.
  Diagnostics diagnostics;
};

/// A value in its base unit: ns, bytes, bytes/s, Hz, cycles, instructions, percent.
struct BaseValue {
  double value = 0;
  std::string unit;
};

/// Converts to the base unit; ncu scales by powers of 1000.
///
/// Knows every spelling that ncu used: `ns`, `nsecond`, `usecond`, `us`, `ms`, `s`, `byte`..`Tbyte`,
/// `byte/second`, `Gbyte/s`, `Ghz`, `cycle/usecond`, ... A unit that it does not know is returned as it is.
/// @return absent if the metric has no value.
[[nodiscard]] std::optional<BaseValue> in_base_unit(Metric const& metric);

}  // namespace v0
}  // namespace llmprof
