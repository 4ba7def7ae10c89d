// SPDX-License-Identifier: MIT
#include <yaml-cpp/emitter.h>

#include <string_view>

#include "libllmprof/support/atomic_file.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/artifacts/masking.hpp"
#include "llmprof/artifacts/provenance.hpp"

namespace llmprof::inline v0 {
namespace {

/// The settings of one level and the levels below. A key may be both: `a` and `a.b`.
struct Level {
  std::map<std::string, ConfigValue> values;
  std::map<std::string, Level> levels;
};

Level nested(Config const& config) {
  Level top;
  for (auto const& [key, value] : config) {
    Level* level = &top;
    std::string_view rest = key;
    for (std::size_t point = rest.find('.'); point != std::string_view::npos; point = rest.find('.')) {
      level = &level->levels[std::string(rest.substr(0, point))];
      rest.remove_prefix(point + 1);
    }
    level->values[std::string(rest)] = value;
  }
  return top;
}

std::string masked(std::string const& key, std::string const& value) {
  return is_secret_name(key) && !value.empty() ? "***" : mask_text(repaired_utf8(value));
}

void emit(YAML::Emitter& yaml, std::string const& key, ConfigValue const& value) {
  if (auto const* text = std::get_if<std::string>(&value)) {
    yaml << masked(key, *text);
    return;
  }
  yaml << YAML::Flow << YAML::BeginSeq;
  for (std::string const& item : std::get<std::vector<std::string>>(value)) yaml << masked(key, item);
  yaml << YAML::EndSeq;
}

void emit(YAML::Emitter& yaml, std::string const& prefix, Level const& level) {
  for (auto const& [key, value] : level.values) {
    if (level.levels.contains(key)) continue;
    yaml << YAML::Key << repaired_utf8(key) << YAML::Value;
    emit(yaml, prefix + key, value);
  }
  for (auto const& [key, below] : level.levels) {
    yaml << YAML::Key << repaired_utf8(key) << YAML::Value << YAML::BeginMap;
    if (auto const own = level.values.find(key); own != level.values.end()) {
      yaml << YAML::Key << "." << YAML::Value;  // the value of a key that has keys below it, too
      emit(yaml, prefix + key, own->second);
    }
    emit(yaml, prefix + key + '.', below);
    yaml << YAML::EndMap;
  }
}

}  // namespace

std::string to_yaml(Config const& config) {
  YAML::Emitter yaml;
  yaml << YAML::BeginMap;
  emit(yaml, "", nested(config));
  yaml << YAML::EndMap;
  return std::string(yaml.c_str()) + '\n';
}

void write_config_yaml(Config const& config, std::filesystem::path const& path) {
  write_file_atomically(path, to_yaml(config));
}

}  // namespace llmprof::inline v0
