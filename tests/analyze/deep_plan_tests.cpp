// SPDX-License-Identifier: MIT
#include "llmprof/analyze/deep_plan.hpp"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <limits>
#include <string>
#include <vector>

#include "llmprof/error.hpp"
#include "support/sample_profile.hpp"
#include "support/says.hpp"

using namespace llmprof;
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using llmprof::tests::says;

namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<std::uint64_t>;

struct Launched {
  std::string kernel;
  std::uint64_t calls;
  std::int64_t total_ns;
};

/// A profile of one device (or more) whose phases do not lie in one another, unless their paths say so.
class ProfileMaker {
 public:
  ProfileMaker() {
    profile_.source = "run.sqlite";
    profile_.has_timeline = true;
    profile_.total.kernel_ns = 0;
    profile_.devices.resize(2);
  }

  ProfileMaker& phase(std::string const& path, std::vector<Launched> const& work) {
    PhaseProfile phase = sample_phase(parse_path(path), 1, 1000, 0, 0);
    for (Launched const& each : work) add(*phase.kernel_ns, phase.kernels, each);
    profile_.phases.push_back(std::move(phase));
    return *this;
  }
  /// Launches that are in the whole run, too, each kernel with its own grid and block.
  ProfileMaker& run(std::vector<Launched> const& work, std::uint32_t device = 0) {
    for (Launched const& each : work) {
      std::uint32_t const kernel = add(*profile_.total.kernel_ns, profile_.kernels, each, device);
      shape(each, static_cast<std::int32_t>(kernel) + 1, device);
    }
    return *this;
  }
  ProfileMaker& shape(Launched const& work, std::int32_t grid, std::uint32_t device = 0) {
    profile_.shapes.push_back(
        {kernel(work.kernel), device, {{grid, 1, 1}, {32, 1, 1}}, work.calls, work.total_ns});
    return *this;
  }
  [[nodiscard]] Profile& make() { return profile_; }

 private:
  std::uint32_t add(std::int64_t& sum, std::vector<KernelStats>& kernels, Launched const& work,
                    std::uint32_t device = 0) {
    sum += work.total_ns;
    kernels.push_back(sample_kernel(kernel(work.kernel), device, work.calls, work.total_ns));
    return kernels.back().kernel;
  }
  std::uint32_t kernel(std::string const& name) {
    auto& names = profile_.kernel_names;
    auto const known = std::find(names.begin(), names.end(), name);
    if (known != names.end()) return static_cast<std::uint32_t>(known - names.begin());
    names.push_back(name);
    return static_cast<std::uint32_t>(names.size() - 1);
  }

  Profile profile_;
};

/// A profile without ranges.
Profile run_of(std::vector<Launched> const& work) { return ProfileMaker().run(work).make(); }

Names names(DeepPlan const& plan) {
  Names found;
  for (PlannedKernel const& kernel : plan.kernels) found.push_back(kernel.name);
  return found;
}

