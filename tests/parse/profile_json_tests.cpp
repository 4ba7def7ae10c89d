// SPDX-License-Identifier: MIT
#include "llmprof/parse/profile_json.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <limits>

#include "llmprof/error.hpp"
#include "llmprof/report/profile_json.hpp"
#include "support/sample_profile.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The sample as JSON with one piece of text replaced.
std::string damaged(std::string const& from, std::string const& to) {
  std::string text = to_json(sample_profile());
  std::size_t const at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a profile comes back from JSON as it was", "[profile_json]") {
  std::string const text = to_json(sample_profile());
  Profile const profile = read_profile_json(text, "profile.json");
  CHECK(to_json(profile) == text);  // the writer is total, so equal text means equal profiles

  CHECK(text.starts_with("{\n  \"schema\": \"llmprof.profile/1\","));
  CHECK(profile.start_utc_ns == 1'700'000'000'123'456'789);
  CHECK(profile.devices.at(0).memory_bandwidth == 4'800'000'000'000);
  CHECK(profile.processes.at(0).rank == 0);
  CHECK(profile.kernel_names == sample_profile().kernel_names);
  CHECK(profile.kernels.at(2).device == no_index);
  CHECK(profile.kernels.at(2).median_kind == MedianKind::histogram);
  CHECK(profile.kernels.at(0).histogram == sample_profile().kernels.at(0).histogram);
  CHECK(profile.kernels.at(0).mean_ns == sample_profile().kernels.at(0).mean_ns);
  CHECK(profile.phases.at(3).path == sample_profile().phases.at(3).path);
  CHECK_FALSE(profile.phases.at(3).asynchronous.has_value());
  CHECK(profile.phases.at(1).asynchronous == true);
  CHECK(profile.phases.at(2).rows_sampled);
  CHECK_FALSE(profile.phases.at(2).rows.at(0).span_ns.has_value());
  CHECK(profile.phases.at(0).rows.at(0).gpu_start == 2000);
  CHECK(profile.phases.at(0).by_process.at(0).tokens == 512);
  CHECK(profile.outside_threads.at(0).name == "worker");
  CHECK(profile.hidden_graphs.launches == 3);
  CHECK(profile.collection == sample_profile().collection);
  CHECK(profile.diagnostics == sample_profile().diagnostics);
  CHECK(profile.timeline.tracks.at(0).busy == sample_profile().timeline.tracks.at(0).busy);
}

TEST_CASE("an empty profile comes back, too", "[profile_json]") {
  Profile const profile = read_profile_json(to_json(Profile()));
  CHECK(to_json(profile) == to_json(Profile()));
  CHECK_FALSE(profile.total.kernel_ns.has_value());
  CHECK(profile.source.empty());
}

TEST_CASE("what collecting cost may be unknown, in part or whole", "[profile_json]") {
  Profile profile = sample_profile();
  profile.collection = CollectionCost{.ranges = 3, .workload_wall_ns = 7};
  Profile const back = read_profile_json(to_json(profile));
  CHECK(back.collection == profile.collection);
  CHECK_FALSE(back.collection->callback_ns.has_value());
  profile.collection.reset();
  CHECK_THAT(to_json(profile), ContainsSubstring("\"collection\": null"));
  CHECK_FALSE(read_profile_json(to_json(profile)).collection.has_value());
  // written before there was such a member
  CHECK_FALSE(read_profile_json(damaged("\"collection\":", "\"other\":")).collection.has_value());
}

TEST_CASE("the sums of a run whose events could not all be kept come back", "[profile_json]") {
  Profile profile = sample_profile();
  CHECK_THAT(to_json(profile), ContainsSubstring("\"whole_run\": null"));
  profile.whole_run = sample_sums();
  CHECK(read_profile_json(to_json(profile)).whole_run == profile.whole_run);
}

TEST_CASE("every label comes back, whatever its name", "[profile_json]") {
  auto const label = GENERATE(values<Label>({{"", "a:b"},
                                             {"", "std::sort"},
                                             {"", ""},
                                             {"LLM", ""},
                                             {"a@b", "c/d"},
                                             {"", "@"},
                                             {"", "\\"},
                                             {"x", "step 1"}}));
  Profile profile = sample_profile();
  profile.phases.at(0).path = {label};
  CHECK(read_profile_json(to_json(profile)).phases.at(0).path == std::vector<Label>{label});
}

TEST_CASE("what ncu measured comes back", "[profile_json]") {
  Profile profile = sample_profile();
  profile.shapes = {{1, 0, {{8, 4, 1}, {128, 1, 1}}, 6, 3'000'000}};
  profile.measured = {{1, 2, 512.5, 6, 3'000'000, {{"dram__bytes_read.sum", "byte", 1.5, 1, 2}}},
                      {0, 1, std::nullopt, std::nullopt, std::nullopt, {}}};
  Profile const back = read_profile_json(to_json(profile));
  CHECK(back.shapes == profile.shapes);
  CHECK(back.measured == profile.measured);
}

TEST_CASE("timeline shares are rounded to 4 digits once", "[profile_json]") {
  Profile profile = sample_profile();
  profile.timeline.tracks.at(0).busy = {1.0F / 3, 2.0F / 3};
  std::string const text = to_json(profile);
  CHECK_THAT(text, ContainsSubstring("[0.3333,0.6667]"));
  CHECK(to_json(read_profile_json(text)) == text);
}

