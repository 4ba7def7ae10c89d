// SPDX-License-Identifier: MIT
#include "libllmprof/model/printed_name.hpp"

#include "llmprof/model/kernel_name.hpp"

namespace llmprof::inline v0 {
namespace {

/// What a safe name (see demangled_kernel_name) is still worth to be demangled for its begin.
constexpr std::size_t most_mangled = std::size_t{64} << 10;

char closing(char open) {
  switch (open) {
    case '<': return '>';
    case '(': return ')';
    case '[': return ']';
    case '{': return '}';
    default: return '\0';
  }
}

/// Behind what looks like parameters at `at`, but is part of the name; `at` itself if it is not.
std::size_t behind_named_bracket(std::string_view name, std::size_t at) {
  constexpr std::string_view unnamed = "(anonymous namespace)";
  if (name.substr(at).starts_with(unnamed)) return at + unnamed.size();
  std::string_view before = name.substr(0, at);
  if (before.ends_with(' ')) before.remove_suffix(1);
  return name.substr(at, 2) == "()" && before.ends_with("operator") ? at + 2 : at;
}

}  // namespace

std::string_view without_range(std::string_view printed) {
  // A name itself has no slash so early.
  auto const slash = printed.substr(0, printed.find_first_of("<({[")).rfind('/');
  return slash == std::string_view::npos ? printed : printed.substr(slash + 1);
}

std::string demangled_head(std::string_view printed, std::size_t most) {
  std::string_view const name = without_range(printed);
  if (!name.starts_with("_Z") || name.size() > most_mangled) return std::string(name.substr(0, most));
  return demangled_kernel_name(name).substr(0, most);
}

std::size_t end_of_function(std::string_view name) {
  std::string closers;
  for (std::size_t at = 0; at < name.size();) {
    if (std::size_t const behind = behind_named_bracket(name, at); behind > at) {
      at = behind;
      continue;
    }
    char const c = name[at];
    if (c == '(' && closers.empty() && at > 0) return at;
    if (char const close = closing(c); close != '\0') {
      closers += close;
    } else if (!closers.empty() && c == closers.back()) {
      closers.pop_back();
    }
    ++at;
  }
  return name.size();
}

}  // namespace llmprof::inline v0
