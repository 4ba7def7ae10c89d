// SPDX-License-Identifier: MIT
#include "generate.hpp"

#include <llmprof/nvtx.hpp>

namespace nvtx = llmprof::nvtx;

namespace mini {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<Token> prefill(Engine& engine, std::vector<Token> const& prompts) {
  nvtx::Prefill range{prompts.size()};
  return engine.prefill(prompts);
}

std::vector<Token> decode_step(Engine& engine, std::size_t sequences) {
  nvtx::DecodeStep range{sequences};
  return engine.decode_step();
}

/// Appends steps until there are `tokens` of them.
void decode(Engine& engine, std::size_t tokens, std::vector<std::vector<Token>>& steps) {
  nvtx::DecodeAll range;
  std::size_t const sequences = steps.front().size();
  std::size_t generated = 0;
  // An engine that stops at an end-of-text token knows only afterwards how many it made: hence the mark.
  while (steps.size() < tokens) {
    steps.push_back(decode_step(engine, sequences));
    generated += sequences;
  }
  range.tokens(generated);
}

}  // namespace

Generation generate(Engine& engine, std::vector<Token> const& prompts, std::size_t tokens) {
  Generation result;
  auto const start = Clock::now();
  result.steps.push_back(prefill(engine, prompts));
  auto const prefilled = Clock::now();
  decode(engine, tokens, result.steps);
  result.prefill = prefilled - start;
  result.decode = Clock::now() - prefilled;
  return result;
}

}  // namespace mini
