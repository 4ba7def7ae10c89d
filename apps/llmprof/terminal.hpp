// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

#include "llmprof/model/diagnostic.hpp"
#include "llmprof/parse/input.hpp"

namespace llmprof::cli {

/// The text on one line, with nothing that a terminal would obey: line breaks become spaces; other control
/// characters (C0, DEL, C1) and bytes that are not UTF-8 are written as `\x1b`.
[[nodiscard]] std::string harmless(std::string_view text);

/// Words for the person at the terminal, on standard error.
class Terminal {
 public:
  Terminal(std::ostream& err, bool quiet) : err_(err), quiet_(quiet) {}

  /// Warnings and errors, a line each. Notes stand in the documents alone.
  void show(Diagnostics const& diagnostics);
  void say(std::string const& text);

  /// Draws a line that is overwritten, once the work has taken half a second; nothing where stderr is no
  /// terminal.
  [[nodiscard]] Progress progress(std::string what);
  /// Removes that line.
  void end_progress();

 private:
  std::ostream& err_;
  bool quiet_;
  bool drawn_ = false;
};

/// Columns of the terminal on standard output, or a readable width where that is none.
[[nodiscard]] std::size_t terminal_width();

}  // namespace llmprof::cli
