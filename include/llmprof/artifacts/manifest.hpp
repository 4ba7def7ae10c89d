// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/artifacts/artifacts.hpp"
#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// One file of a run.
struct Artifact {
  std::string path;      ///< Relative to the run folder, with `/`.
  std::string kind;      ///< By its name: see artifact_kind.
  std::string producer;  ///< What made it: `llmprof 0.1.0`, `nsys 2023.4.4`; empty if unknown.
  std::optional<std::uint64_t> size_bytes;
  bool may_contain_secrets = false;  ///< It holds what the workload or its environment said, uncleaned.

  friend bool operator==(Artifact const&, Artifact const&) = default;
};

/// Something that the run should have and has not.
struct MissingArtifact {
  std::string path;
  std::string reason;

  friend bool operator==(MissingArtifact const&, MissingArtifact const&) = default;
};

/// What manifest.json says about a run.
struct Manifest {
  std::string id;
  std::string created;  ///< UTC, `2025-01-31T12:00:00Z`.
  std::string llmprof_version;
  std::vector<std::string> argv;    ///< Of the workload; masked when it is written.
  std::vector<Artifact> artifacts;  ///< By path. manifest.json itself is not among them.
  std::vector<MissingArtifact> missing;
  std::string
      partial;  ///< Why what is there is only a part: the workload was killed, say; empty if it is whole.
  bool complete = false;  ///< Nothing is missing, and what is there is whole.

  friend bool operator==(Manifest const&, Manifest const&) = default;
};

/// What a run folder cannot tell about itself.
struct RunFacts {
  std::vector<std::string> argv;                 ///< Of the workload.
  std::map<std::string, std::string> producers;  ///< Path, or folder that serves all below it -> producer.
  std::vector<MissingArtifact> missing;          ///< What was asked for and did not come, and why.
  std::string partial;                           ///< As in Manifest.
};

/// What a file is, by its name: `nsys report`, `ncu report`, `SQLite`, `CSV`, `JSON`, `Markdown`, `HTML`,
/// `YAML`, `command`, `workload output`, `text`, `link`, else `other`.
[[nodiscard]] std::string_view artifact_kind(std::string_view path) noexcept;

/// Whether a file of this kind may hold secrets that llmprof did not clean away. True for everything unknown.
[[nodiscard]] bool may_contain_secrets(std::string_view kind) noexcept;

/// Lists what the run folder holds now. Complete is what has no `missing`.
///
/// An entry of `facts.missing` whose file is there, is dropped. @throws IoError if the folder cannot be read.
[[nodiscard]] Manifest take_stock(Artifacts const& run, RunFacts const& facts = {});

/// manifest.json, schema `llmprof.manifest/1`.
[[nodiscard]] std::string to_json(Manifest const& manifest);

/// Writes `manifest.json` into the run folder. Call it last: a run without it is not complete. @throws
/// IoError
void write_manifest(Artifacts const& run, Manifest const& manifest);

/// @throws ParseError if the text is no manifest, or one of a newer llmprof.
[[nodiscard]] Manifest read_manifest_json(std::string_view text, std::string const& source);

/// @throws IoError if the run has no manifest.json; ParseError as read_manifest_json does.
[[nodiscard]] Manifest read_manifest(Artifacts const& run);

}  // namespace v0
}  // namespace llmprof
