// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/tokens.hpp"

#include <string_view>
#include <utility>

#include "libllmprof/support/checked_sum.hpp"

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

/// Absent if the label does not tell.
std::optional<std::int64_t> tokens_of(EngineStep const& step) {
  auto const generated = step.generation_tokens ? step.generation_tokens : step.generation_requests;
  switch (step.kind) {
    case StepKind::prefill: return step.context_tokens;
    case StepKind::decode: return generated;
    case StepKind::mixed: {
      if (!step.context_tokens || !generated) return std::nullopt;
      std::int64_t sum = *step.context_tokens;
      add_checked(sum, *generated);
      return sum;
    }
    case StepKind::other: break;
  }
  return std::nullopt;
}

class TokenFinder {
 public:
  TokenFinder(Trace const& trace, Scopes const& scopes, EngineSteps const& engine_steps)
      : trace_(trace),
        scopes_(scopes),
        engine_steps_(engine_steps),
        tokens_(trace.ranges.size()),
        steps_(trace.ranges.size()) {}

  std::vector<Tokens> run() {
    add_marks();
    for (std::size_t i = scopes_.order.size(); i-- > 0;)
      settle(scopes_.order[i]);  // steps before what is around
    return std::move(tokens_);
  }

 private:
  void add_marks() {
    for (std::size_t i = 0; i < trace_.marks.size(); ++i) {
      Mark const& mark = trace_.marks[i];
      std::uint32_t const range = scopes_.range_of_mark[i];
      if (range == no_index || !mark.has_payload || trace_.strings[mark.name] != "tokens") continue;
      std::int64_t sum = tokens_[range].count.value_or(0);
      add_checked(sum, mark.payload);
      tokens_[range] = {sum, TokenSource::mark};
    }
  }

  void settle(std::uint32_t index) {
    BuiltIn const kind = built_in(trace_, trace_.ranges[index]);
    if (kind == BuiltIn::none) return settle_by_label(index);
    if (!tokens_[index].count && kind == BuiltIn::decode_all && steps_[index].known && steps_[index].any) {
      tokens_[index] = {steps_[index].sum, TokenSource::steps};
    }
    Range const& range = trace_.ranges[index];
    if (!tokens_[index].count && range.has_payload) tokens_[index] = {range.payload, TokenSource::payload};
    if (kind == BuiltIn::decode_step) add_step(index);
  }

  void settle_by_label(std::uint32_t index) {
    EngineStep const* const step = engine_steps_.of(index);
    if (step == nullptr || tokens_[index].count) return;
    if (auto const count = tokens_of(*step)) tokens_[index] = {count, TokenSource::label};
  }

  /// Steps count for the nearest decode_all around them, however many ranges are between.
  void add_step(std::uint32_t step) {
    std::uint32_t around = scopes_.parent_of[step];
    while (around != no_index && built_in(trace_, trace_.ranges[around]) != BuiltIn::decode_all) {
      around = scopes_.parent_of[around];
    }
    if (around == no_index) return;
    steps_[around].any = true;
    if (tokens_[step].count) {
      add_checked(steps_[around].sum, *tokens_[step].count);
    } else {
      steps_[around].known = false;
    }
  }

  struct Steps {
    std::int64_t sum = 0;
    bool any = false;
    bool known = true;  // for every one of them
  };

  Trace const& trace_;
  Scopes const& scopes_;
  EngineSteps const& engine_steps_;
  std::vector<Tokens> tokens_;
  std::vector<Steps> steps_;  // by decode_all range
};

}  // namespace

std::vector<Tokens> find_tokens(Trace const& trace, Scopes const& scopes, EngineSteps const& steps) {
  return TokenFinder(trace, scopes, steps).run();
}

}  // namespace llmprof::inline v0
