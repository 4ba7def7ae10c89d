// SPDX-License-Identifier: MIT
// What a run folder says about its settings, and what can be done with that.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>

#include "llmprof/command/settings.hpp"
#include "support/collected_run.hpp"

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

Settings settings_of(Ran const& ran) {
  INFO(ran.err);
  REQUIRE(!ran.folder.empty());
  Settings settings;
  apply_file(settings, ran.folder / "config.yaml");
  return settings;
}

}  // namespace

TEST_CASE("config.yaml of a run repeats it") {
  Runner runner;
  std::string const model = runner.folder() / "model.json";
  put_file(model, get_file(std::string(LLMPROF_TEST_DATA) + "/models/gpt2.json"));
  Ran const first = runner.run(program + "steps",
                               "--preset ncu.memory --set 'ncu.kernel_name=regex:^a|\"b, c\"$' --device 0,1 "
                               "--capture LLM@step --skip 2 --count 5 --linger 0.5 --max-size 100000000 "
                               "--graphs whole --model '" +
                                   model + "'");
  CHECK(first.status == 0);
  Settings const settings = settings_of(first);
  CHECK(settings.ncu_kernel_name == "regex:^a|\"b, c\"$");
  CHECK(settings.run_device == std::vector<std::string>{"0", "1"});
  CHECK(settings.collector_capture == "LLM@step");
  CHECK(settings.artifacts_dir == (runner.folder() / "runs").string());

  Runner again;
  Ran const second =
      again.run(program + "steps", "--config '" + (first.folder / "config.yaml").string() + "'");
  CHECK(second.status == 0);
  Settings repeated = settings_of(second);
  CHECK(repeated.artifacts_dir != settings.artifacts_dir);  // the runner's --out goes over the file
  repeated.artifacts_dir = settings.artifacts_dir;
  CHECK(repeated == settings);
  CHECK(instances(profile_of(first), "LLM@step") == 5);
  CHECK(instances(profile_of(second), "LLM@step") == 5);
}

TEST_CASE("the option --device is the workload's CUDA_VISIBLE_DEVICES") {
  Runner runner;
  Ran const ran = runner.run("sh -c 'echo \"devices $CUDA_VISIBLE_DEVICES\"; \"$0\"' " + program,
                             "--device 1,GPU-ab12", "CUDA_VISIBLE_DEVICES=7");
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, ContainsSubstring("devices 1,GPU-ab12\n"));
}

TEST_CASE("the model and the manifest of inputs are listed with their digests") {
  Runner runner;
  put_file(runner.folder() / "model.yaml", "name: tiny\nparameters: 1000000\ndtype: bf16\n");
  put_file(runner.folder() / "inputs.yaml", "");
  Ran const ran = runner.run(program, "--model '" + (runner.folder() / "model.yaml").string() +
                                          "' --inputs '" + (runner.folder() / "inputs.yaml").string() + "'");
  CHECK(ran.status == 0);
  std::string const inputs = get_file(ran.folder / "inputs.yaml");
  CHECK_THAT(inputs, ContainsSubstring("count: 3") && ContainsSubstring("kind: model description") &&
                         ContainsSubstring("kind: inputs manifest") && ContainsSubstring("/model.yaml"));
  CHECK_THAT(inputs, ContainsSubstring("1cfa1d36509d3133ee7bf87d985f015c69a6df1f03b09e428ae6d4f0f9bba824"));
  CHECK_THAT(get_file(ran.folder / "answers.json"), ContainsSubstring("\"name\": \"tiny\""));
}

TEST_CASE("settings of a tool that does not run are said to have no effect") {
  Runner runner;
  Ran const ran = runner.run(program, "--region LLM@step --set nsys.sample=cpu");
  CHECK(ran.status == 0);
  CHECK(ran.says("ncu.nvtx_include: no effect without --mode deep"));
  CHECK(ran.says("nsys.sample: no effect without --collector nsys"));
  Runner other;
  CHECK_FALSE(other.run(program, "").says("without effect"));
}

TEST_CASE("a model that cannot be read is said before anything runs") {
  Runner runner;
  put_file(runner.folder() / "model.json", "{}");
  Ran const ran = runner.run(program, "--model '" + (runner.folder() / "model.json").string() + "'");
  CHECK(ran.status == 1);
  CHECK(ran.says("missing: 'num_hidden_layers'"));
  CHECK(ran.folder.empty());
  CHECK(runner.run(program, "--model /no/such/config.json").status == 2);
}

TEST_CASE("a dry run makes nothing, and needs no program") {
  Runner runner;
  Ran const ran = runner.run("no-such-program", "--dry-run");
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, ContainsSubstring("argv: [no-such-program]"));
  CHECK(ran.folder.empty());
}

TEST_CASE("what would be done wrong is said before anything runs") {
  Runner runner;
  Ran const ran = runner.run("touch '" + (runner.folder() / "was-run").string() + "'",
                             "--set nsys.nvtx_capture=x --set nsys.capture_range=hotkey --collector nsys");
  CHECK(ran.status == 2);
  CHECK_FALSE(std::filesystem::exists(runner.folder() / "was-run"));
  CHECK(ran.folder.empty());
}
