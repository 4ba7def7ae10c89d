// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/manifest.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>

#include "libllmprof/artifacts/run_files.hpp"
#include "libllmprof/support/utc_time.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

/// The entry of the path itself, else of the nearest folder above it.
std::string producer_of(std::string path, std::map<std::string, std::string> const& producers) {
  for (;;) {
    if (auto const found = producers.find(path); found != producers.end()) return found->second;
    std::size_t const slash = path.rfind('/');
    if (slash == std::string::npos) return {};
    path.resize(slash);
  }
}

Artifact describe(RunFile const& file, fs::path const& root, RunFacts const& facts) {
  Artifact artifact{
      .path = file.path,
      .kind = std::string(file.type == fs::file_type::symlink ? "link" : artifact_kind(file.path)),
      .producer = producer_of(file.path, facts.producers),
      .size_bytes = {},
      .may_contain_secrets = false};
  artifact.may_contain_secrets = may_contain_secrets(artifact.kind);
  std::error_code error;
  if (file.type == fs::file_type::regular) {
    auto const size = fs::file_size(root / file.path, error);
    if (!error) artifact.size_bytes = size;
  }
  return artifact;
}

/// When the run began: from its id, else when its folder was last changed.
std::string creation_time(Artifacts const& run) {
  std::string const id = run.id();
  if (is_run_id(id)) {
    return id.substr(0, 4) + '-' + id.substr(4, 2) + '-' + id.substr(6, 2) + 'T' + id.substr(9, 2) + ':' +
           id.substr(11, 2) + ':' + id.substr(13, 2) + 'Z';
  }
  struct stat status {};
  return ::stat(run.root().c_str(), &status) == 0 ? utc_iso8601(status.st_mtim.tv_sec) : std::string();
}

bool is_there(std::vector<Artifact> const& artifacts, std::string const& path) {
  return std::any_of(artifacts.begin(), artifacts.end(),
                     [&](Artifact const& artifact) { return artifact.path == path; });
}

}  // namespace

Manifest take_stock(Artifacts const& run, RunFacts const& facts) {
  Manifest manifest{.id = run.id(),
                    .created = creation_time(run),
                    .llmprof_version = LLMPROF_VERSION,
                    .argv = facts.argv,
                    .artifacts = {},
                    .missing = {},
                    .complete = false};
  for (RunFile const& file : list_run_files(run.root())) {
    if (file.type == fs::file_type::directory || file.path == "manifest.json") continue;
    manifest.artifacts.push_back(describe(file, run.root(), facts));
  }
  for (MissingArtifact const& missing : facts.missing) {
    if (!is_there(manifest.artifacts, missing.path)) manifest.missing.push_back(missing);
  }
  manifest.partial = facts.partial;
  manifest.complete = manifest.missing.empty() && manifest.partial.empty();
  return manifest;
}

}  // namespace llmprof::inline v0
