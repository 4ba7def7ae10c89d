// SPDX-License-Identifier: MIT
#include "llmprof/command/workload_argv.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/error.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
using Argv = std::vector<std::string>;

TEST_CASE("a plain command stays as it is", "[workload_argv]") {
  Argv const argv{"./engine", "", "--a b", "$HOME", "é"};
  CHECK(workload_argv(argv) == argv);
  CHECK_THROWS_AS(workload_argv({}), InvalidArgument);
  CHECK_THROWS_AS(workload_argv({"", "x"}), InvalidArgument);
  CHECK_THROWS_AS(workload_argv({"x", std::string("a\0b", 3)}), InvalidArgument);
}

TEST_CASE("a Hydra program gets its overrides, and what llmprof decides behind them", "[workload_argv]") {
  CHECK(HydraCommand{{"python", "-m", "runner"}}
            .run_dir("/tmp/a run")
            .inputs_manifest("in,1.yaml")
            .mode("deep")
            .value("model.path", "/models/x")
            .override("~callbacks")
            .override("+pipeline.x=[1,2]")
            .argv() == Argv{"python", "-m", "runner", "model.path=/models/x", "~callbacks",
                            "+pipeline.x=[1,2]", "hydra.run.dir='/tmp/a run'", "hydra.job.chdir=true",
                            "+run.mode=deep", "+inputs.manifest='in,1.yaml'"});
  CHECK(HydraCommand{{"x"}}.chdir(false).argv() == Argv{"x", "hydra.job.chdir=false"});
}

TEST_CASE("what Hydra cannot read as an override is refused", "[workload_argv]") {
  std::string const text = GENERATE("", "a", "=b", "a b=c", "'a'=b", "a,b=c");
  CAPTURE(text);
  CHECK_THROWS_WITH(HydraCommand{{"x"}}.override(text).argv(),
                    ContainsSubstring("is not an override of Hydra"));
  CHECK_THROWS_AS(HydraCommand{{}}.argv(), InvalidArgument);
  CHECK_THROWS_AS(HydraCommand{{"x"}}.value("a", std::string_view("\0", 1)).argv(), InvalidArgument);
}

// Each pair was read back by Hydra 1.3.2.
TEST_CASE("values are quoted where Hydra's grammar needs it", "[workload_argv]") {
  auto const [text, want] = GENERATE(table<std::string, std::string>({
      {"64", "64"},
      {"-1.5e-3", "-1.5e-3"},
      {"true", "true"},
      {"/a/b-c_d.e+f%g*h:i", "/a/b-c_d.e+f%g*h:i"},
      {"", "''"},
      {" a", "' a'"},
      {"a,b", "'a,b'"},
      {"a=b", "'a=b'"},
      {"[a]{b}(c)", "'[a]{b}(c)'"},
      {"a|b", "'a|b'"},
      {"$x", "'$x'"},
      {"it's", R"('it\'s')"},
      {R"("q")", R"('"q"')"},
      {R"(\)", R"('\\')"},
      {R"(a\b)", R"('a\b')"},
      {R"(a\\b\)", R"('a\\b\\')"},
      {R"(\')", R"('\\\'')"},
      {"${x}", R"('\${x}')"},
      {R"(\${x})", R"('\\\${x}')"},
  }));
  CAPTURE(text);
  CHECK(hydra_value(text) == want);
}
