// SPDX-License-Identifier: MIT
// Established by profiling ranges of odd names with nsys 2023.4.4; its help says that '@' can be escaped.
#include "libllmprof/command/arguments.hpp"
#include "llmprof/command/nsys_command.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view tool = "nsys profile";
constexpr std::string_view option = "--nvtx-capture";

std::string escaped(std::string_view name) {
  std::string text;
  for (char const c : name) {
    if (c == '@' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

void check(Label const& label) {
  if (label.name.empty()) refuse(tool, option, "the label has no name; give it as LLM@prefill");
  if (label.name.ends_with('\\') || label.domain.ends_with('\\')) {
    refuse(tool, option, "nsys cannot find '" + to_string(label) + "': a name in it ends in '\\'");
  }
  if (label.domain == "*") {
    refuse(tool, option, "nsys takes the domain '*' for any domain; ask for that if it is meant");
  }
}

}  // namespace

std::string nsys_capture_text(Label const& label) {
  check(label);
  std::string const name = escaped(label.name);
  if (!label.domain.empty()) return name + '@' + escaped(label.domain);
  return name == label.name ? name : name + "@*";
}

}  // namespace llmprof::inline v0
