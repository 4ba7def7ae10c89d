// SPDX-License-Identifier: MIT
#include "llmprof/command/tool_command.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cstdlib>

#include "support/real_nsys.hpp"

using namespace llmprof;

TEST_CASE("Words that a shell leaves alone are not quoted", "[tool_command]") {
  auto const word = GENERATE("nsys", "--trace=cuda,nvtx", "./run-1_2.txt", "a@b", "50%");
  CHECK(shell_quoted(word) == word);
}

TEST_CASE("A shell gives back each quoted argument as it was", "[tool_command]") {
  auto const argument = GENERATE("", "a b", "it's", "$HOME", "`id`", "a\\b", "prefill@*", "*", "~", "A=b",
                                 "#x", "!x", "\"", "--x=a b", "--x=~", "a;b|c&d<e>f(g)", "''", "-");
  CAPTURE(argument);
  CHECK(tests::output_of("printf %s " + shell_quoted(argument)) == argument);
}

TEST_CASE("A command is one line, its environment first", "[tool_command]") {
  ToolCommand const command{{"nsys", "profile", "./a b"}, {{"X", "0"}, {"Y", "1 2"}}, {}};
  CHECK(shell_line(command) == "X=0 Y='1 2' nsys profile './a b'");
  CHECK(shell_line({{"a"}, {}, {}}) == "a");
}

TEST_CASE("A command as JSON has its parts", "[tool_command]") {
  ToolCommand const command{{"ncu", "a\"b"}, {{"X", "0"}}, {{Severity::warning, "left out", {}, {}}}};
  CHECK(format_command_json(command) == R"({
  "schema": "llmprof.command/1",
  "argv": [
    "ncu",
    "a\"b"
  ],
  "environment": {
    "X": "0"
  },
  "diagnostics": [
    {
      "severity": "warning",
      "text": "left out",
      "source": null,
      "line": null
    }
  ]
}
)");
}
