// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "libllmprof/artifacts/manifest_json.hpp"
#include "libllmprof/report/diagnostics_json.hpp"
#include "libllmprof/report/render.hpp"
#include "llmprof/artifacts/runs.hpp"

namespace llmprof::inline v0 {
namespace {

std::string size_text(std::optional<std::uint64_t> size) { return size ? std::to_string(*size) : "n/a"; }

Table table_of(Manifest const& manifest) {
  Table table{{{"path", ColumnKind::name},
               {"kind", ColumnKind::text},
               {"size_bytes", ColumnKind::number},
               {"producer", ColumnKind::text},
               {"note", ColumnKind::text}},
              {}};
  for (Artifact const& artifact : manifest.artifacts) {
    table.rows.push_back({artifact.path, artifact.kind, size_text(artifact.size_bytes),
                          artifact.producer.empty() ? "n/a" : artifact.producer,
                          std::string(artifact.may_contain_secrets ? "may contain secrets" : "")});
  }
  for (MissingArtifact const& missing : manifest.missing) {
    table.rows.push_back(
        {missing.path, std::string("missing"), std::string("n/a"), std::string("n/a"), missing.reason});
  }
  return table;
}

std::vector<std::string> kinds_of(Manifest const& manifest) {
  std::set<std::string> kinds;
  for (Artifact const& artifact : manifest.artifacts) kinds.insert(artifact.kind);
  return {kinds.begin(), kinds.end()};
}

std::string joined(std::vector<std::string> const& words) {
  std::string out;
  for (std::string const& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

Table table_of(std::vector<RunDescription> const& runs) {
  Table table{{{"id", ColumnKind::text},
               {"created", ColumnKind::text},
               {"complete", ColumnKind::text},
               {"artifacts", ColumnKind::number},
               {"kinds", ColumnKind::name}},
              {}};
  for (RunDescription const& run : runs) {
    Manifest const& manifest = run.manifest;
    table.rows.push_back({manifest.id, manifest.created, std::string(manifest.complete ? "yes" : "no"),
                          std::to_string(manifest.artifacts.size()), joined(kinds_of(manifest))});
  }
  return table;
}

std::string artifacts_json(RunDescription const& run) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", "llmprof.artifacts/1");
  json.member("id", run.manifest.id);
  json.member("root", run.root.string());
  json.text_or_null("created", run.manifest.created);
  json.member("complete", run.manifest.complete);
  json.key("artifacts").begin_array();
  for (Artifact const& artifact : run.manifest.artifacts) {
    json.begin_object();
    write_members(json, artifact);
    json.end_object();
  }
  json.end_array();
  write_missing(json, run.manifest.missing);
  write_diagnostics(json, run.diagnostics);
  json.end_object();
  return json.take();
}

std::string runs_json(std::vector<RunDescription> const& runs) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", "llmprof.runs/1");
  Diagnostics diagnostics;
  json.key("runs").begin_array();
  for (RunDescription const& run : runs) {
    json.begin_object();
    json.member("id", run.manifest.id);
    json.member("root", run.root.string());
    json.text_or_null("created", run.manifest.created);
    json.member("complete", run.manifest.complete);
    json.member("artifacts", run.manifest.artifacts.size());
    json.key("kinds").begin_array();
    for (std::string const& kind : kinds_of(run.manifest)) json.value(kind);
    json.end_array();
    json.end_object();
    diagnostics.insert(diagnostics.end(), run.diagnostics.begin(), run.diagnostics.end());
  }
  json.end_array();
  write_diagnostics(json, diagnostics);
  json.end_object();
  return json.take();
}

}  // namespace

std::string format_artifacts(RunDescription const& run, FormatOptions const& options) {
  return options.format == Format::json ? artifacts_json(run) : render(table_of(run.manifest), options);
}

std::string format_runs(std::vector<RunDescription> const& runs, FormatOptions const& options) {
  return options.format == Format::json ? runs_json(runs) : render(table_of(runs), options);
}

}  // namespace llmprof::inline v0