Profile prefill_and_decode() {
  std::vector<Launched> const prefill{{"gemm", 4, 700}, {"attn", 4, 200}, {"norm", 4, 60}, {"add", 4, 40}};
  std::vector<Launched> const decode{{"gemv", 400, 600'000}, {"attn", 400, 300'000}, {"norm", 400, 100'000}};
  return ProfileMaker()
      .phase("LLM@prefill", prefill)
      .phase("LLM@decode_all", decode)
      .phase("LLM@decode_all/LLM@decode_step", decode)
      .run({{"gemm", 4, 700}, {"attn", 404, 300'200}, {"norm", 404, 100'060}, {"add", 4, 40}})
      .run({{"gemv", 400, 600'000}})
      .make();
}

}  // namespace

TEST_CASE("A short prefill has its kernels beside a long decode") {
  DeepPlan const plan = plan_deep(prefill_and_decode());
  CHECK(plan.source == "run.sqlite");
  CHECK(names(plan) == Names{"gemv", "attn", "gemm"});

  REQUIRE(plan.phases.size() == 2);  // not decode_step: it is inside decode_all
  CHECK(plan.phases[0] == PlannedPhase{parse_path("LLM@prefill"), 1000, 900, 0, 2, 4});
  CHECK(plan.phases[1] == PlannedPhase{parse_path("LLM@decode_all"), 1'000'000, 900'000, 0, 2, 3});
  CHECK(plan.phases[0].coverage() == Approx(90));

  PlannedKernel const& attn = plan.kernels[1];
  CHECK(attn.calls == 404);
  CHECK(attn.total_ns == 300'200);
  REQUIRE(attn.phases.size() == 2);
  CHECK(attn.phases[0] == PhaseUse{0, true, 4, 200, 20});
  CHECK(attn.phases[1] == PhaseUse{1, true, 400, 300'000, 30});
  CHECK(plan.kernels[0].phases.size() == 1);
  CHECK(attn.shapes.at(0) == PlannedShape{{{2, 1, 1}, {32, 1, 1}}, 404, 300'200});
}

TEST_CASE("Kernels are chosen until they cover enough, or are as many as asked for") {
  Profile const profile = run_of({{"a", 1, 50}, {"b", 1, 30}, {"c", 1, 15}, {"d", 1, 5}});
  CHECK(names(plan_deep(profile, {.coverage = 50})) == Names{"a"});
  CHECK(names(plan_deep(profile, {.coverage = 50.1})) == Names{"a", "b"});
  CHECK(names(plan_deep(profile)) == Names{"a", "b"});  // exactly 80 %
  CHECK(names(plan_deep(profile, {.coverage = 100})) == Names{"a", "b", "c", "d"});
  CHECK(plan_deep(profile, {.coverage = 0}).kernels.empty());
  CHECK(plan_deep(profile, {.most_kernels = 0}).kernels.empty());

  DeepPlan const one = plan_deep(profile, {.most_kernels = 1});
  CHECK(names(one) == Names{"a"});
  CHECK(one.phases.at(0).covered_ns == 50);
  CHECK(says(one,
             "the whole run: 1 of 4 kernels are chosen, the most that were asked for; with what other "
             "phases ask for they cover 50.0 % of its kernel time"));
}

TEST_CASE("One kernel may be nearly all") {
  DeepPlan const plan = plan_deep(run_of({{"all", 100, 990}, {"rest", 10, 10}}));
  CHECK(names(plan) == Names{"all"});
  CHECK(plan.kernels[0].launches == Numbers{12, 53, 97});
  CHECK(plan.selection.kernel_id == "::regex:^(all)$:^(12|53|97)$");
  CHECK(plan.selection.planned == 3);
  CHECK(plan.selection.least == 3);
  CHECK(plan.selection.most == 3);
  CHECK(plan.selection.launch_count == 3);
  CHECK(plan.diagnostics.empty());
}

TEST_CASE("Of thousands of tiny kernels the plan has a few, and says so") {
  std::vector<Launched> work;
  for (int i = 0; i < 5000; ++i) work.push_back({"k" + std::to_string(i), 2, 100});
  DeepPlan const plan = plan_deep(run_of(work));
  CHECK(plan.kernels.size() == 10);
  CHECK(plan.phases.at(0).coverage() == Approx(0.2));
  CHECK(says(plan, "10 of 5000 kernels are chosen"));
  CHECK(plan.selection.launches == Numbers{2});
}

TEST_CASE("Phases are found wherever they are, and others may be asked for") {
  std::vector<Launched> const work{{"a", 2, 100}};
  std::vector<Launched> const more{{"b", 2, 300}};
  Profile profile = ProfileMaker()
                        .phase("request 1", work)
                        .phase("request 1/LLM@prefill", work)
                        .phase("request 2", more)
                        .phase("request 2/LLM@prefill", more)
                        .phase("vision", work)
                        .phase("idle", {})
                        .run({{"a", 4, 200}, {"b", 2, 300}})
                        .make();
  SECTION("by default: the built-in ones, and the outermost that hold none") {
    DeepPlan const plan = plan_deep(profile, {.coverage = 100});
    REQUIRE(plan.phases.size() == 2);
    CHECK(plan.phases[0] == PlannedPhase{parse_path("LLM@prefill"), 400, 400, 0, 2, 2});
    CHECK(plan.phases[1] == PlannedPhase{parse_path("vision"), 100, 100, 0, 1, 1});
  }
  SECTION("as asked for") {
    DeepPlan const plan =
        plan_deep(profile, {.phases = {parse_path("request 2"), parse_path("idle"), parse_path("nowhere")}});
    REQUIRE(plan.phases.size() == 1);
    CHECK(names(plan) == Names{"b"});
    CHECK(says(plan, "idle: the phase has no kernels"));
    CHECK(says(plan, "nowhere: there is no such phase"));
  }
  SECTION("ranges without kernels: the whole run") {
    profile.phases = {profile.phases.back()};
    DeepPlan const plan = plan_deep(profile);
    REQUIRE(plan.phases.size() == 1);
    CHECK(plan.phases[0].path.empty());
    CHECK(names(plan) == Names{"b", "a"});
  }
}

TEST_CASE("Nothing to measure is said") {
  SECTION("no kernels") {
    DeepPlan const plan = plan_deep(Profile());
    CHECK(plan.kernels.empty());
    CHECK(plan.selection == NcuSelection());
    CHECK(plan.estimate.most_ns == 0);
    CHECK(says(plan, "no kernels on the timeline"));
  }
  SECTION("no times") {
    Profile profile = run_of({{"a", 4, 100}});
    profile.kernels[0].total_ns.reset();
    DeepPlan const plan = plan_deep(profile);
    CHECK(plan.kernels.empty());
    CHECK(says(plan, "the times of its kernels are not known"));
  }
}

TEST_CASE("One list of launch numbers serves all kernels") {
  // windows: many 2..12, 34..53, 78..97; some 2..2, 6..8, 13..15; twice 2; once 1
  DeepPlan const plan =
      plan_deep(run_of({{"many", 100, 400}, {"some", 16, 300}, {"twice", 2, 200}, {"once", 1, 100}}),
                {.coverage = 100});
  CHECK(plan.selection.launches == Numbers{1, 2, 8, 15, 53, 97});
  CHECK(plan.kernels[0].launches == Numbers{2, 53, 97});
  CHECK(plan.kernels[1].launches == Numbers{2, 8, 15});
  CHECK(plan.kernels[2].launches == Numbers{2});
  CHECK(plan.kernels[3].launches == Numbers{1});
  CHECK(plan.selection.planned == 8);
  CHECK(plan.selection.least == 6 + 4 + 2 + 1);
  CHECK(plan.selection.most == 6 + 4 + 2 + 1);
  CHECK(says(plan, "8 launches are planned, ncu will measure 13: one list"));
}

TEST_CASE("Numbers are those of the shape that takes most time") {
  ProfileMaker maker;
  maker.run({{"k", 116, 1000}});
  maker.make().shapes.clear();
  SECTION("several shapes") {
    maker.shape({"k", 16, 700}, 64).shape({"k", 100, 300}, 1);
    DeepPlan const plan = plan_deep(maker.make());
    CHECK(plan.kernels.at(0).launches == Numbers{2, 8, 15});
    CHECK(plan.kernels[0].shapes.size() == 2);
    CHECK(plan.kernels[0].shapes[0].calls == 16);
    // counted by kernel: 3 launches; by grid and block: 3 of each
    CHECK(plan.selection.least == 3);
    CHECK(plan.selection.most == 6);
    CHECK(plan.selection.launch_count == 6);
  }
  SECTION("each shape once, as with a cache that grows") {
    for (std::int32_t grid = 1; grid <= 116; ++grid) maker.shape({"k", 1, 1000 / 116}, grid);
    DeepPlan const plan = plan_deep(maker.make());
    CHECK(plan.selection.launches == Numbers{1});
    CHECK(plan.selection.least == 1);
    CHECK(plan.selection.most == 116);
    CHECK(plan.kernels.at(0).shapes.size() == 3);
  }
  SECTION("not known") {
    DeepPlan const plan = plan_deep(maker.make());
    CHECK(plan.kernels.at(0).launches == Numbers{14, 62, 113});
    CHECK(plan.kernels[0].shapes.empty());
    CHECK(says(plan, "grids and blocks of the launches are not known"));
  }
}

TEST_CASE("How many launches are measured of a kernel is a choice") {
  Profile const profile = run_of({{"k", 100, 1000}});
  CHECK(plan_deep(profile, {.launches = 1}).kernels.at(0).launches == Numbers{60});
  CHECK(plan_deep(profile, {.launches = 2}).kernels.at(0).launches == Numbers{12, 97});
  CHECK(plan_deep(profile, {.launches = 4}).kernels.at(0).launches.size() == 4);
}

TEST_CASE("Every device has its launches") {
  DeepPlan const plan = plan_deep(ProfileMaker().run({{"k", 16, 700}}).run({{"k", 4, 100}}, 1).make());
  REQUIRE(plan.kernels.size() == 1);
  CHECK(plan.kernels[0].calls == 20);
  CHECK(plan.kernels[0].launches == Numbers{2, 8, 15});
  CHECK(plan.kernels[0].shapes.at(0).calls == 20);
  CHECK(plan.selection.planned == 3);
  CHECK(plan.selection.least == 4);  // 2, 8, 15 of one device, 2 of the other
}

TEST_CASE("Kernels that wait for other ranks are left out") {
  std::vector<Launched> const work{
      {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 10, 600},
      {"gemm", 10, 330},
      {"norm", 10, 70}};
  DeepPlan const plan = plan_deep(run_of(work));
  CHECK(names(plan) == Names{"gemm"});  // 82.5 % of what can be measured
  CHECK(plan.phases.at(0).left_out_ns == 600);
  CHECK(says(plan, "60.0 % of its kernel time is communication"));
  CHECK(plan_deep(run_of(work), {.communication = true}).kernels.size() == 2);
}

TEST_CASE("Kernels without a name that ncu can be told are left out") {
  DeepPlan const plan =
      plan_deep(run_of({{"_Z???", 10, 500}, {"", 1, 200}, {"gemm", 10, 200}, {"other", 9, 100}}));
  CHECK(names(plan) == Names{"gemm"});
  CHECK(plan.phases.at(0).left_out_ns == 800);
  CHECK(says(plan, "80.0 % of its kernel time is in kernels without a name"));
}

TEST_CASE("A kernel is found by its function where that tells it apart, else by its arguments") {
  std::string const f4 = "void ns::f<(int)4>(int)";
  std::string const f8 = "void ns::f<(int)8>(int)";
  SECTION("one instance") {
    DeepPlan const plan = plan_deep(run_of({{f4, 10, 900}, {"g(int)", 10, 100}}));
    CHECK(plan.selection.name_base == KernelNameBase::function);
    CHECK(plan.selection.kernel_id == "::regex:^(f)$:^(2|5|9)$");
  }
  SECTION("another one is not chosen") {
    DeepPlan const plan = plan_deep(run_of({{f4, 10, 900}, {f8, 10, 100}}));
    CHECK(plan.selection.name_base == KernelNameBase::demangled);
    CHECK(plan.selection.kernel_id == "::regex:^((?>.*?\\bf\\b)(?>.*?\\b4[uUlL]*\\b)):^(2|5|9)$");
    CHECK(plan.selection.also.empty());
    CHECK(plan.selection.most == 3);
  }
  SECTION("both are chosen: their launches would be counted as one kernel's") {
    DeepPlan const plan = plan_deep(run_of({{f4, 10, 500}, {f8, 10, 500}}));
    CHECK(plan.selection.name_base == KernelNameBase::demangled);
    CHECK(plan.selection.planned == 6);
    CHECK(plan.selection.least == 6);
  }
  SECTION("by function, as asked for: the other one is measured, too") {
    DeepPlan const plan =
        plan_deep(run_of({{f4, 10, 900}, {f8, 10, 100}}), {.name_base = KernelNameBase::function});
    CHECK(plan.selection.also == Names{f8});
    CHECK(plan.selection.least == 3);  // of 20 launches as one kernel
    CHECK(plan.selection.most == 6);   // of each grid and block
    CHECK(says(plan, "1 kernels that are not planned are measured as well"));
  }
  SECTION("the same words and more cannot be told apart") {
    std::string const more = "void ns::f<(int)4, (int)2>(int)";
    DeepPlan const plan = plan_deep(run_of({{f4, 10, 900}, {more, 10, 100}}));
    CHECK(plan.selection.also == Names{more});
    CHECK(plan.selection.most == 6);
  }
}

TEST_CASE("Names with characters of regular expressions are taken literally") {
  DeepPlan const plan = plan_deep(run_of({{"k.1|a[2]$", 10, 900}, {"k", 10, 100}}));
  CHECK(plan.selection.kernel_id == "::regex:^(k\\.1\\|a\\[2\\]\\$)$:^(2|5|9)$");
  CHECK(plan.kernels.at(0).function == "k.1|a[2]$");
}

TEST_CASE("Kernels that tools spell differently are one") {
  DeepPlan const plan = plan_deep(run_of({{"void a::f<(int)4>(int)", 10, 400}, {"void f<4>(int)", 10, 600}}));
  REQUIRE(plan.kernels.size() == 1);
  CHECK(plan.kernels[0].name == "void f<4>(int)");
  CHECK(plan.kernels[0].canonical == "f<4>(int)");
  CHECK(plan.kernels[0].calls == 20);
  CHECK(plan.kernels[0].phases.at(0).share == Approx(100));
}

TEST_CASE("Names that are too long for a command line give way to functions") {
  std::vector<Launched> work;
  for (int i = 0; i < 10; ++i)
    work.push_back({"void f<x" + std::string(12'000, 'a') + std::to_string(i) + ">()", 10, 100});
  DeepPlan const plan = plan_deep(run_of(work), {.coverage = 100, .name_base = KernelNameBase::demangled});
  CHECK(plan.selection.name_base == KernelNameBase::function);
  CHECK(plan.selection.kernel_id == "::regex:^(f)$:^(2|5|9)$");
  CHECK(says(plan, "too long for one command line"));
}

TEST_CASE("What the plan does not see is said") {
  Profile profile = prefill_and_decode();
  CHECK_FALSE(says(plan_deep(profile), "in no range"));
  profile.outside = {10, 90'000};
  profile.no_launch_record = {1, 10'000};
  profile.hidden_graphs = {7, 1000};
  DeepPlan const plan = plan_deep(profile);
  CHECK(says(plan, "10.0 % of the kernel time is in no range"));
  CHECK(says(plan, "the kernels of 7 graph launches are not on the timeline"));
  CHECK(plan.selection.graph_nodes);
}

TEST_CASE("The estimate is a range, and says what it rests on") {
  Profile profile = run_of({{"k", 100, 100'000'000}});  // 1 ms each, the longest 2 ms
  profile.capture_ns = 3'000'000'000;
  DeepPlan const plan = plan_deep(profile, {.passes = {8, 10, "measured"}});
  // 3 launches
  CHECK(plan.estimate.least_ns == 3'000'000'000 + 3 * 8 * std::int64_t{11'000'000});
  CHECK(plan.estimate.most_ns == 3'000'000'000 + 3 * 10 * std::int64_t{104'000'000});
  CHECK(plan.estimate.passes == NcuPasses{8, 10, "measured"});
  CHECK_THAT(plan.estimate.basis, ContainsSubstring("measured") && ContainsSubstring("Not in it"));
  profile.kernels[0].max_ns = std::numeric_limits<std::int64_t>::max();
  CHECK(plan_deep(profile).estimate.most_ns == 9'200'000'000'000'000'000);
}

TEST_CASE("Sets of sections have more or fewer passes") {
  CHECK(ncu_passes_of_set("basic").most == 10);
  CHECK(ncu_passes_of_set("") == ncu_passes_of_set("basic"));
  CHECK(ncu_passes_of_set("roofline").least <= 17);
  CHECK(ncu_passes_of_set("roofline").most >= 17);
  for (char const* const set : {"basic", "detailed", "roofline", "full", "mine"}) {
    NcuPasses const passes = ncu_passes_of_set(set);
    CHECK(passes.least <= passes.most);
    CHECK(passes.least >= 1);
    CHECK_THAT(passes.basis, ContainsSubstring(set));
  }
}

TEST_CASE("Options that make no sense are refused") {
  CHECK_THROWS_AS(plan_deep({}, {.coverage = -1}), InvalidArgument);
  CHECK_THROWS_AS(plan_deep({}, {.coverage = std::numeric_limits<double>::quiet_NaN()}), InvalidArgument);
  CHECK_THROWS_WITH(plan_deep({}, {.coverage = 100.5}), ContainsSubstring("100.5"));
  CHECK_THROWS_AS(plan_deep({}, {.launches = 0}), InvalidArgument);
  CHECK_THROWS_AS(plan_deep({}, {.passes = {3, 2, ""}}), InvalidArgument);
}
