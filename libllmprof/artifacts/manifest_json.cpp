// SPDX-License-Identifier: MIT
#include "libllmprof/artifacts/manifest_json.hpp"

#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/json_reader.hpp"
#include "llmprof/artifacts/masking.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t largest_manifest = std::size_t{64} << 20U;

Artifact read_artifact(JsonNode const& node) {
  Artifact artifact{.path = node.at("path").string(),
                    .kind = node.at("kind").string(),
                    .producer = node.at("producer").string_or_empty(),
                    .size_bytes = {},
                    .may_contain_secrets = false};
  if (auto const size = node.find("size_bytes")) artifact.size_bytes = size->count();
  if (auto const secrets = node.find("may_contain_secrets"))
    artifact.may_contain_secrets = secrets->boolean();
  return artifact;
}

}  // namespace

void write_members(JsonWriter& json, Artifact const& artifact) {
  json.member("path", artifact.path);
  json.member("kind", artifact.kind);
  json.text_or_null("producer", artifact.producer);
  json.member("size_bytes", artifact.size_bytes);
  if (artifact.may_contain_secrets) json.member("may_contain_secrets", true);
}

void write_missing(JsonWriter& json, std::vector<MissingArtifact> const& missing) {
  json.key("missing").begin_array();
  for (MissingArtifact const& item : missing) {
    json.begin_object();
    json.member("path", item.path);
    json.member("reason", item.reason);
    json.end_object();
  }
  json.end_array();
}

std::string to_json(Manifest const& manifest) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", "llmprof.manifest/1");
  json.member("id", manifest.id);
  json.text_or_null("created", manifest.created);
  json.text_or_null("llmprof", manifest.llmprof_version);
  json.key("argv").begin_array();
  for (std::string const& argument : mask_argv(manifest.argv)) json.value(argument);
  json.end_array();
  json.key("artifacts").begin_array();
  for (Artifact const& artifact : manifest.artifacts) {
    json.begin_object();
    write_members(json, artifact);
    json.end_object();
  }
  json.end_array();
  write_missing(json, manifest.missing);
  if (!manifest.partial.empty()) json.member("partial", manifest.partial);
  json.member("complete", manifest.complete);
  json.end_object();
  return json.take();
}

void write_manifest(Artifacts const& run, Manifest const& manifest) {
  write_file_atomically(run.path("manifest.json"), to_json(manifest));
}

Manifest read_manifest_json(std::string_view text, std::string const& source) {
  JsonDocument const document(text, source);
  document.expect_schema("llmprof.manifest", 1);
  JsonNode const root = document.root();
  Manifest manifest{.id = root.at("id").string(),
                    .created = root.at("created").string_or_empty(),
                    .llmprof_version = root.at("llmprof").string_or_empty(),
                    .argv = {},
                    .artifacts = {},
                    .missing = {},
                    .partial = {},
                    .complete = root.at("complete").boolean()};
  if (auto const partial = root.find("partial")) manifest.partial = partial->string();
  for_each(root.at("argv"), [&](JsonNode const& node) { manifest.argv.push_back(node.string()); });
  for_each(root.at("artifacts"),
           [&](JsonNode const& node) { manifest.artifacts.push_back(read_artifact(node)); });
  for_each(root.at("missing"), [&](JsonNode const& node) {
    manifest.missing.push_back({node.at("path").string(), node.at("reason").string()});
  });
  return manifest;
}

Manifest read_manifest(Artifacts const& run) {
  auto const path = run.path("manifest.json");
  auto const text = read_small_file(path, largest_manifest);
  if (!text)
    throw IoError("cannot read " + path.string() + ": the run did not finish, or this is no run folder");
  return read_manifest_json(*text, path.string());
}

}  // namespace llmprof::inline v0
