// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_log.hpp"

#include <algorithm>
#include <array>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view progress_mark = "==PROF==";
constexpr std::string_view warning_mark = "==WARNING==";
constexpr std::string_view error_mark = "==ERROR==";

// Different complaints that are kept: enough for any real log, and a bound for a hostile one.
constexpr std::size_t most_lines = 200;
constexpr std::size_t most_available = 1000;

}  // namespace

void NcuLog::add(std::string_view line, std::uint64_t number) {
  // A mark may stand behind the application's text, or behind a progress bar.
  auto const behind = [&](std::string_view mark) {
    auto const at = line.find(mark);
    return at == std::string_view::npos ? std::string_view() : line.substr(at + mark.size());
  };
  if (auto const warning = behind(warning_mark); warning.data() != nullptr) {
    add_complaint(Severity::warning, trimmed(warning), number);
  } else if (auto const error = behind(error_mark); error.data() != nullptr) {
    add_complaint(Severity::error, trimmed(error), number);
  } else if (line.find(progress_mark) != std::string_view::npos) {
    add_progress(line);
  } else {
    in_available_list_ = add_available_kernel(line);
  }
}

void NcuLog::add_complaint(Severity severity, std::string_view text, std::uint64_t number) {
  is_from_ncu_ = true;
  in_available_list_ = false;
  auto const known =
      std::find_if(lines_.begin(), lines_.end(), [&](Line const& line) { return line.text == text; });
  if (known != lines_.end()) {
    ++known->count;
  } else if (lines_.size() < most_lines) {
    if (text.starts_with("Note")) severity = Severity::note;
    lines_.push_back({.severity = severity, .text = std::string(text), .line = number});
  }
}

void NcuLog::add_progress(std::string_view text) {
  is_from_ncu_ = true;
  in_available_list_ = false;
  constexpr std::string_view report = "==PROF== Report: ";
  if (auto const at = text.find(report); at != std::string_view::npos) {
    report_ = trimmed(text.substr(at + report.size()));
  }
  if (text.find("==PROF== Received signal") != std::string_view::npos) got_signal_ = true;
  if (text.find("==PROF== Profiling \"") != std::string_view::npos) ++profiled_;
}

/// Takes one line of the list `Available Kernels:`. @return whether the list goes on.
bool NcuLog::add_available_kernel(std::string_view line) {
  line = trimmed(line);
  if (line == "Available Kernels:") return true;
  if (!in_available_list_) return false;
  auto const digits = line.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos || line.substr(digits, 2) != ". ") return false;
  if (available_.size() < most_available) available_.emplace_back(line.substr(digits + 2));
  return true;
}

Diagnostics NcuLog::diagnostics(std::string const& source) const {
  Diagnostics diagnostics;
  for (Line const& line : lines_) {
    std::string text = "Nsight Compute: " + line.text;
    if (line.count > 1) text += " (" + std::to_string(line.count) + " times)";
    diagnostics.push_back({line.severity, std::move(text), source, line.line});
  }
  return diagnostics;
}

}  // namespace llmprof::inline v0
