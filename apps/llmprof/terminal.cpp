// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <ostream>
#include <utility>

namespace llmprof::cli {

void Terminal::show(Diagnostics const& diagnostics, bool with_notes) {
  if (quiet_) return;
  for (Diagnostic const& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::note && !with_notes) continue;
    err_ << "llmprof: " << to_string(diagnostic.severity) << ": ";
    if (!diagnostic.source.empty()) {
      err_ << diagnostic.source;
      if (diagnostic.line) err_ << ':' << *diagnostic.line;
      err_ << ": ";
    }
    err_ << diagnostic.text << '\n';
  }
}

void Terminal::say(std::string const& text) {
  if (!quiet_) err_ << text << '\n';
}

Progress Terminal::progress(std::string what) {
  if (quiet_ || isatty(STDERR_FILENO) == 0) return {};
  using Clock = std::chrono::steady_clock;
  return [this, what = std::move(what),
          next = Clock::now() + std::chrono::milliseconds(500)](double share) mutable {
    if (Clock::now() < next) return;
    next = Clock::now() + std::chrono::milliseconds(100);
    drawn_ = true;
    err_ << '\r' << what << ' ' << static_cast<int>(share * 100) << " %\033[K" << std::flush;
  };
}

void Terminal::end_progress() {
  if (std::exchange(drawn_, false)) err_ << "\r\033[K" << std::flush;
}

std::size_t terminal_width() {
  winsize size{};
  constexpr std::size_t not_a_terminal =
      140;  // a table is for people, wherever it ends up; CSV and JSON cut nothing
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return not_a_terminal;
  }
  return size.ws_col;
}

}  // namespace llmprof::cli