TEST_CASE("what is no number is null, and said once", "[profile_json]") {
  Profile profile = sample_profile();
  profile.kernels.at(0).mean_ns = std::numeric_limits<double>::quiet_NaN();
  profile.timeline.tracks.at(0).busy.at(1) = std::numeric_limits<float>::infinity();
  std::string const text = to_json(profile);
  CHECK_THAT(text, ContainsSubstring("2 figures are no finite number and left out"));
  Profile const back = read_profile_json(text);
  CHECK_FALSE(back.kernels.at(0).mean_ns.has_value());
  CHECK(std::isnan(back.timeline.tracks.at(0).busy.at(1)));
  CHECK(back.diagnostics.size() == profile.diagnostics.size() + 1);
}

TEST_CASE("keys and columns of later versions are ignored", "[profile_json]") {
  CHECK_NOTHROW(read_profile_json(damaged("\"has_timeline\"", "\"new\":{\"deep\":[[1]]},\"has_timeline\"")));
  CHECK_NOTHROW(read_profile_json(damaged("\"calls\":", "\"new\":7,\"calls\":")));
  std::string text = to_json(Profile());
  CHECK_THROWS_WITH(
      read_profile_json(text.replace(text.find("profile/1"), 9, "profile/2"), "p.json"),
      "p.json: llmprof.profile/2: written by a newer llmprof; this one reads up to llmprof.profile/1. "
      "Update llmprof, or write the file with this version");
}

TEST_CASE("hostile profiles are refused with the place", "[profile_json]") {
  auto const& [from, to, message] = GENERATE(table<std::string, std::string, std::string>({
      {"\"calls\":10,", "\"calls\":-1,", "phases[0].calls: expected a count"},
      {"\"calls\":10,", "\"calls\":1.5,", "expected a count"},
      {"\"calls\":10,", "\"calls\":\"10\",", "expected a count"},
      {"\"calls\":10,", "\"calls\":18446744073709551616,", "expected a count"},
      {"\"calls\":10,", "", "'calls' is missing"},
      {"\"wall_ns\":20000000", "\"wall_ns\":-5", "phases[0].wall_ns: must not be negative"},
      {"\"kernel\":0", "\"kernel\":3", "kernels[0].kernel: refers to element 3 of a list of 3"},
      {"\"device\":0", "\"device\":1", "refers to element 1 of a list of 1"},
      {"\"process\":0", "\"process\":9", "outside_threads[0].process: refers to"},
      {"\"histogram\":[[", "\"histogram\":[[4000000000,1],[", "histogram[0][0]: refers to element"},
      {"\"histogram\":[[", "\"histogram\":[[1,18446744073709551615],[", "the counts overflow"},
      {"\"histogram\":[[", "\"histogram\":[[1],[", "expected [bucket, count]"},
      {"\"median_kind\":\"exact\"", "\"median_kind\":\"guess\"", "expected exact, histogram or reported"},
      {"\"severity\":\"note\"", "\"severity\":\"loud\"", "expected note, warning or error"},
      {"\"path\":[\"LLM@prefill\"]", "\"path\":[]", "a phase has at least one label"},
      {"\"path\":[\"LLM@prefill\"]", "\"path\":[\"x\\\\\"]", "a label ends in"},
      {"\"path\":[\"LLM@prefill\"]", "\"path\":\"x\"", "phases[0].path: expected an array"},
      {"[0.25,", "[1.25,", "expected a share between 0 and 1"},
      {"\"start_ns\",\"wall_ns\"", "\"start\",\"wall_ns\"", "column 'start_ns' is missing"},
      {"[0,77,1000,", "[0,1000,", "expected a value for each column"},
      {"\"processes\": [", "\"processes\": 5, \"x\": [", "processes: expected an array"},
      {"\"kernel_names\": [", "\"kernel_names\": [null,", "kernel_names[0]: expected a string"},
      {"\"has_timeline\": true", "\"has_timeline\": 1", "expected true or false"},
      {"\"workload_wall_ns\": 1", "\"workload_wall_ns\": -1", "workload_wall_ns: must not be negative"},
      {"\"workload_wall_ns\":", "\"wall\":", "'workload_wall_ns' is missing"},
      {"\"collection\": {", "\"collection\": [],\"x\": {", "collection: expected an object"},
      {"\"hidden_graphs\": {", "\"hidden_graphs\": [],\"x\": {", "hidden_graphs: expected an object"},
  }));
  CAPTURE(from, to);
  CHECK_THROWS_WITH(read_profile_json(damaged(from, to), "p.json"), ContainsSubstring(message));
}

TEST_CASE("figures that do not fit together are refused with the name of this file", "[profile_json]") {
  Profile profile = sample_profile();
  profile.source = "the capture";
  profile.phases.push_back(profile.phases.front());
  for (PhaseProfile& phase : profile.phases)
    phase.kernel_ns = std::numeric_limits<std::int64_t>::max() / 4 * 3;
  CHECK_THROWS_WITH(read_profile_json(to_json(profile), "p.json"),
                    "p.json: durations add up to more than 292 years: the capture is damaged");
  profile = sample_profile();
  for (KernelStats& kernel : profile.kernels)
    kernel.calls = std::numeric_limits<std::uint64_t>::max() / 4 * 3;
  profile.kernels.push_back(profile.kernels.front());
  CHECK_THROWS_WITH(read_profile_json(to_json(profile), "p.json"),
                    "p.json: calls add up to more than 64 bits hold: the capture is damaged");
}

TEST_CASE("a profile that is cut off anywhere is refused", "[profile_json]") {
  std::string const text = to_json(sample_profile());
  for (std::size_t size = 0; size + 2 < text.size(); size += 97) {
    CAPTURE(size);
    REQUIRE_THROWS_AS(read_profile_json(std::string_view(text).substr(0, size)), ParseError);
  }
}

TEST_CASE("profile.json is written as a whole", "[profile_json]") {
  TemporaryFolder const folder;
  write_profile_json(sample_profile(), folder / "profile.json");
  CHECK(get_file(folder / "profile.json") == to_json(sample_profile()));
}
