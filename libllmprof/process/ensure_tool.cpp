// SPDX-License-Identifier: MIT
#include "llmprof/process/ensure_tool.hpp"

#include <algorithm>
#include <vector>

#include "libllmprof/process/last_words.hpp"
#include "libllmprof/process/tool.hpp"
#include "libllmprof/process/tool_search.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/find_program.hpp"
#include "libllmprof/support/scratch_folder.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {

namespace fs = std::filesystem;

KnownTool const nsys_tool{
    "nsys",           "Nsight Systems", "the package nsight-systems-cli or nsight-systems",
    "nsight-systems", {2022, 4, 0},     {2025, 3, 0}};
KnownTool const ncu_tool{
    "ncu",        "Nsight Compute", "the package nsight-compute of a CUDA toolkit", "nsight-compute",
    {2022, 3, 0}, {2025, 3, 0}};

namespace {

/// Installed, but not on PATH: the newest.
std::optional<fs::path> find_installed(KnownTool const& known, fs::path const& root) {
  std::vector<fs::path> found;
  for (char const* const suffix : {"", "-cli"}) {
    std::error_code error;
    auto const folder = root / "opt/nvidia" / (std::string(known.folder) + suffix);
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      for (fs::path const& program : {entry->path() / "bin" / known.name, entry->path() / known.name}) {
        if (is_program(program)) found.push_back(program);
      }
    }
  }
  auto const newest = std::max_element(found.begin(), found.end());
  return newest == found.end() ? std::nullopt : std::optional(*newest);
}

std::string option_of(KnownTool const& known) { return std::string("--") + known.name + " PATH"; }

std::string how_to_get(KnownTool const& known) {
  return std::string("install ") + known.product + " (" + known.package + "), or name one with " +
         option_of(known);
}

ToolFinding not_there(KnownTool const& known, std::string const& program, fs::path const& root) {
  ToolFinding finding;
  bool const is_path = program.find('/') != std::string::npos;
  finding.why_not = program + (is_path ? ": no such program" : ": not on PATH");
  if (auto const installed = find_installed(known, root)) {
    finding.mend = std::string("--") + known.name + ' ' + installed->string() + ", or put it on PATH";
  } else {
    finding.mend = how_to_get(known);
  }
  return finding;
}

struct Answer {
  std::string said;     ///< On standard output.
  std::string why_not;  ///< Empty if it succeeded.
};

Answer ask_version(fs::path const& path, std::chrono::seconds deadline) {
  ScratchFolder const scratch;
  ToolCall const call{.argv = {path.string(), "--version"},
                      .output = scratch / "stdout.txt",
                      .errors = scratch / "stderr.txt",
                      .deadline = deadline};
  ToolEnd const end = run_tool(call);
  Answer answer;
  answer.said = read_small_file(call.output).value_or("");
  if (end.is_success()) return answer;
  std::string const complaint = last_words({call.errors});
  answer.why_not = "--version: " + describe(end, call) + (complaint.empty() ? "" : ": " + complaint);
  return answer;
}

void judge(KnownTool const& known, Answer const& answer, fs::path const& path, ToolFinding& finding) {
  std::string const name = path.string();
  if (!answer.why_not.empty()) {
    finding.why_not = name + ' ' + answer.why_not;
    finding.mend = "try it by hand: " + name + " --version; or name another with " + option_of(known);
    return;
  }
  auto const number = read_tool_version(answer.said);
  if (!number) {
    finding.why_not = name + " says no version of " + known.product + ", but '" +
                      one_line(trimmed(answer.said).substr(0, 100)) + "'";
    finding.mend = how_to_get(known);
    return;
  }
  finding.number = *number;
  if (*number < known.oldest) {
    finding.why_not = name + " is version " + to_string(*number) + ", which is too old";
    finding.mend = "use " + std::to_string(known.oldest.year) + '.' + std::to_string(known.oldest.release) +
                   " or newer: " + how_to_get(known);
    return;
  }
  finding.tool = FoundTool{path, to_string(*number)};
}

FoundTool ensure(KnownTool const& known, ToolSearch const& search) {
  ToolFinding finding = search_tool(known, search);
  if (!finding.tool) throw Error(finding.why_not + "; " + finding.mend);
  return *std::move(finding.tool);
}

}  // namespace

ToolFinding search_tool(KnownTool const& known, ToolSearch const& search, fs::path const& root) {
  std::string const program = search.program.empty() ? known.name : search.program;
  auto const path = find_program(program, search.path);
  if (!path) return not_there(known, program, root);
  ToolFinding finding;
  try {
    judge(known, ask_version(*path, search.deadline), *path, finding);
  } catch (IoError const& error) {
    finding.why_not = path->string() + " could not be asked: " + error.what();
    finding.mend = how_to_get(known);
  }
  return finding;
}

FoundTool ensure_nsys(ToolSearch const& search) { return ensure(nsys_tool, search); }

FoundTool ensure_ncu(ToolSearch const& search) { return ensure(ncu_tool, search); }

}  // namespace llmprof::inline v0
