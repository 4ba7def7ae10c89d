// SPDX-License-Identifier: MIT
#include <algorithm>

#include "libllmprof/command/arguments.hpp"
#include "libllmprof/command/nsys_options.hpp"
#include "libllmprof/model/nsys_report_names.hpp"
#include "llmprof/command/nsys_command.hpp"

namespace llmprof::inline v0 {
namespace {

/// What this version calls it, arguments such as `:base` included.
std::string name_for(ToolVersion const& version, std::string const& report) {
  auto const colon = std::min(report.find(':'), report.size());
  std::string const name = report.substr(0, colon);
  if (version >= nsys_new_report_names) return report;
  return std::string(old_nsys_report_name(name)) + report.substr(colon);
}

void check(NsysStatsCommand const& command) {
  constexpr std::string_view tool = "nsys stats";
  if (command.tool.empty()) refuse(tool, "tool", "its name is empty; nsys is the usual one");
  check_file(tool, "input", command.input);
  if (command.reports.empty()) refuse(tool, "--report", "none is given; cuda_gpu_kern_sum has the kernels");
  for (std::string const& report : command.reports) check_list_value(tool, "--report", report);
  if (command.output.starts_with('@')) {
    refuse(tool, "--output",
           "nsys would run '" + command.output.substr(1) + "'; write ./ before a file's name");
  }
  if (command.output.find(',') != std::string::npos) {
    refuse(tool, "--output",
           "'" + command.output + "': nsys takes a comma for the end of one of several names");
  }
}

}  // namespace

ToolCommand make_command(NsysStatsCommand const& command) {
  check(command);
  ToolCommand made;
  made.argv = {command.tool, "stats"};
  for (std::string const& report : command.reports) {
    made.argv.push_back(assigned("--report", name_for(command.version, report)));
  }
  made.argv.push_back(assigned("--format", to_string(command.format)));
  if (command.force_export) made.argv.emplace_back("--force-export=true");
  if (command.overwrite) made.argv.emplace_back("--force-overwrite=true");
  made.argv.push_back(assigned("--output", command.output.empty() ? "-" : command.output));
  append(made.argv, command.extra);
  made.argv.push_back(command.input);
  return made;
}

ToolCommand make_command(NsysExportCommand const& command) {
  if (command.tool.empty()) refuse("nsys export", "tool", "its name is empty; nsys is the usual one");
  check_file("nsys export", "report", command.report);
  ToolCommand made;
  made.argv = {command.tool, "export", "--type=sqlite"};
  if (command.overwrite) made.argv.emplace_back("--force-overwrite=true");
  if (!command.output.empty()) made.argv.push_back(assigned("--output", command.output));
  append(made.argv, command.extra);
  made.argv.push_back(command.report);
  return made;
}

}  // namespace llmprof::inline v0
