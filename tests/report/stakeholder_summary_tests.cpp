// SPDX-License-Identifier: MIT
#include "llmprof/report/stakeholder_summary.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/golden.hpp"
#include "support/sample_profile.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

Environment sample_environment() {
  Environment environment;
  environment.driver = "580.65.06";
  environment.cuda_toolkit = "12.9.1";
  environment.tools = {{"nsys", "/opt/nsys", "2023.4.4"}, {"ncu", {}, {}}};
  environment.os = "Debian GNU/Linux 12 (bookworm)";
  environment.cpu = "Some CPU";
  environment.cpu_cores = 64;
  environment.memory_bytes = 512'000'000'000;
  environment.git_revision = std::string(40, 'a');
  environment.missing = {{"cuda_driver", "the driver was not asked"},
                         {"ncu.path", "the tool is not on PATH"}};
  return environment;
}

}  // namespace

TEST_CASE("the summary is as it was checked by hand", "[stakeholder_summary]") {
  Environment const environment = sample_environment();
  check_golden(stakeholder_summary(sample_profile(), {.environment = &environment}),
               "report/stakeholder_summary.md");
}

TEST_CASE("every section is there in order, whatever the profile", "[stakeholder_summary]") {
  Profile kernels_only = sample_profile();
  kernels_only.has_timeline = false;
  kernels_only.phases.clear();
  auto const profile = GENERATE_REF(values<Profile>({Profile(), sample_profile(), kernels_only}));
  std::string const text = stakeholder_summary(profile);
  std::size_t at = 0;
  for (char const* section : {"## Environment\n", "## Aggregates\n", "## Per-Stage Timings\n", "## MFU\n",
                              "## Top Operators\n", "## Top Kernels\n", "## Takeaways\n"}) {
    CAPTURE(section);
    std::size_t const found = text.find(section, at);
    REQUIRE(found != std::string::npos);
    at = found + std::string(section).size();
    CHECK(text.find_first_not_of('\n', at) != text.find("## ", at));  // something stands in it
  }
  CHECK_THAT(text, ContainsSubstring("MFU is not computed: no range is known"));
}

TEST_CASE("takeaways follow from the figures", "[stakeholder_summary]") {
  Profile profile = sample_profile();
  profile.phases.at(0).gpu_busy_ns = 19'000'000;
  std::string text = stakeholder_summary(profile);
  CHECK_THAT(text, ContainsSubstring(
                       "During LLM@prefill the GPU was busy 95.0 % of the time: the GPU is what limits it."));
  CHECK_THAT(text, ContainsSubstring("33.3 % of the time: it mostly waited for the host (launch bound"));
  CHECK_THAT(text, ContainsSubstring("GPU work of LLM@decode_all went on after its range had closed"));
  CHECK_THAT(text, ContainsSubstring("n/a (asynchronous)"));

  profile.phases.at(1).asynchronous = false;
  profile.outside.kernel_ns = 0;
  profile.hidden_graphs = {};
  text = stakeholder_summary(profile);
  CHECK_THAT(text, !ContainsSubstring("had closed") && !ContainsSubstring("outside any range") &&
                       !ContainsSubstring("hide"));
  CHECK_THAT(text, ContainsSubstring("| Decode, tokens/s of a process | 1066.7 |"));
}

TEST_CASE("without data there is nothing to take away", "[stakeholder_summary]") {
  std::string const text = stakeholder_summary(Profile());
  CHECK_THAT(text, ContainsSubstring("so there is nothing to conclude"));
  CHECK_THAT(text, ContainsSubstring("| Prefill | n/a (no range LLM@prefill) |"));
  CHECK_THAT(text, ContainsSubstring("| Machine | n/a (no env.json belongs to this input) |"));
}

TEST_CASE("the summary is written as a whole", "[stakeholder_summary]") {
  TemporaryFolder const folder;
  write_stakeholder_summary(sample_profile(), folder / "stakeholder_summary.md");
  CHECK(get_file(folder / "stakeholder_summary.md") == stakeholder_summary(sample_profile()));
}
