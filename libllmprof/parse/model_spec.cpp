// SPDX-License-Identifier: MIT
#include "llmprof/parse/model_spec.hpp"

#include "libllmprof/support/file.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20U;

std::filesystem::path file_of(std::filesystem::path const& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored) ? path / "config.json" : path;
}

/// Weights lie beside these files and are gigabytes: no more is read than tells that a file is too large.
std::string read_description(std::filesystem::path const& file) {
  return can_be_read_twice(file) ? read_head(file, most_bytes + 1) : read_file(file);
}

}  // namespace

ModelSpec read_model_spec(std::filesystem::path const& path) {
  auto const file = file_of(path);
  std::string const text = read_description(file);
  std::string const source = file.string();
  if (text.size() > most_bytes)
    throw ParseError(source, {}, "larger than 1 MiB; expected a config.json or model.yaml, not weights");
  auto const content = trimmed(text);
  if (content.empty()) throw ParseError(source, {}, "is empty; expected a config.json or a model.yaml");
  if (content.front() == '{') return read_model_config(text, source);
  return read_model_yaml(text, source, file.has_parent_path() ? file.parent_path() : ".");
}

}  // namespace llmprof::inline v0
