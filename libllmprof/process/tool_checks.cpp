// SPDX-License-Identifier: MIT
#include "libllmprof/process/tool_checks.hpp"

#include <fstream>
#include <vector>

#include "libllmprof/process/last_words.hpp"
#include "libllmprof/process/tool.hpp"
#include "libllmprof/support/find_program.hpp"
#include "libllmprof/support/scratch_folder.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

constexpr char const* importer_name = "QdstrmImporter";

/// Where an nsys that is at this place, or a script that starts another one, may have its importer.
std::vector<fs::path> importer_places(FoundTool const& nsys, fs::path const& root) {
  std::error_code error;
  fs::path const real = fs::canonical(nsys.path, error);
  fs::path const above = real.parent_path().parent_path();
  std::vector<fs::path> places{above, real.parent_path(), above / ("nsight-systems-" + nsys.version)};
  for (char const* const product : {"nsight-systems", "nsight-systems-cli"})
    places.push_back(root / "opt/nvidia" / product / nsys.version);
  places.push_back(root / "usr/lib/nsight-systems");
  return places;
}

/// In `host-linux-x64` or what it is called on another processor.
std::optional<fs::path> importer_in(fs::path const& place) {
  std::error_code error;
  for (fs::directory_iterator entry(place, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().filename().string().starts_with("host-linux")) continue;
    if (fs::path importer = entry->path() / importer_name; is_program(importer)) return importer;
  }
  return std::nullopt;
}

std::optional<fs::path> find_importer(FoundTool const& nsys, std::string const& path, fs::path const& root) {
  for (fs::path const& place : importer_places(nsys, root)) {
    if (auto importer = importer_in(place)) return importer;
  }
  return find_program(importer_name, path);
}

/// A script that starts the real nsys may set up what the importer needs: tried by itself, that proves
/// nothing.
bool is_wrapper(fs::path const& program) {
  std::error_code error;
  fs::path const real = fs::canonical(program, error);
  if (real.parent_path().filename().string().starts_with("target-linux")) return false;
  std::ifstream in(real, std::ios::binary);
  return in.get() == '#' && in.get() == '!';
}

/// Why the importer does not start; empty if it does.
std::string try_importer(fs::path const& importer, std::chrono::seconds deadline) {
  try {
    ScratchFolder const scratch;
    ToolCall const call{.argv = {importer.string(), "--version"},
                        .output = scratch / "stdout.txt",
                        .errors = scratch / "stderr.txt",
                        .deadline = deadline};
    ToolEnd const end = run_tool(call);
    if (end.is_success()) return {};
    std::string const said = last_words({call.errors});
    return describe(end, call) + (said.empty() ? "" : ": " + said);
  } catch (IoError const& error) {
    return error.what();
  }
}

}  // namespace

Check check_tool(KnownTool const& known, ToolFinding const& finding, int cuda) {
  Check check{.name = known.name, .state = CheckState::warning};
  if (!finding.tool) {
    check.found = finding.why_not + " (optional: `llmprof run` does without)";
    check.mend = finding.mend;
    return check;
  }
  check.found = "version " + finding.tool->version + " (" + finding.tool->path.string() + ")";
  if (cuda >= 13000 && finding.number < known.cuda13) {
    check.found += " is older than CUDA 13, which the driver runs: it may lose kernels, or not start";
    check.mend = std::string("use ") + known.product + ' ' + std::to_string(known.cuda13.year) + '.' +
                 std::to_string(known.cuda13.release) + " or newer";
    return check;
  }
  check.state = CheckState::ok;
  return check;
}

Check check_nsys_importer(ToolFinding const& nsys, std::string const& path, fs::path const& root,
                          std::chrono::seconds deadline) {
  Check check{.name = "nsys importer"};
  if (!nsys.tool) {
    check.found = "there is no nsys that would need it";
    return check;
  }
  auto const importer = find_importer(*nsys.tool, path, root);
  if (!importer) {
    check.state = CheckState::warning;
    check.found = std::string("no host-linux*/") + importer_name +
                  " beside nsys; without it captures stay .qdstrm, which cannot be read";
    check.mend = "install all of Nsight Systems (the host part, too), or name another with --nsys PATH";
    return check;
  }
  check.found = importer->string();
  std::string const why_not = is_wrapper(nsys.tool->path) ? std::string() : try_importer(*importer, deadline);
  check.state = why_not.empty() ? CheckState::ok : CheckState::warning;
  if (why_not.empty()) return check;
  check.found += " does not start: " + why_not + "; captures stay .qdstrm then";
  check.mend = "install the libraries that it lacks: ldd " + importer->string();
  return check;
}

}  // namespace llmprof::inline v0
