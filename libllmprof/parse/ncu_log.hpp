// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/model/diagnostic.hpp"

namespace llmprof::inline v0 {

/// What Nsight Compute said around its table: the `==WARNING==` and `==ERROR==` lines, the report that it
/// wrote, the kernels that it saw. Other lines are the application's.
class NcuLog {
 public:
  /// One complaint of ncu.
  struct Line {
    Severity severity = Severity::warning;
    std::string text;         // without the `==WARNING== ` in front
    std::uint64_t line = 0;   // where it stands first
    std::uint64_t count = 1;  // how often it stands there
  };

  void add(std::string_view line, std::uint64_t number);

  /// The text came from ncu: one of its lines was seen.
  [[nodiscard]] bool is_from_ncu() const noexcept { return is_from_ncu_; }

  [[nodiscard]] std::vector<Line> const& lines() const noexcept { return lines_; }
  [[nodiscard]] std::vector<std::string> const& available_kernels() const noexcept { return available_; }
  [[nodiscard]] std::string const& report() const noexcept { return report_; }
  [[nodiscard]] std::uint64_t profiled() const noexcept { return profiled_; }
  [[nodiscard]] bool got_signal() const noexcept { return got_signal_; }

  /// The complaints, for a file that has a table all the same.
  [[nodiscard]] Diagnostics diagnostics(std::string const& source) const;

 private:
  void add_complaint(Severity severity, std::string_view text, std::uint64_t number);
  void add_progress(std::string_view text);
  bool add_available_kernel(std::string_view line);

  std::vector<Line> lines_;
  std::vector<std::string> available_;
  std::string report_;
  std::uint64_t profiled_ = 0;
  bool is_from_ncu_ = false;
  bool got_signal_ = false;
  bool in_available_list_ = false;
};

/// Says why ncu left no table, and what to do about it: `SOURCE:LINE: ...` with ncu's own line quoted.
[[nodiscard]] std::string explain_missing_table(NcuLog const& log, std::string const& source);

}  // namespace llmprof::inline v0
