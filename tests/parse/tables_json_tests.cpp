// SPDX-License-Identifier: MIT
#include "llmprof/parse/tables_json.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <limits>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/input.hpp"
#include "llmprof/parse/profile_json.hpp"
#include "llmprof/report/json.hpp"
#include "llmprof/report/profile_json.hpp"
#include "support/sample_profile.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::int64_t longest = std::numeric_limits<std::int64_t>::max();

Profile profile_of(std::string const& name) {
  Capture const capture = read_capture(LLMPROF_TEST_DATA "/nsys-2023.4-h200/" + name + ".sqlite");
  return analyze(std::get<Trace>(capture), {.max_phases = 1U << 20U, .max_kernels = 1U << 20U});
}

KernelTable kernels_of(Profile const& profile) {
  KernelTable table;
  table.source = profile.source;
  table.kernels = to_records(profile, profile.kernels);
  table.diagnostics = profile.diagnostics;
  finish(table);
  return table;
}

std::string sample_kernels() { return kernels_json(kernels_of(sample_profile())); }
std::string sample_phases() { return phases_json(sample_profile()); }

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  std::size_t const at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string kernels_again(std::string const& text) {
  return kernels_json(kernels_of(analyze(read_kernels_json(text, "k.json"))));
}

}  // namespace

TEST_CASE("kernels and phases of real captures come back as they were printed", "[tables_json]") {
  auto const name = GENERATE(as<std::string>(), "prefill-gated-torch-llama-1b", "marked-engine-graph-node",
                             "incomplete-torch-llama-1b");
  CAPTURE(name);
  Profile const profile = profile_of(name);
  std::string const kernels = kernels_json(kernels_of(profile));
  CHECK(kernels_again(kernels) == kernels);

  std::string const phases = phases_json(profile);
  Profile const back = read_phases_json(phases, "p.json");
  CHECK(phases_json(back) == phases);
  CHECK(back.source == "p.json");
  CHECK_FALSE(back.has_timeline);
}

TEST_CASE("Exclusive times by device are not in the list, so they are unknown", "[tables_json]") {
  Profile const back = read_phases_json(sample_phases());
  CHECK(back.phases.at(1).exclusive_kernel_ns.has_value());
  CHECK_FALSE(back.phases.at(1).by_device.at(0).exclusive_kernel_ns.has_value());
  Profile const again = read_profile_json(to_json(back));
  CHECK_FALSE(again.phases.at(1).by_device.at(0).exclusive_kernel_ns.has_value());
}

TEST_CASE("Phases put together are of an unknown number of processes where the list does not name them",
          "[tables_json]") {
  Profile const back = read_phases_json(sample_phases());
  CHECK(back.phases.at(0).processes.has_value());
  CHECK_FALSE(merged({&back.phases.at(0), &back.phases.at(1)}).processes.has_value());
}

TEST_CASE("What tables do not tell stays unknown", "[tables_json]") {
  StatsTables tables;
  tables.source = "t.csv";
  tables.ranges = {{"nvtx_sum", {{{"LLM", "prefill"}, 3, 700, std::nullopt}}}};
  std::string const text = phases_json(analyze(tables));
  Profile const back = read_phases_json(text);
  CHECK(phases_json(back) == text);
  CHECK_FALSE(back.total.calls.has_value());
  CHECK_FALSE(back.phases.at(0).exclusive_kernel_ns.has_value());
  CHECK(back.phases.at(0).wall_ns == 700);
}

TEST_CASE("All figures of a kernel come back, absent ones too", "[tables_json]") {
  KernelTable table;
  table.kernels = {{"a<1, 2>", "GPU 3", 4, 400, 100.5, 1, 99.5, 300, 12.25},
                   {"b", "", 1, {}, {}, {}, {}, {}, {}}};
  table.diagnostics = {{Severity::warning, "odd", "a.csv", 3}};
  finish(table);
  std::string const text = kernels_json(table);
  StatsTables const back = read_kernels_json(text, "k.json");
  REQUIRE(back.kernels.size() == 1);
  CHECK(back.kernels[0].report == "llmprof kernels");
  CHECK(back.kernels[0].kernels == table.kernels);
  CHECK(back.diagnostics == table.diagnostics);
  CHECK(back.source == "k.json");
  CHECK(kernels_again(text) == text);
  CHECK(analyze(back).tool.empty());
}

TEST_CASE("Devices come back by their labels", "[tables_json]") {
  auto const name = GENERATE(as<std::string>(), "", "NVIDIA H200", "A (1)", "B (x)");
  auto const ordinal = GENERATE(as<std::int64_t>(), 0, 12, -1);
  Profile profile = sample_profile();
  profile.devices[0].name = name;
  profile.devices[0].ordinal = ordinal;
  std::string const phases = phases_json(profile);
  CHECK(phases_json(read_phases_json(phases)) == phases);
  std::string const kernels = kernels_json(kernels_of(profile));
  CHECK(kernels_again(kernels) == kernels);
}

TEST_CASE("A list of kernels that was cut says so", "[tables_json]") {
  KernelTable table = kernels_of(sample_profile());
  table.kernels.resize(1);
  StatsTables const back = read_kernels_json(kernels_json(table), "k.json");
  REQUIRE(back.diagnostics.size() == 3);
  CHECK(back.diagnostics.back().severity == Severity::warning);
  CHECK(back.diagnostics.back().text ==
        "the list of kernels is cut (--top): it has 70 of 81 calls, and all sums here are of the kernels in "
        "it");
}

TEST_CASE("Phases that are split are refused", "[tables_json]") {
  auto const& [by, name] = GENERATE(
      table<By, std::string>({{By::process, "process"}, {By::device, "device"}, {By::rank, "rank"}}));
  CHECK_THROWS_WITH(read_phases_json(phases_json(sample_profile(), by), "p.json"),
                    "p.json: phases[0]: was printed with --by " + name +
                        ", so it is a part of a phase; print the phases without --by");
}

