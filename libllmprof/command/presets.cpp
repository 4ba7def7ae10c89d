// SPDX-License-Identifier: MIT
#include "llmprof/command/presets.hpp"

#include <algorithm>

#include "libllmprof/command/presets_text.hpp"
#include "libllmprof/support/nearest.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

/// The comment in the first line.
std::string_view first_line(std::string_view yaml) {
  yaml = yaml.substr(0, yaml.find('\n'));
  return yaml.starts_with("# ") ? yaml.substr(2) : std::string_view();
}

std::vector<Preset> all_presets() {
  std::vector<Preset> all;
  for (PresetText const& text : preset_texts()) all.push_back({text.name, first_line(text.yaml), text.yaml});
  return all;
}

}  // namespace

std::vector<Preset> const& presets() {
  static std::vector<Preset> const all = all_presets();
  return all;
}

Preset const& find_preset(std::string_view name) {
  auto const& all = presets();
  auto const found =
      std::find_if(all.begin(), all.end(), [&](Preset const& preset) { return preset.name == name; });
  if (found != all.end()) return *found;
  std::string names;
  std::vector<std::string_view> words;
  for (Preset const& preset : all) {
    names += (names.empty() ? "" : ", ") + std::string(preset.name);
    words.push_back(preset.name);
  }
  auto const like = nearest(name, words);
  throw InvalidArgument("no preset '" + std::string(name.substr(0, 80)) + "'" +
                        (like ? "; did you mean '" + std::string(*like) + "'?" : ".") + " There are " +
                        names);
}

void apply_preset(Settings& settings, std::string_view name) {
  Preset const& preset = find_preset(name);
  apply_yaml(settings, preset.yaml, "preset " + std::string(name));
}

}  // namespace llmprof::inline v0
