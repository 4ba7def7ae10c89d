// SPDX-License-Identifier: MIT
#include "llmprof/command/workload_argv.hpp"

#include <algorithm>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

/// Of what every version of Hydra takes without quotes.
bool is_plain(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || is_one_of(c, "_/-+.%*:");
  });
}

/// `a.b`, `+a.b`, `++a`, `~a`, `group@package`.
bool is_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return is_letter_or_digit(c) || is_one_of(c, "_/-+.~@:");
  });
}

void refuse_nul(std::string const& argument) {
  if (argument.find('\0') != std::string::npos)
    throw InvalidArgument("an argument of the workload holds a NUL");
}

}  // namespace

std::vector<std::string> workload_argv(std::vector<std::string> argv) {
  if (argv.empty()) throw InvalidArgument("no command to run; give it after --");
  if (argv.front().empty()) throw InvalidArgument("the program of the workload has no name");
  for (std::string const& argument : argv) refuse_nul(argument);
  return argv;
}

// In quotes a backslash escapes only where it stands before a quote, or before ${, which would else be an
// interpolation.
std::string hydra_value(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string quoted = "'";
  std::size_t backslashes = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const is_quote = text[i] == '\'';
    bool const is_interpolation = text.substr(i).starts_with("${");
    if (is_quote || is_interpolation) quoted.append(backslashes + 1, '\\');
    quoted += text[i];
    backslashes = text[i] == '\\' ? backslashes + 1 : 0;
  }
  quoted.append(backslashes, '\\');  // they stand before the closing quote
  return quoted + '\'';
}

HydraCommand& HydraCommand::override(std::string text) {
  overrides_.push_back(std::move(text));
  return *this;
}

HydraCommand& HydraCommand::value(std::string const& key, std::string_view value) {
  return override(key + '=' + hydra_value(value));
}

HydraCommand& HydraCommand::run_dir(std::string folder) {
  run_dir_ = std::move(folder);
  return *this;
}

HydraCommand& HydraCommand::chdir(bool does) {
  chdir_ = does;
  return *this;
}

HydraCommand& HydraCommand::mode(std::string mode) {
  mode_ = std::move(mode);
  return *this;
}

HydraCommand& HydraCommand::inputs_manifest(std::string file) {
  inputs_manifest_ = std::move(file);
  return *this;
}

std::vector<std::string> HydraCommand::argv() const {
  std::vector<std::string> argv = workload_argv(program_);
  for (std::string const& text : overrides_) {
    std::string_view const key = std::string_view(text).substr(0, text.find('='));
    bool const has_value = key.size() < text.size() || text.starts_with('~');
    if (!is_key(key) || !has_value) {
      throw InvalidArgument("'" + text + "' is not an override of Hydra: key=value, +key=value or ~key");
    }
    refuse_nul(text);
    argv.push_back(text);
  }
  auto const add = [&](std::string_view key, std::string_view value) {
    argv.push_back(std::string(key) + '=' + hydra_value(value));
    refuse_nul(argv.back());
  };
  if (run_dir_) add("hydra.run.dir", *run_dir_);
  add("hydra.job.chdir", chdir_ ? "true" : "false");
  if (mode_) add("+run.mode", *mode_);
  if (inputs_manifest_) add("+inputs.manifest", *inputs_manifest_);
  return argv;
}

}  // namespace llmprof::inline v0