TEST_CASE("Lists of a newer or another schema are refused", "[tables_json]") {
  CHECK_THROWS_WITH(read_kernels_json(replaced(sample_kernels(), "kernels/1", "kernels/2"), "k.json"),
                    ContainsSubstring("llmprof.kernels/2: written by a newer llmprof"));
  CHECK_THROWS_WITH(read_phases_json(replaced(sample_phases(), "phases/1", "phases/2"), "p.json"),
                    ContainsSubstring("llmprof.phases/2: written by a newer llmprof"));
  CHECK_THROWS_WITH(read_phases_json(sample_kernels(), "k.json"),
                    ContainsSubstring("expected llmprof.phases/1"));
  CHECK_NOTHROW(read_phases_json(replaced(sample_phases(), "\"depth\":", "\"new\":[{}],\"depth\":")));
}

TEST_CASE("Hostile lists of kernels are refused with the place", "[tables_json]") {
  auto const& [from, to, message] = GENERATE(table<std::string, std::string, std::string>({
      {"\"calls\":70", "\"calls\":-1", "kernels[0].calls: expected a count"},
      {"\"calls\":70", "\"calls\":1.5", "expected a count"},
      {"\"calls\":70,", "", "kernels[0]: 'calls' is missing"},
      {"\"calls\":70", "\"calls\":71", "calls: the kernels have more: 82"},
      {"\"calls\":70", "\"calls\":18446744073709551615", "kernels: calls add up to more than 64 bits"},
      {"\"total_ns\":31000000", "\"total_ns\":-5", "kernels[0].total_ns: must not be negative"},
      {"\"total_ns\":31000000", "\"total_ns\":31000001", "total_ns: the kernels have more: 40000001"},
      {"\"total_ns\":31000000", "\"total_ns\":9223372036854775807", "kernels: durations add up"},
      {"\"total_ns\":31000000,", "", "kernels[0]: 'total_ns' is missing"},
      {"\"min_ns\":", "\"min_ns\":\"1\",\"x\":", "kernels[0].min_ns: expected an integer"},
      {"\"name\":\"gemm<float, 128>\"", "\"name\":null", "kernels[0].name: expected a string"},
      {"\"device\":\"NVIDIA H200 (0)\"", "\"device\":0", "kernels[0].device: expected a string"},
      {"\"kernels\": [", "\"kernels\": {}, \"x\": [", "kernels: expected an array"},
      {"\"severity\":\"note\"", "\"severity\":\"loud\"", "expected note, warning or error"},
      {"\"diagnostics\"", "\"x\"", "'diagnostics' is missing"},
  }));
  CAPTURE(from, to);
  CHECK_THROWS_WITH(read_kernels_json(replaced(sample_kernels(), from, to), "k.json"),
                    ContainsSubstring(message));
}

TEST_CASE("Hostile lists of phases are refused with the place", "[tables_json]") {
  auto const& [from, to, message] = GENERATE(table<std::string, std::string, std::string>({
      {"\"calls\":10,", "\"calls\":-1,", "phases[0].calls: expected a count"},
      {"\"wall_ns\":20000000", "\"wall_ns\":-5", "phases[0].wall_ns: must not be negative"},
      {"\"wall_ns\":20000000,", "", "phases[0]: 'wall_ns' is missing"},
      {"\"span_ns\":19999000,", "", "phases[0]: 'span_ns' is missing"},
      {"\"asynchronous\":false", "\"asynchronous\":0", "phases[0].asynchronous: expected true or false"},
      {"\"path\":[\"LLM@prefill\"]", "\"path\":[]", "phases[0].path: a phase has at least one label"},
      {"\"path\":[\"LLM@prefill\"]", "\"path\":[\"x\\\\\"]", "a label ends in"},
      {"\"device\":\"NVIDIA H200 (0)\"", "\"device\":null", "phases[0].devices[0].device: expected a string"},
      {"\"gpu_busy_ns\":15000000}", "\"gpu_busy_ns\":null}", "phases[0].devices[0].gpu_busy_ns: expected"},
      {"\"devices\":[", "\"devices\":3,\"x\":[", "phases[0].devices: expected an array"},
      {"\"kernel_ns\":15000000", "\"kernel_ns\":" + std::to_string(longest), "durations add up to more"},
      {"\"outside\"", "\"x\"", "'outside' is missing"},
      {"\"kernel_ns\": 4500000", "\"kernel_ns\": -1", "outside.kernel_ns: must not be negative"},
  }));
  CAPTURE(from, to);
  CHECK_THROWS_WITH(read_phases_json(replaced(sample_phases(), from, to), "p.json"),
                    ContainsSubstring(message));
}

TEST_CASE("A list that is cut off anywhere is refused", "[tables_json]") {
  std::string const kernels = sample_kernels();
  std::string const phases = sample_phases();
  for (std::size_t size = 0; size + 2 < phases.size(); size += 31)
    REQUIRE_THROWS_AS(read_phases_json(std::string_view(phases).substr(0, size)), ParseError);
  for (std::size_t size = 0; size + 2 < kernels.size(); size += 31)
    REQUIRE_THROWS_AS(read_kernels_json(std::string_view(kernels).substr(0, size)), ParseError);
}

TEST_CASE("Both lists are known by their content", "[tables_json]") {
  TemporaryFolder const folder;
  put_file(folder / "a", sample_kernels());
  put_file(folder / "b", sample_phases());
  CHECK(std::holds_alternative<StatsTables>(read_capture(folder / "a")));
  CHECK(std::holds_alternative<Profile>(read_capture(folder / "b")));
}
