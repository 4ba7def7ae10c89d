// SPDX-License-Identifier: MIT
#include "llmprof/session/report_file.hpp"

#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "libllmprof/parse/detect.hpp"
#include "libllmprof/process/tool.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/scratch_folder.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

/// How a kind of report becomes a file that can be read.
struct Conversion {
  ToolCall call;
  std::filesystem::path made;
  std::string tool;     ///< For people.
  std::string option;   ///< That names another one.
  std::string by_hand;  ///< The same where the tool is.
};

Conversion conversion_of(ReportKind kind, std::filesystem::path const& report, ToolPaths const& tools,
                         ScratchFolder const& scratch) {
  Conversion conversion;
  ToolCall& call = conversion.call;
  call.errors = scratch / "stderr.txt";
  // A name that begins with a dash is no option.
  std::string const file = std::filesystem::absolute(report).string();
  if (kind == ReportKind::nsys) {
    conversion.made = scratch / "report.sqlite";
    call.output = scratch / "stdout.txt";
    call.argv = {tools.nsys,
                 "export",
                 "--type",
                 "sqlite",
                 "--force-overwrite",
                 "true",
                 "--output",
                 conversion.made.string(),
                 file};
    conversion.tool = "Nsight Systems";
    conversion.option = "--nsys";
    conversion.by_hand = "nsys export --type sqlite REPORT";
  } else {
    conversion.made = call.output = scratch / "raw.csv";
    call.argv = {tools.ncu, "--import", file, "--csv", "--page", "raw"};
    conversion.tool = "Nsight Compute";
    conversion.option = "--ncu";
    conversion.by_hand = "ncu --import REPORT --csv --page raw";
  }
  return conversion;
}

/// The last line that says something; progress bars are none.
std::string last_words(ToolCall const& call) {
  constexpr std::size_t most = 64 << 10;
  for (auto const& file : {call.errors, call.output}) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) continue;
    std::string const text = read_head(file, most);
    std::string_view rest = trimmed(text);
    while (!rest.empty()) {
      auto const begin = rest.find_last_of("\r\n");
      std::string_view const line = begin == std::string_view::npos ? rest : rest.substr(begin + 1);
      if (line.find('%') == std::string_view::npos) return one_line(trimmed(line).substr(0, 300));
      rest = begin == std::string_view::npos ? std::string_view() : trimmed(rest.substr(0, begin));
    }
  }
  return {};
}

void convert(Conversion const& conversion, std::string const& report) {
  std::string const tool = conversion.call.argv.front();
  ToolEnd end;
  try {
    end = run_tool(conversion.call);
  } catch (IoError const& error) {
    throw IoError(report + ": it is a report of " + conversion.tool +
                  ", which only that tool can read, but " + error.what() + "; name it with " +
                  conversion.option + " PATH, or run it where it is: " + conversion.by_hand);
  }
  std::error_code ignored;
  bool const is_made = std::filesystem::file_size(conversion.made, ignored) > 0 && !ignored;
  if (end.is_success() && is_made) return;
  std::string const said = last_words(conversion.call);
  std::string const how = end.is_success() ? "it made no file" : describe(end, conversion.call);
  throw IoError(report + ": " + tool + " could not export it: " + how +
                (said.empty() ? "" : "; it said '" + said + "'") +
                ". A report can be read by the version of the tool that wrote it, and by newer ones");
}

void rename_sources(Diagnostics& diagnostics, std::string const& made, std::string const& report) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.source == made) {
      diagnostic.source = report;
      diagnostic.line.reset();  // of a file that is gone
    }
  }
}

/// What was read is the report, not the file in between.
void name_after(Capture& capture, Conversion const& conversion, std::string const& report) {
  std::visit(
      [&](auto& captured) {
        captured.source = report;
        if constexpr (requires { captured.format; }) captured.format = "report of " + conversion.tool;
        rename_sources(captured.diagnostics, conversion.made.string(), report);
      },
      capture);
}

std::string with_report(std::string text, std::string const& made, std::string const& report) {
  if (auto const at = text.find(made); at != std::string::npos) text.replace(at, made.size(), report);
  return text;
}

}  // namespace

Capture read_any(std::filesystem::path const& path, ReadOptions const& options, ToolPaths const& tools) {
  std::error_code ignored;
  auto const kind =
      std::filesystem::is_regular_file(path, ignored) ? report_kind(read_head(path, 64)) : std::nullopt;
  if (!kind) return read_capture(path, options);
  ScratchFolder const scratch;
  Conversion const conversion = conversion_of(*kind, path, tools, scratch);
  std::string const report = path.string();
  convert(conversion, report);
  std::string const made = conversion.made.string();
  try {
    Capture capture = read_capture(conversion.made, options);
    name_after(capture, conversion, report);
    return capture;
  } catch (NoData const& error) {
    throw NoData(with_report(error.what(), made, report));
  } catch (ParseError const& error) {
    throw ParseError(report, {},
                     "what " + conversion.tool + " exported of it: " + with_report(error.what(), made, "it"));
  }
}

}  // namespace llmprof::inline v0
