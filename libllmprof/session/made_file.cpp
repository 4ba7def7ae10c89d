// SPDX-License-Identifier: MIT
#include "libllmprof/session/made_file.hpp"

#include <utility>
#include <variant>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

void rename_sources(Diagnostics& diagnostics, std::string const& made, std::string const& input) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.source == made) {
      diagnostic.source = input;
      diagnostic.line.reset();  // of a file that is gone
    }
  }
}

/// What was read is the input, not the file in between.
void name_after(Capture& capture, MadeFile const& made) {
  std::visit(
      [&](auto& captured) {
        captured.source = made.of;
        if constexpr (requires { captured.format; }) captured.format = made.format;
        rename_sources(captured.diagnostics, made.path.string(), made.of);
      },
      capture);
}

std::string renamed(std::string text, std::string const& made, std::string const& input) {
  if (auto const at = text.find(made); at != std::string::npos) text.replace(at, made.size(), input);
  return text;
}

}  // namespace

Capture read_made_file(MadeFile const& made, ReadOptions const& options) {
  std::string const path = made.path.string();
  try {
    Capture capture = read_capture(made.path, options);
    name_after(capture, made);
    return capture;
  } catch (NoData const& error) {
    throw NoData(renamed(error.what(), path, made.of));
  } catch (ParseError const& error) {
    throw ParseError(made.of, {}, "what " + made.maker + " made of it: " + renamed(error.what(), path, "it"));
  }
}

}  // namespace llmprof::inline v0
