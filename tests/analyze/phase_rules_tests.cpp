// SPDX-License-Identifier: MIT
#include "llmprof/analyze/phase_rules.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "llmprof/error.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

PhaseRules from(std::string const& yaml) { return PhaseRules::from_yaml(yaml, "rules.yaml"); }

std::string error_of(std::string const& yaml) {
  try {
    static_cast<void>(from(yaml));
  } catch (ParseError const& error) {
    return error.what();
  }
  return "no error";
}

std::string const some = "- match: a\n  phase: prefill\n";

}  // namespace

TEST_CASE("a rule tells phase and numbers of a label", "[phase-rules]") {
  TemporaryFolder folder;
  put_file(folder / "rules.yaml",
           "- match: '^forward\\[(\\d+) prompts, (\\d+) tokens\\]$'\n"
           "  domain: Engine\n"
           "  phase: prefill\n"
           "  batch: $1\n"
           "  tokens: $2\n"
           "- match: '^tick'\n"
           "  phase: decode\n"
           "  generation_requests: 8\n");
  PhaseRules const rules = PhaseRules::from_file(folder / "rules.yaml");
  EngineStep wanted;
  wanted.kind = StepKind::prefill;
  wanted.batch = 2;
  wanted.context_tokens = 512;
  CHECK(rules.read("forward[2 prompts, 512 tokens]", "Engine") == wanted);
  CHECK_FALSE(rules.read("forward[2 prompts, 512 tokens]", "Other"));
  CHECK_FALSE(rules.read("forward[2 prompts, 512 tokens] more", "Engine"));
  CHECK(rules.read("tick 4")->generation_requests == 8);
  CHECK(rules.read("tick 4", "Any")->kind == StepKind::decode);
}

TEST_CASE("the first rule decides, before the built-in forms", "[phase-rules]") {
  PhaseRules const rules = from(
      "- {match: '^prefill cache', phase: other}\n"
      "- {match: 'prefill', phase: mixed}\n");
  CHECK(rules.read("prefill cache")->kind == StepKind::other);
  CHECK(rules.read("prefill")->kind == StepKind::mixed);
  CHECK(rules.read("decode_step")->kind == StepKind::decode);
  CHECK(PhaseRules().read("prefill")->kind == StepKind::prefill);
  CHECK(from("").read("prefill")->kind == StepKind::prefill);
}

TEST_CASE("a group that is no number says nothing", "[phase-rules]") {
  PhaseRules const rules =
      from("- {match: 'step (\\w+)( of (\\d+))?', phase: decode, tokens: $1, batch: $3}");
  CHECK(rules.read("step 12 of 4")->generation_tokens == 12);
  CHECK(rules.read("step 12 of 4")->batch == 4);
  CHECK_FALSE(rules.read("step 12")->batch);
  CHECK_FALSE(rules.read("step x")->generation_tokens);
  CHECK_FALSE(rules.read("step 99999999999999999999")->generation_tokens);
}

TEST_CASE("no label and no rule takes for ever", "[phase-rules]") {
  PhaseRules const rules = from("- {match: '^(x+x+)+y$', phase: decode}");
  CHECK_FALSE(rules.read(std::string(1024, 'x')));
  CHECK_FALSE(rules.read(std::string(5'000'000, 'x') + "prefill"));
}

TEST_CASE("a bad phase rule is an error that names file and line", "[phase-rules]") {
  CHECK_THAT(error_of("- phase: prefill\n"), ContainsSubstring("rules.yaml:1: a rule needs a `match`"));
  CHECK_THAT(error_of("- match: a\n"), ContainsSubstring("rules.yaml:1: a rule needs a `phase`"));
  CHECK_THAT(error_of("- match: a\n  phase: train\n"), ContainsSubstring("rules.yaml:2: `phase` is"));
  CHECK_THAT(error_of("- match: '(a'\n  phase: prefill\n"),
             ContainsSubstring("rules.yaml:1: bad expression '(a'"));
  CHECK_THAT(error_of("- match: ''\n  phase: prefill\n"),
             ContainsSubstring("rules.yaml:1: an expression has"));
  CHECK_THAT(error_of("- match: " + std::string(2000, 'a') + "\n  phase: prefill\n"),
             ContainsSubstring("rules.yaml:1"));
  CHECK_THAT(error_of("- match: [a, b]\n  phase: prefill\n"),
             ContainsSubstring("rules.yaml:1: `match` takes one"));
  CHECK_THAT(error_of(some + "  batch: many\n"),
             ContainsSubstring("rules.yaml:3: `batch` is a number, or a group"));
  CHECK_THAT(error_of(some + "  batch: $1\n"), ContainsSubstring("rules.yaml:3: `match` has 0 groups"));
  CHECK_THAT(error_of(some + "  batch: $0\n"), ContainsSubstring("rules.yaml:3"));
  CHECK_THAT(error_of(some + "  seconds: 4\n"), ContainsSubstring("rules.yaml:3: a rule has no 'seconds'"));
  CHECK_THAT(error_of("- match: a\n  phase: mixed\n  tokens: 4\n"),
             ContainsSubstring("rules.yaml:3: `tokens` is of"));
  CHECK_THAT(error_of("match: a\n"), ContainsSubstring("rules.yaml:1: rules are a list"));
  CHECK_THROWS_AS(PhaseRules::from_file("/nowhere/rules.yaml"), IoError);
}
