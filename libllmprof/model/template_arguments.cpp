// SPDX-License-Identifier: MIT
#include "libllmprof/model/template_arguments.hpp"

namespace llmprof::inline v0 {
namespace {

bool is_open(NameToken const& token) {
  return token.is("<") || token.is("(") || token.is("[") || token.is("{");
}

/// Where the last `<` outside other brackets is; the end without one.
std::size_t begin_of_arguments(NameTokens const& function) {
  std::size_t begin = function.size();
  for (std::size_t at = 0; at < function.size();) {
    if (function[at].is("<")) begin = at;
    at = is_open(function[at]) ? behind_bracket(function, at) : at + 1;
  }
  return begin;
}

}  // namespace

std::vector<NameTokens> template_arguments(NameTokens const& function) {
  std::vector<NameTokens> arguments;
  std::size_t const begin = begin_of_arguments(function);
  if (begin == function.size()) return arguments;
  std::size_t end = behind_bracket(function, begin);
  if (end > begin + 1 && function[end - 1].is(">")) --end;  // else the name is cut off
  arguments.emplace_back();
  for (std::size_t at = begin + 1; at < end;) {
    if (function[at].is(",")) {
      arguments.emplace_back();
      ++at;
      continue;
    }
    std::size_t const next = is_open(function[at]) ? behind_bracket(function, at) : at + 1;
    for (; at < next && at < end; ++at) arguments.back().push_back(function[at]);
  }
  return arguments;
}

}  // namespace llmprof::inline v0
