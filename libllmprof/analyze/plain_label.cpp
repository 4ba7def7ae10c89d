// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "libllmprof/analyze/engine_forms.hpp"
#include "libllmprof/analyze/label_scanner.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

using Words = std::vector<std::string>;

enum class Sort : std::uint8_t { other, lower, upper, digit };

Sort sort_of(char c) {
  if (c >= 'a' && c <= 'z') return Sort::lower;
  if (c >= 'A' && c <= 'Z') return Sort::upper;
  return c >= '0' && c <= '9' ? Sort::digit : Sort::other;
}

/// `BatchPrefill_8k` is `batch`, `prefill`, `8`, `k`.
Words words_of(std::string_view text) {
  Words words;
  Sort before = Sort::other;
  for (char const c : text) {
    Sort const sort = sort_of(c);
    bool const goes_on = sort == before || (before == Sort::upper && sort == Sort::lower);
    if (sort != Sort::other) {
      if (!goes_on) words.emplace_back();
      words.back() += c;
    }
    before = sort;
  }
  for (std::string& word : words) word = lower_case(word);
  return words;
}

template <std::size_t size>
bool is_one_of(std::string const& word, std::array<std::string_view, size> const& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <std::size_t size>
bool has_one_of(Words const& words, std::array<std::string_view, size> const& wanted) {
  return std::any_of(words.begin(), words.end(), [&](auto const& word) { return is_one_of(word, wanted); });
}

/// Other things are decoded, too, and what moves between engines or waits is no step.
constexpr std::array<std::string_view, 31> other_topics{
    "image",    "images", "jpeg",      "png",       "video",      "audio",       "vae",   "base",
    "utf",      "json",   "tokenize",  "tokenizer", "detokenize", "detokenizer", "text",  "string",
    "frame",    "frames", "url",       "http",      "grammar",    "opus",        "nvdec", "instruction",
    "transfer", "disagg", "bootstrap", "queue",     "wait",       "receive",     "send"};

constexpr std::array<std::string_view, 3> prefill_words{"prefill", "prefills", "prefilling"};
constexpr std::array<std::string_view, 2> decode_words{"decode", "decoding"};

/// What may stand beside a word that means a phase only where the label is about nothing else.
constexpr std::array<std::string_view, 20> companions{
    "step",  "steps", "phase",  "stage", "batch",     "forward", "model", "run",    "loop", "all",
    "chunk", "token", "tokens", "pass",  "iteration", "iter",    "llm",   "engine", "the",  "start"};
constexpr std::array<std::string_view, 6> steps{"step", "steps", "phase", "stage", "forward", "batch"};

bool is_number(std::string const& word) { return sort_of(word.front()) == Sort::digit; }

/// The one word that is neither a companion nor a number; empty if there is none, or more than one.
std::string only_topic(Words const& words) {
  std::string topic;
  for (std::string const& word : words) {
    if (is_number(word) || is_one_of(word, companions)) continue;
    if (!topic.empty()) return {};
    topic = word;
  }
  return topic;
}

/// `generate` of a library runs prompts and new tokens; `context` alone may be anything.
std::optional<StepKind> kind_of_weak_word(Words const& words) {
  std::string const topic = only_topic(words);
  if (topic == "extend") return StepKind::prefill;
  if (topic == "generate") return StepKind::mixed;
  if (topic == "generation") return StepKind::decode;
  if (topic == "context" && has_one_of(words, steps)) return StepKind::prefill;
  return std::nullopt;
}

std::optional<StepKind> kind_of_words(Words const& words) {
  if (has_one_of(words, other_topics)) return std::nullopt;
  bool const has_prefill = has_one_of(words, prefill_words);
  bool const has_decode = has_one_of(words, decode_words);
  if (has_prefill && has_decode) return StepKind::mixed;
  if (has_prefill) return StepKind::prefill;
  if (has_decode) return StepKind::decode;
  return std::nullopt;
}

/// `generate` of `LlamaForCausalLM.generate`.
std::string_view last_component(std::string_view name) {
  auto const dot = name.rfind('.');
  bool const is_path = dot != std::string_view::npos && name.find(' ') == std::string_view::npos;
  return is_path ? name.substr(dot + 1) : name;
}

/// `num_seq=2` and the like, wherever they stand.
void add_written_numbers(EngineStep& step, std::string_view name) {
  for (auto at = name.find('='); at != std::string_view::npos; at = name.find('=', at + 1)) {
    auto const begin = name.substr(0, at).find_last_of(" ,([{");
    std::string_view const key = name.substr(begin == std::string_view::npos ? 0 : begin + 1,
                                             at - (begin == std::string_view::npos ? 0 : begin + 1));
    if (auto const value = LabelScanner(name.substr(at + 1)).number()) add_written_number(step, key, *value);
  }
}

}  // namespace

std::optional<EngineStep> read_plain_label(std::string_view name) {
  // Operators and functions of C++ are parts of a step.
  if (name.find("::") != std::string_view::npos) return std::nullopt;
  std::string_view const text = name.substr(0, name.find('='));
  std::string_view const before_key =
      text.size() == name.size() ? text : text.substr(0, text.find_last_of(" ,([{"));
  auto kind = kind_of_words(words_of(before_key));
  if (!kind) kind = kind_of_weak_word(words_of(last_component(before_key)));
  if (!kind) return std::nullopt;
  EngineStep step;
  step.kind = *kind;
  add_written_numbers(step, name);
  return step;
}

}  // namespace llmprof::inline v0
