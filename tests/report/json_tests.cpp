// SPDX-License-Identifier: MIT
#include "llmprof/report/json.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "golden.hpp"
#include "libllmprof/support/json_reader.hpp"
#include "sample_metrics.hpp"
#include "sample_profile.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Two ranks with a device each, and a third process that drives both devices.
Profile parallel_profile() {
  Profile profile = sample_profile();
  profile.processes = {
      {"node", 10, {}, "python", 0}, {"node", 11, {}, "python", 1}, {"node", 12, {}, "", {}}};
  profile.devices.push_back(profile.devices.at(0));
  profile.devices.at(1).ordinal = 1;
  PhaseProfile& phase = profile.phases.at(0);
  phase.processes = 3;
  phase.by_device = {{0, 15, 150, 15, 160}, {1, 25, 250, 25, 260}};
  phase.by_process = {
      {0, 1, 1000, 900, false, 100, 10, 110, 10, 5, {{0, 10, 100, 10, 110}}},
      {1, 2, 2000, 1900, true, 200, 20, 210, 20, 6, {{1, 20, 200, 20, 210}}},
      {2, 4, 4000, 3900, false, 100, 10, 100, 10, {}, {{0, 5, 50, 5, 50}, {1, 5, 50, 5, 50}}}};
  profile.phases.resize(1);
  return profile;
}

}  // namespace

TEST_CASE("kernels have the promised keys in order", "[json]") {
  KernelTable table;
  table.kernels = to_records(sample_profile(), sample_profile().kernels);
  std::swap(table.kernels.at(0), table.kernels.at(2));  // the order is the writer's business
  table.calls = 81;
  table.diagnostics = {{Severity::warning, "odd", "a.csv", 3}};
  check_golden(kernels_json(table), "report/kernels.json");
  CHECK_THAT(kernels_json(KernelTable()), ContainsSubstring("\"calls\": 0") &&
                                              ContainsSubstring("\"total_ns\": null") &&
                                              ContainsSubstring("\"kernels\": []"));
}

TEST_CASE("phases have the promised keys in order", "[json]") {
  check_golden(phases_json(sample_profile()), "report/phases.json");
}

TEST_CASE("phases split by process", "[json]") {
  std::string const text = phases_json(parallel_profile(), By::process);
  CHECK_THAT(text, ContainsSubstring("{\"process\":\"python (10)\",\"pid\":10,\"label\":\"LLM@prefill\""));
  JsonDocument const document(text, "x");
  JsonNode const rows = document.root().at("phases");
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].at("instances").count() == 2);
  CHECK(rows[1].at("asynchronous").boolean());
  CHECK(rows[1].at("devices")[0].at("device").string() == "NVIDIA H200 (1)");
  CHECK(rows[2].at("process").string() == "process 12");
  CHECK(rows[2].at("tokens").is_null());
  CHECK(rows[2].at("devices").size() == 2);
}

TEST_CASE("phases split by device", "[json]") {
  JsonDocument const document(phases_json(parallel_profile(), By::device), "x");
  JsonNode const rows = document.root().at("phases");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].at("device").string() == "NVIDIA H200 (0)");
  CHECK(rows[0].at("processes").count() == 2);
  CHECK(rows[0].at("instances").count() == 5);
  CHECK(rows[0].at("wall_ns").integer() == 5000);
  CHECK(rows[0].at("span_ns").integer() == 900);  // the process with two devices has no span of this one
  CHECK(rows[0].at("kernel_ns").integer() == 150);
  CHECK(rows[0].at("exclusive_kernel_ns").integer() == 15);
  CHECK(rows[0].at("gpu_busy_ns").integer() == 160);
  CHECK(rows[0].at("tokens").is_null());
  CHECK(rows[1].at("calls").count() == 25);
}

TEST_CASE("phases split by rank, unknown ranks together", "[json]") {
  Profile profile = parallel_profile();
  JsonDocument const document(phases_json(profile, By::rank), "x");
  JsonNode const rows = document.root().at("phases");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].at("rank").is_null());
  CHECK(rows[1].at("rank").integer() == 0);
  CHECK(rows[2].at("wall_ns").integer() == 2000);

  profile.processes.at(1).rank = 0;
  JsonDocument const merged_document(phases_json(profile, By::rank), "x");
  JsonNode const merged = merged_document.root().at("phases")[1];
  CHECK(merged.at("processes").count() == 2);
  CHECK(merged.at("tokens").integer() == 11);
  CHECK(merged.at("kernel_ns").integer() == 300);
  CHECK(merged.at("span_ns").integer() == 2800);
  CHECK(merged.at("asynchronous").boolean());
  CHECK(merged.at("devices").size() == 2);
}

TEST_CASE("processes that look the same are kept apart", "[json]") {
  Profile profile = parallel_profile();
  profile.processes = {{"a", 10, {}, "python", 0}, {"b", 10, {}, "python", 1}, {"b", 10, {}, "python", {}}};
  std::string const text = phases_json(profile, By::process);
  CHECK_THAT(text, ContainsSubstring("\"a: python (10)\"") && ContainsSubstring("\"b: python (10)\"") &&
                       ContainsSubstring("\"b: python (10) #2\""));
}

TEST_CASE("metrics keep value and unit together", "[json]") {
  check_golden(metrics_json(sample_metrics()), "report/metrics.json");
}

TEST_CASE("metrics are filtered by name, and a name that none has is said", "[json]") {
  JsonDocument const document(metrics_json(sample_metrics(), {"sm__cycles.avg", "nope"}), "x");
  JsonNode const launches = document.root().at("launches");
  CHECK(launches[0].at("metrics").size() == 1);
  CHECK(launches[1].at("metrics")[0].at("value").number() == 7);
  JsonNode const diagnostics = document.root().at("diagnostics");
  CHECK_THAT(diagnostics[1].at("text").string(), ContainsSubstring("no launch has a metric 'nope'"));
}
