// SPDX-License-Identifier: MIT
// Plans for captures of an H200, against figures that SQL takes from the same files.
#include <sqlite3.h>

#include <algorithm>
#include <boost/regex.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "llmprof/analyze/deep_plan.hpp"
#include "llmprof/parse/ncu_csv.hpp"
#include "llmprof/session/inputs.hpp"
#include "support/says.hpp"

using namespace llmprof;
using llmprof::tests::says;

namespace {

std::string const data = LLMPROF_TEST_DATA;

using Times = std::map<std::string, std::int64_t>;

/// Kernel time by demangled name of all launches whose API call began within a range of that name on its
/// thread.
Times kernel_times(std::string const& file, std::string const& range) {
  sqlite3* opened = nullptr;
  REQUIRE(sqlite3_open_v2((data + file).c_str(), &opened, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> const database(opened, &sqlite3_close);
  sqlite3_stmt* prepared = nullptr;
  constexpr char const* sql =
      "SELECT name.value, SUM(kernel.end - kernel.start) FROM CUPTI_ACTIVITY_KIND_KERNEL AS kernel "
      "JOIN StringIds AS name ON name.id = kernel.demangledName "
      "JOIN (SELECT correlationId, globalTid, MIN(start) AS start FROM CUPTI_ACTIVITY_KIND_RUNTIME "
      "GROUP BY correlationId, globalTid) AS call ON call.correlationId = kernel.correlationId "
      "WHERE EXISTS (SELECT 1 FROM NVTX_EVENTS AS range LEFT JOIN StringIds AS text ON text.id = "
      "range.textId "
      "WHERE COALESCE(range.text, text.value) = ?1 AND range.globalTid = call.globalTid "
      "AND range.start <= call.start AND call.start < range.end) GROUP BY name.value";
  REQUIRE(sqlite3_prepare_v2(opened, sql, -1, &prepared, nullptr) == SQLITE_OK);
  std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> const statement(prepared, &sqlite3_finalize);
  sqlite3_bind_text(prepared, 1, range.c_str(), -1, SQLITE_TRANSIENT);
  Times times;
  while (sqlite3_step(prepared) == SQLITE_ROW) {
    times.emplace(reinterpret_cast<char const*>(sqlite3_column_text(prepared, 0)),
                  sqlite3_column_int64(prepared, 1));
  }
  return times;
}

std::int64_t sum(Times const& times) {
  std::int64_t total = 0;
  for (auto const& [name, time] : times) total += time;
  return total;
}

/// The kernels with most time that reach 80 % of all, at most ten.
std::set<std::string> needed(Times const& times) {
  std::vector<std::pair<std::int64_t, std::string>> sorted;
  for (auto const& [name, time] : times) sorted.emplace_back(-time, name);
  std::sort(sorted.begin(), sorted.end());
  std::set<std::string> found;
  std::int64_t reached = 0;
  for (auto const& [time, name] : sorted) {
    if (reached * 5 >= sum(times) * 4 || found.size() == 10) break;
    reached -= time;
    found.insert(name);
  }
  return found;
}

std::set<std::string> names(DeepPlan const& plan) {
  std::set<std::string> found;
  for (PlannedKernel const& kernel : plan.kernels) found.insert(kernel.name);
  return found;
}

DeepPlan plan_of(std::string const& file, DeepPlanOptions const& options = {}) {
  return plan_deep(load_inputs({data + file}).profile, options);
}

/// The part of `--kernel-id` that is about names.
boost::regex name_expression(NcuSelection const& selection) {
  std::string const& id = selection.kernel_id;
  std::string const begin = "::regex:";
  REQUIRE(id.starts_with(begin));
  return boost::regex(id.substr(begin.size(), id.rfind(':') - begin.size()));
}

}  // namespace

TEST_CASE("A plan for a real capture has the kernels that SQL finds, and covers what it says") {
  auto const file =
      GENERATE(as<std::string>{}, "/nsys-2023.4-h200/prefill-gated-torch-llama-1b.sqlite",
               "/nsys-2023.4-h200/marked-engine-graph-node.sqlite",
               "/collector-h200/mini-engine-eager.sqlite", "/collector-h200/mini-engine-graphs.sqlite");
  CAPTURE(file);
  DeepPlan const plan = plan_of(file, {.phases = {parse_path("LLM@prefill"), parse_path("LLM@decode_all")}});
  REQUIRE_FALSE(plan.phases.empty());
  std::set<std::string> all;
  for (PlannedPhase const& phase : plan.phases) {
    auto const chosen = needed(kernel_times(file, phase.path.back().name));
    CHECK(chosen.size() == phase.chosen);
    all.insert(chosen.begin(), chosen.end());
  }
  CHECK(names(plan) == all);
  for (PlannedPhase const& phase : plan.phases) {
    Times const times = kernel_times(file, phase.path.back().name);
    std::int64_t covered = 0;
    for (auto const& [name, time] : times) covered += all.contains(name) ? time : 0;
    CHECK(phase.kernels == times.size());
    CHECK(phase.kernel_ns == sum(times));
    CHECK(phase.covered_ns == covered);
    CHECK(phase.coverage() >= 80);
  }
}

TEST_CASE("ncu is told names that find the planned kernels of a real capture, and no others") {
  auto const file = GENERATE(as<std::string>{}, "/nsys-2023.4-h200/prefill-gated-torch-llama-1b.sqlite",
                             "/nsys-2023.4-h200/incomplete-torch-llama-1b.sqlite",
                             "/collector-h200/mini-engine-eager.sqlite");
  auto const coverage = GENERATE(80.0, 100.0);
  CAPTURE(file, coverage);
  Profile const profile = load_inputs({data + file}).profile;
  DeepPlan const plan = plan_deep(profile, {.coverage = coverage, .most_kernels = 100});
  CHECK(plan.selection.name_base == KernelNameBase::demangled);  // instances of one template
  boost::regex const expression = name_expression(plan.selection);
  std::set<std::string> found = names(plan);
  found.insert(plan.selection.also.begin(), plan.selection.also.end());
  for (std::string const& name : profile.kernel_names) {
    CAPTURE(name);
    CHECK(boost::regex_search(name, expression) == found.contains(name));
  }
  CHECK(plan.selection.also.size() <= 1);
}

TEST_CASE("ncu is told names that find the planned kernels as ncu itself prints them") {
  LoadedInputs const loaded = load_inputs({data + "/nsys-2023.4-h200/prefill-gated-torch-llama-1b.sqlite",
                                           data + "/ncu-2025.3-h200/raw-base-units.csv"});
  // What join_metrics found of 20 launches: all of them.
  DeepPlan const plan = plan_deep(loaded.profile, {.coverage = 100, .most_kernels = 1000});
  boost::regex const expression = name_expression(plan.selection);
  std::size_t launches = 0;
  for (Metrics const& file : loaded.metrics) {
    for (MeasuredLaunch const& launch : file.launches) {
      CAPTURE(launch.kernel);
      CHECK(boost::regex_search(launch.kernel, expression));
      ++launches;
    }
  }
  CHECK(launches == 20);
}

TEST_CASE("Kernels of graphs are planned where the capture has them") {
  DeepPlan const nodes = plan_of("/collector-h200/mini-engine-graphs.sqlite");
  DeepPlan const eager = plan_of("/collector-h200/mini-engine-eager.sqlite");
  CHECK(nodes.kernels.size() == eager.kernels.size());
  CHECK(nodes.selection.launches == eager.selection.launches);
  DeepPlan const whole = plan_of("/collector-h200-whole/mini-engine-graphs-whole.sqlite");
  CHECK(whole.phases.size() == 1);
  CHECK(says(whole, "the kernels of 7 graph launches are not on the timeline"));
}

TEST_CASE("A capture without kernels has an empty plan") {
  DeepPlan const plan = plan_of("/nsys-2023.4-h200/cpu-only-nvtx-ranges.sqlite");
  CHECK(plan.kernels.empty());
  CHECK(plan.selection.kernel_id.empty());
  CHECK(says(plan, "no kernels on the timeline"));
}

TEST_CASE("A capture of which most is outside the ranges says so") {
  CHECK(says(plan_of("/nsys-2023.4-h200/incomplete-torch-llama-1b.sqlite"),
             "99.4 % of the kernel time is in no range"));
}
