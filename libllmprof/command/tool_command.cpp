// SPDX-License-Identifier: MIT
#include "llmprof/command/tool_command.hpp"

#include <algorithm>

#include "libllmprof/report/diagnostics_json.hpp"
#include "libllmprof/support/json.hpp"

namespace llmprof::inline v0 {
namespace {

/// Not `=` and `~`: at the front of a word they mean something to shells.
bool is_plain(char c) {
  constexpr std::string_view others = "_-./:,@%+";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         others.find(c) != std::string_view::npos;
}

/// `--trace=cuda`: behind an option's name a `=` is plain, too.
bool is_plain_option(std::string_view text) {
  auto const equals = text.find('=');
  return text.starts_with('-') && equals != std::string_view::npos &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(equals), is_plain) &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(equals) + 1, text.end(), is_plain);
}

}  // namespace

std::string shell_quoted(std::string_view text) {
  bool const is_word = !text.empty() && std::all_of(text.begin(), text.end(), is_plain);
  if (is_word || is_plain_option(text)) return std::string(text);
  std::string quoted = "'";
  for (char const c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + '\'';
}

std::string shell_line(ToolCommand const& command) {
  std::string line;
  auto const add = [&line](std::string const& word) { line += (line.empty() ? "" : " ") + word; };
  for (auto const& [name, value] : command.environment) add(name + '=' + shell_quoted(value));
  for (std::string const& argument : command.argv) add(shell_quoted(argument));
  return line;
}

std::string format_command_json(ToolCommand const& command) {
  JsonWriter json(JsonWriter::Layout::indented);
  json.begin_object();
  json.member("schema", "llmprof.command/1");
  json.key("argv").begin_array();
  for (std::string const& argument : command.argv) json.value(argument);
  json.end_array();
  json.key("environment").begin_object();
  for (auto const& [name, value] : command.environment) json.member(name, value);
  json.end_object();
  write_diagnostics(json, command.diagnostics);
  json.end_object();
  return json.take();
}

}  // namespace llmprof::inline v0
