// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/engine_forms.hpp"

#include <array>
#include <utility>

#include "libllmprof/analyze/label_scanner.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

/// Of a step that says how many requests of each kind it has.
StepKind kind_of(std::int64_t context, std::int64_t generation) {
  if (context > 0) return generation > 0 ? StepKind::mixed : StepKind::prefill;
  return generation > 0 ? StepKind::decode : StepKind::other;
}

std::optional<std::int64_t> sum_of(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}

/// `key=value` pairs up to the end or a `]`; whatever is no pair with a number is passed over.
template <class Take>
void each_pair(LabelScanner& scanner, Take const& take) {
  while (!scanner.at_end() && !scanner.rest().starts_with(']')) {
    std::string_view const key = scanner.until(" ,=]");
    if (scanner.skip("=")) {
      if (auto const value = scanner.number()) take(key, *value);
      scanner.until(" ,]");
    }
    while (scanner.skip(" ") || scanner.skip(",")) continue;
  }
}

// --- vLLM

/// What stands behind a number of requests: `(6144)`, or `(sq8155sk8430sqsq7475785sqsk7671310)`, where sq are
/// the tokens.
struct VllmTokens {
  bool is_well_formed = true;
  std::optional<std::int64_t> count;
};

VllmTokens vllm_tokens(LabelScanner& scanner) {
  if (!scanner.skip("(")) return {};
  scanner.skip("sq");
  auto const count = scanner.number();
  for (std::string_view const key : {"sk", "sqsq", "sqsk"}) {
    if (scanner.skip(key) && !scanner.number()) return {false, {}};
  }
  return {count && scanner.skip(")"), count};
}

std::optional<EngineStep> vllm_new_and_cached(LabelScanner scanner) {
  auto const added = scanner.number();
  if (!added || !scanner.skip("_cached_")) return std::nullopt;
  auto const cached = scanner.number();
  if (!cached || !scanner.at_end()) return std::nullopt;
  // A cached request may still be at its prompt: how many are is not said.
  EngineStep step;
  step.kind = kind_of(*added, *cached);
  step.batch = sum_of(*added, *cached);
  return step;
}

}  // namespace

std::optional<EngineStep> read_vllm_label(std::string_view name) {
  LabelScanner scanner(name);
  if (!scanner.skip("execute_")) return std::nullopt;
  if (scanner.skip("new_")) return vllm_new_and_cached(scanner);
  if (scanner.number() && !scanner.skip("_")) return std::nullopt;  // all tokens
  if (!scanner.skip("context_")) return std::nullopt;
  EngineStep step;
  step.context_requests = scanner.number();
  VllmTokens const context = vllm_tokens(scanner);
  if (!scanner.skip("_generation_")) return std::nullopt;
  step.generation_requests = scanner.number();
  VllmTokens const generation = vllm_tokens(scanner);
  bool const is_whole = step.context_requests && step.generation_requests && context.is_well_formed &&
                        generation.is_well_formed && scanner.at_end();
  if (!is_whole) return std::nullopt;
  step.context_tokens = context.count;
  step.generation_tokens = generation.count;
  step.kind = kind_of(*step.context_requests, *step.generation_requests);
  step.batch = sum_of(*step.context_requests, *step.generation_requests);
  return step;
}

// --- TensorRT-LLM

namespace {

std::optional<std::int64_t>* trtllm_field(EngineStep& step, std::string_view what) {
  if (what == "ctx reqs") return &step.context_requests;
  if (what == "ctx tokens") return &step.context_tokens;
  if (what == "gen reqs") return &step.generation_requests;
  if (what == "gen tokens") return &step.generation_tokens;
  return nullptr;
}

}  // namespace

std::optional<EngineStep> read_trtllm_label(std::string_view name) {
  LabelScanner scanner(name);
  if (!scanner.skip("[Executor] _forward_step")) return std::nullopt;
  if (scanner.skip(" ") && !scanner.number()) return std::nullopt;
  if (!scanner.skip(":")) return std::nullopt;
  EngineStep step;
  do {
    scanner.skip(" ");
    auto const value = scanner.number();
    scanner.skip(" ");
    auto* const field = trtllm_field(step, scanner.until(","));
    if (value && field != nullptr) *field = value;
  } while (scanner.skip(","));
  if (!step.context_requests || !step.generation_requests) return std::nullopt;
  step.kind = kind_of(*step.context_requests, *step.generation_requests);
  step.batch = sum_of(*step.context_requests, *step.generation_requests);
  return step;
}

// --- SGLang and its like

namespace {

/// SGLang's ForwardMode. A verification works on drafts of new tokens, with one request a sequence.
std::optional<StepKind> sglang_kind(std::string_view mode) {
  using Mode = std::pair<std::string_view, StepKind>;
  constexpr std::array modes{
      Mode{"extend", StepKind::prefill},       Mode{"split_prefill", StepKind::prefill},
      Mode{"prefill", StepKind::prefill},      Mode{"decode", StepKind::decode},
      Mode{"target_verify", StepKind::decode}, Mode{"verify", StepKind::decode},
      Mode{"draft_extend", StepKind::decode},  Mode{"draft_extend_v2", StepKind::decode},
      Mode{"mixed", StepKind::mixed},          Mode{"idle", StepKind::other},
      Mode{"prebuilt", StepKind::other},       Mode{"dllm_extend", StepKind::other},
      Mode{"dummy_first", StepKind::other}};
  for (auto const& [name, kind] : modes) {
    if (equals_ignoring_case(mode, name)) return kind;
  }
  return std::nullopt;
}

/// Numbers that SGLang splits between prompts (c) and new tokens (g).
bool add_split_number(EngineStep& step, std::string_view key, std::int64_t value) {
  if (step.kind != StepKind::mixed) return false;
  if (key == "c") step.context_requests = value;
  if (key == "g") step.generation_requests = value;
  if (key == "c_sq") step.context_tokens = value;
  if (key == "g_sq") step.generation_tokens = value;
  return key == "c" || key == "g" || key == "c_sq" || key == "g_sq";
}

}  // namespace

std::optional<EngineStep> read_bracket_label(std::string_view name) {
  LabelScanner scanner(name);
  std::string_view mode = scanner.until("[");
  if (!scanner.skip("[")) return std::nullopt;
  if (equals_ignoring_case(mode, "step")) mode = scanner.until(" ]");
  auto const kind = sglang_kind(mode);
  if (!kind) return std::nullopt;
  EngineStep step;
  step.kind = *kind;
  scanner.skip(" ");
  each_pair(scanner, [&](std::string_view key, std::int64_t value) {
    if (!add_split_number(step, key, value)) add_written_number(step, key, value);
  });
  return scanner.skip("]") && scanner.at_end() ? std::optional(step) : std::nullopt;
}

void add_written_number(EngineStep& step, std::string_view key, std::int64_t value) {
  bool const is_batch = key == "bs" || key == "batch" || key == "batch_size" || key == "num_seq" ||
                        key == "num_seqs" || key == "num_reqs";
  bool const is_tokens =
      key == "toks" || key == "tok" || key == "tokens" || key == "num_tokens" || key == "total_len";
  if (is_batch) {
    step.batch = value;
    if (step.kind == StepKind::prefill) step.context_requests = value;
    if (step.kind == StepKind::decode) step.generation_requests = value;
  } else if (is_tokens) {
    if (step.kind == StepKind::prefill) step.context_tokens = value;
    if (step.kind == StepKind::decode) step.generation_tokens = value;
  }
}

}  // namespace llmprof::inline v0
