// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/runs.hpp"

#include <algorithm>
#include <map>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

Diagnostic warning(std::string text, fs::path const& path) {
  return {.severity = Severity::warning, .text = std::move(text), .source = path.string(), .line = {}};
}

std::map<std::string, Artifact> by_path(std::vector<Artifact> const& artifacts) {
  std::map<std::string, Artifact> map;
  for (Artifact const& artifact : artifacts) map.emplace(artifact.path, artifact);
  return map;
}

/// What changed in the folder since its manifest was written.
void compare(RunDescription& run, Manifest const& now) {
  auto const present = by_path(now.artifacts);
  auto const listed = by_path(run.manifest.artifacts);
  for (auto const& [path, artifact] : listed) {
    auto const found = present.find(path);
    if (found == present.end()) {
      run.diagnostics.push_back(warning(path + " is in the manifest, but gone", run.root));
    } else if (found->second.size_bytes != artifact.size_bytes) {
      run.diagnostics.push_back(warning(path + " has another size than the manifest says", run.root));
    }
  }
  for (auto const& [path, artifact] : present) {
    if (!listed.contains(path)) {
      run.diagnostics.push_back({Severity::note, path + " is not in the manifest", run.root.string(), {}});
    }
  }
}

}  // namespace

RunDescription describe_run(fs::path const& root) {
  Artifacts const artifacts = Artifacts::from_root(root);
  RunDescription run{.root = artifacts.root(), .manifest = {}, .diagnostics = {}};
  Manifest now = take_stock(artifacts);
  try {
    run.manifest = read_manifest(artifacts);
    compare(run, now);
  } catch (Error const& error) {
    now.complete = false;
    now.llmprof_version.clear();
    run.manifest = std::move(now);
    run.diagnostics.push_back(warning(error.what(), run.root));
  }
  return run;
}

std::vector<RunDescription> list_runs(fs::path const& folder) {
  std::vector<RunDescription> runs;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (!entry->is_directory(ignored)) continue;
    bool const is_run = is_run_id(entry->path().filename().string()) ||
                        fs::is_regular_file(entry->path() / "manifest.json", ignored);
    if (is_run) runs.push_back(describe_run(entry->path()));
  }
  if (error) throw IoError("cannot list the runs in " + folder.string() + ": " + error.message());
  std::sort(runs.begin(), runs.end(), [](RunDescription const& a, RunDescription const& b) {
    return std::tie(a.manifest.created, a.manifest.id) < std::tie(b.manifest.created, b.manifest.id);
  });
  return runs;
}

}  // namespace llmprof::inline v0
