// SPDX-License-Identifier: MIT
#include "self_check.hpp"

namespace mini {

namespace {

/// The prompts, each with what was generated for it in the first `steps` steps.
std::vector<Token> texts_after(std::vector<Token> const& prompts, Generation const& generation,
                               std::size_t steps) {
  std::size_t const sequences = generation.steps.front().size();
  std::size_t const length = prompts.size() / sequences;
  std::vector<Token> texts;
  for (std::size_t s = 0; s < sequences; ++s) {
    Token const* prompt = prompts.data() + s * length;
    texts.insert(texts.end(), prompt, prompt + length);
    for (std::size_t i = 0; i < steps; ++i) texts.push_back(generation.steps[i][s]);
  }
  return texts;
}

std::string difference(std::vector<Token> const& got, std::vector<Token> const& expected, std::size_t step) {
  for (std::size_t s = 0; s < got.size(); ++s) {
    if (got[s] == expected[s]) continue;
    return "step " + std::to_string(step) + ", sequence " + std::to_string(s) + ": token " +
           std::to_string(got[s]) + ", expected " + std::to_string(expected[s]);
  }
  return {};
}

}  // namespace

std::string check_against_recomputation(Engine& engine, std::vector<Token> const& prompts,
                                        Generation const& generation) {
  for (std::size_t i = 0; i < generation.steps.size(); ++i) {
    auto const expected = engine.prefill(texts_after(prompts, generation, i));
    if (auto found = difference(generation.steps[i], expected, i); !found.empty()) return found;
  }
  return {};
}

std::string check_against_engine(Engine& other, std::vector<Token> const& prompts,
                                 Generation const& generation) {
  auto const expected = generate(other, prompts, generation.steps.size());
  for (std::size_t i = 0; i < generation.steps.size(); ++i) {
    if (auto found = difference(generation.steps[i], expected.steps[i], i); !found.empty()) return found;
  }
  return {};
}

}  // namespace mini
