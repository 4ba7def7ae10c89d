// SPDX-License-Identifier: MIT
#include "llmprof/session/report_file.hpp"

#include <string_view>
#include <vector>

#include "libllmprof/parse/detect.hpp"
#include "libllmprof/process/last_words.hpp"
#include "libllmprof/process/tool.hpp"
#include "libllmprof/session/made_file.hpp"
#include "libllmprof/session/spool_folder.hpp"
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
  std::string const said = last_words({conversion.call.errors, conversion.call.output});
  std::string const how = end.is_success() ? "it made no file" : describe(end, conversion.call);
  throw IoError(report + ": " + tool + " could not export it: " + how +
                (said.empty() ? "" : "; it said '" + said + "'") +
                ". A report can be read by the version of the tool that wrote it, and by newer ones");
}

}  // namespace

Capture read_any(std::filesystem::path const& path, ReadOptions const& options, ToolPaths const& tools) {
  if (auto const spools = spools_in(path)) return read_spools(*spools, options);
  std::error_code ignored;
  auto const kind =
      std::filesystem::is_regular_file(path, ignored) ? report_kind(read_head(path, 64)) : std::nullopt;
  if (!kind) return read_capture(path, options);
  ScratchFolder const scratch;
  Conversion const conversion = conversion_of(*kind, path, tools, scratch);
  convert(conversion, path.string());
  return read_made_file({conversion.made, path.string(), "report of " + conversion.tool, conversion.tool},
                        options);
}

}  // namespace llmprof::inline v0
