// SPDX-License-Identifier: MIT
#include <yaml-cpp/emitter.h>

#include <array>
#include <fstream>

#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/sha256.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/artifacts/masking.hpp"
#include "llmprof/artifacts/provenance.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

/// Reads at most `limit` bytes: a file may grow meanwhile.
std::optional<std::string> digest_of(fs::path const& path, std::uint64_t limit) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  Sha256 hash;
  std::array<char, 65536> block{};
  for (std::uint64_t read = 0; read < limit && in;) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    auto const got = static_cast<std::size_t>(in.gcount());
    hash.update({block.data(), got});
    read += got;
  }
  return in.eof() ? std::optional(hash.hex_digest()) : std::nullopt;
}

void emit(YAML::Emitter& yaml, InputFile const& input) {
  yaml << YAML::BeginMap;
  yaml << YAML::Key << "path" << YAML::Value << mask_text(repaired_utf8(input.path));
  yaml << YAML::Key << "kind" << YAML::Value << repaired_utf8(input.kind);
  yaml << YAML::Key << "size_bytes" << YAML::Value;
  input.size_bytes ? yaml << *input.size_bytes : yaml << YAML::Null;
  yaml << YAML::Key << "sha256" << YAML::Value;
  input.sha256 ? yaml << *input.sha256 : yaml << YAML::Null;
  if (!input.reason.empty()) yaml << YAML::Key << "reason" << YAML::Value << repaired_utf8(input.reason);
  yaml << YAML::EndMap;
}

}  // namespace

InputFile describe_input(fs::path const& path, std::string kind) {
  InputFile input{
      .path = path.string(), .kind = std::move(kind), .size_bytes = {}, .sha256 = {}, .reason = {}};
  if (path == "-") {
    input.reason = "standard input, not kept";
    return input;
  }
  std::error_code error;
  fs::file_status const status = fs::status(path, error);
  if (!fs::exists(status)) {
    input.reason = "there is no such file";
  } else if (!fs::is_regular_file(status)) {
    input.reason = "it is not a regular file";
  } else if (auto const size = fs::file_size(path, error); error) {
    input.reason = "its size cannot be had: " + error.message();
  } else {
    input.size_bytes = size;
    if (size >= hash_limit_bytes) {
      input.reason = "not hashed: 64 MiB or larger";
    } else if (!(input.sha256 = digest_of(path, hash_limit_bytes))) {
      input.reason = "not hashed: it cannot be read, or grew meanwhile";
    }
  }
  return input;
}

std::string to_yaml(std::vector<InputFile> const& inputs) {
  YAML::Emitter yaml;
  yaml << YAML::BeginMap << YAML::Key << "count" << YAML::Value << inputs.size();
  yaml << YAML::Key << "inputs" << YAML::Value << YAML::BeginSeq;
  for (InputFile const& input : inputs) emit(yaml, input);
  yaml << YAML::EndSeq << YAML::EndMap;
  return std::string(yaml.c_str()) + '\n';
}

void write_inputs_yaml(std::vector<InputFile> const& inputs, fs::path const& path) {
  write_file_atomically(path, to_yaml(inputs));
}

}  // namespace llmprof::inline v0
