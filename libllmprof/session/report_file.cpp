// SPDX-License-Identifier: MIT
#include "llmprof/session/report_file.hpp"

#include <string_view>
#include <vector>

#include "libllmprof/parse/detect.hpp"
#include "libllmprof/process/tool.hpp"
#include "libllmprof/session/made_file.hpp"
#include "libllmprof/session/spool_folder.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/scratch_folder.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/command/ncu_command.hpp"
#include "llmprof/command/nsys_command.hpp"
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
    call.argv = make_command(NsysExportCommand{.report = file,
                                               .output = conversion.made.string(),
                                               .tool = tools.nsys,
                                               .overwrite = true,
                                               .extra = {}})
                    .argv;
    conversion.tool = "Nsight Systems";
    conversion.option = "--nsys";
    conversion.by_hand = "nsys export --type sqlite REPORT";
  } else {
    conversion.made = call.output = scratch / "raw.csv";
    NcuImportCommand command;  // without units: of whatever version the tool is
    command.report = file;
    command.tool = tools.ncu;
    command.units.reset();
    call.argv = make_command(command).argv;
    conversion.tool = "Nsight Compute";
    conversion.option = "--ncu";
    conversion.by_hand = "ncu --import REPORT --csv --page raw";
  }
  return conversion;
}

void convert(Conversion const& conversion, std::string const& report) {
  std::string const tool = conversion.call.argv.front();
  std::string why;
  try {
    why = why_not_made(conversion.made, conversion.call);
  } catch (IoError const& error) {
    throw IoError(report + ": it is a report of " + conversion.tool +
                  ", which only that tool can read, but " + error.what() + "; name it with " +
                  conversion.option + " PATH, or run it where it is: " + conversion.by_hand);
  }
  if (why.empty()) return;
  throw IoError(report + ": " + tool + " could not export it: " + why +
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
