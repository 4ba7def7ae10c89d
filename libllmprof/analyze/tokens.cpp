// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/tokens.hpp"

#include <string_view>

namespace llmprof::inline v0 {
namespace {

enum class BuiltIn : std::uint8_t { none, prefill, decode_all, decode_step };

BuiltIn built_in(Trace const& trace, Range const& range) {
  if (trace.strings[range.domain] != "LLM") return BuiltIn::none;
  std::string_view const name = trace.strings[range.name];
  if (name == "prefill") return BuiltIn::prefill;
  if (name == "decode_all") return BuiltIn::decode_all;
  if (name == "decode_step") return BuiltIn::decode_step;
  return BuiltIn::none;
}

using Tokens = std::vector<std::optional<std::int64_t>>;

void add_marks(Trace const& trace, Scopes const& scopes, Tokens& tokens) {
  for (std::size_t i = 0; i < trace.marks.size(); ++i) {
    Mark const& mark = trace.marks[i];
    std::uint32_t const range = scopes.range_of_mark[i];
    if (range == no_index || !mark.has_payload || trace.strings[mark.name] != "tokens") continue;
    tokens[range] = tokens[range].value_or(0) + mark.payload;
  }
}

}  // namespace

std::vector<std::optional<std::int64_t>> find_tokens(Trace const& trace, Scopes const& scopes) {
  Tokens tokens(trace.ranges.size());
  add_marks(trace, scopes, tokens);
  Tokens of_steps(trace.ranges.size());                  // by decode_all range
  for (std::size_t i = scopes.order.size(); i-- > 0;) {  // steps before the range around them
    std::uint32_t const index = scopes.order[i];
    Range const& range = trace.ranges[index];
    std::optional<std::int64_t> const payload =
        range.has_payload ? std::optional(range.payload) : std::nullopt;
    switch (built_in(trace, range)) {
      case BuiltIn::none: break;
      case BuiltIn::prefill:
        if (!tokens[index]) tokens[index] = payload;
        break;
      case BuiltIn::decode_step: {
        if (!tokens[index]) tokens[index] = payload;
        std::uint32_t const parent = scopes.parent_of[index];
        if (parent != no_index && tokens[index]) {
          of_steps[parent] = of_steps[parent].value_or(0) + *tokens[index];
        }
        break;
      }
      case BuiltIn::decode_all:
        if (!tokens[index]) tokens[index] = of_steps[index] ? of_steps[index] : payload;
        break;
    }
  }
  return tokens;
}

}  // namespace llmprof::inline v0
