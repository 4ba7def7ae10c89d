// SPDX-License-Identifier: MIT
#include "llmprof/command/settings.hpp"

#include <map>

#include "libllmprof/command/setting_keys.hpp"
#include "libllmprof/command/setting_values.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/settings_yaml.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

std::string as_text(ConfigValue const& value) {
  if (auto const* one = std::get_if<std::string>(&value)) return *one;
  std::string text;
  for (std::string const& item : std::get<std::vector<std::string>>(value))
    text += (text.empty() ? "" : ", ") + item;
  return text;
}

/// The value of `key=value`: a list in brackets is YAML.
WrittenValue written_value(std::string_view text, std::string const& source) {
  if (!text.starts_with('[')) return {WrittenValue::Kind::one, {std::string(text)}};
  auto const read = read_settings_yaml("value: " + std::string(text), source);
  if (read.size() != 1) throw InvalidArgument(source + ": a list is written [a, b]");
  return read.front().value;
}

}  // namespace

std::vector<SettingDescription> describe_settings() {
  Settings const fallback;
  std::vector<SettingDescription> all;
  for (SettingKey const& key : setting_keys()) {
    all.push_back(
        {std::string(key.name), allowed_text(key), as_text(value_of(fallback, key)), std::string(key.what)});
  }
  return all;
}

void apply_yaml(Settings& settings, std::string_view yaml, std::string const& source) {
  Settings changed = settings;
  std::map<std::string, std::uint64_t> lines;
  for (WrittenSetting const& written : read_settings_yaml(yaml, source)) {
    std::string const name = canonical_key(written.key);
    if (is_setting_group(name) && written.value.kind == WrittenValue::Kind::nothing) continue;
    SettingKey const* const key = find_setting_key(name);
    if (key == nullptr) {
      throw ParseError(source, written.line,
                       is_setting_group(name) ? "'" + name + "' is a group of settings and has no value"
                                              : unknown_setting(name));
    }
    auto const [first, is_new] = lines.emplace(name, written.line);
    if (!is_new) {
      throw ParseError(source, written.line,
                       name + " is given twice, first in line " + std::to_string(first->second));
    }
    if (std::string const why = assign(changed, *key, written.value); !why.empty())
      throw ParseError(source, written.line, name + ": " + why);
  }
  settings = std::move(changed);
}

void apply_file(Settings& settings, std::filesystem::path const& path) {
  apply_yaml(settings, read_file(path), path.string());
}

void apply_assignment(Settings& settings, std::string_view assignment) {
  auto const equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw InvalidArgument("--set: '" + std::string(assignment.substr(0, 80)) +
                          "' is not KEY=VALUE, for example run.mode=light");
  }
  std::string const key(trimmed(assignment.substr(0, equals)));
  apply_value(settings, key, trimmed(assignment.substr(equals + 1)), "--set " + key);
}

void apply_value(Settings& settings, std::string_view key, std::string_view value,
                 std::string_view given_as) {
  std::string const source(given_as.empty() ? key : given_as);
  SettingKey const* const found = find_setting_key(canonical_key(key));
  if (found == nullptr) throw InvalidArgument(source + ": " + unknown_setting(key));
  std::string why;
  try {
    why = assign(settings, *found, written_value(value, source));
  } catch (ParseError const& error) {
    throw InvalidArgument(error.what());
  }
  if (!why.empty()) throw InvalidArgument(source + ": " + why);
}

void validate(Settings const& settings) {
  if (settings.nsys_capture_range == "nvtx" && settings.nsys_gating_nvtx &&
      settings.nsys_nvtx_capture.empty()) {
    throw InvalidArgument(
        "nsys.capture_range is nvtx, but nsys.nvtx_capture names no range: nothing would be captured; set it "
        "to a label such as LLM@prefill, or nsys.gating_nvtx to false");
  }
  if (settings.collector_capture.empty() && (settings.collector_skip != 0 || settings.collector_count != 0)) {
    throw InvalidArgument(
        "collector.skip and collector.count (--skip, --count) are about the ranges of collector.capture "
        "(--capture LABEL), which is not given");
  }
}

Config to_config(Settings const& settings) {
  Config config;
  for (SettingKey const& key : setting_keys()) config[std::string(key.name)] = value_of(settings, key);
  return config;
}

}  // namespace llmprof::inline v0
