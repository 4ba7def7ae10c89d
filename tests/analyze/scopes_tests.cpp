// SPDX-License-Identifier: MIT
// The sweep against the definition of attribution, word for word.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <random>
#include <set>

#include "llmprof/analyze/analyze.hpp"
#include "support/profile_checks.hpp"
#include "support/trace_maker.hpp"

using namespace llmprof;
using namespace llmprof::tests;

namespace {

/// The definition, word for word and slow: which ranges hold a launch, and which one is innermost.
struct Reference {
  std::map<std::string, std::pair<std::uint64_t, std::int64_t>> inclusive;  // by name
  std::map<std::string, std::int64_t> exclusive;
};

Reference attribute_slowly(Trace const& trace) {
  Reference result;
  for (KernelLaunch const& launch : trace.launches) {
    if (launch.thread == no_index) continue;
    std::set<std::string> names;
    Range const* innermost = nullptr;
    for (Range const& range : trace.ranges) {
      bool const here = range.kind == RangeKind::push_pop
                            ? range.thread == launch.thread
                            : trace.threads[range.thread].process == trace.threads[launch.thread].process;
      if (!here || launch.launch < range.start || launch.launch >= range.end) continue;
      names.insert(std::string(trace.strings[range.name]));
      bool const deeper =
          innermost == nullptr || (range.kind == innermost->kind ? range.start > innermost->start
                                                                 : range.kind == RangeKind::push_pop);
      if (deeper) innermost = &range;
    }
    for (auto const& name : names) {
      ++result.inclusive[name].first;
      result.inclusive[name].second += launch.end - launch.start;
    }
    if (innermost != nullptr)
      result.exclusive[std::string(trace.strings[innermost->name])] += launch.end - launch.start;
  }
  return result;
}

/// Random nested push/pop ranges on a thread: distinct names, distinct times.
void nest(TraceMaker& maker, std::mt19937& random, Nanoseconds begin, Nanoseconds end, int depth,
          std::int64_t tid) {
  if (depth == 0 || end - begin < 40) return;
  auto const pick = [&](Nanoseconds low, Nanoseconds high) {
    return std::uniform_int_distribution<Nanoseconds>(low, high)(random);
  };
  for (Nanoseconds at = begin + 2; at + 20 < end;) {
    Nanoseconds const stop = std::min(end - 1, at + pick(10, (end - begin) / 2 + 10));
    maker.range("p" + std::to_string(pick(0, 1000000)), at, stop, {.tid = tid});
    nest(maker, random, at, stop, depth - 1, tid);
    at = stop + pick(0, 10);
  }
}

}  // namespace

TEST_CASE("The sweep gives what the definition gives, on random traces in random order") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    auto const pick = [&](Nanoseconds low, Nanoseconds high) {
      return std::uniform_int_distribution<Nanoseconds>(low, high)(random);
    };
    TraceMaker maker;
    for (std::int64_t tid = 1; tid <= 3; ++tid) nest(maker, random, 0, 1000, 4, tid);
    for (int i = 0; i < 8; ++i) {
      Nanoseconds const start = pick(0, 900);
      maker.start_end("s" + std::to_string(i), start, start + pick(0, 400),
                      {.tid = pick(1, 3), .pid = pick(1, 2)});
    }
    for (int i = 0; i < 300; ++i) {
      Nanoseconds const start = pick(0, 5000);
      maker.kernel("k", pick(0, 1100), start, start + pick(1, 50), {.tid = pick(1, 3), .pid = pick(1, 2)});
    }
    for (int i = 0; i < 40; ++i) {  // captured where no range is, so that the definition needs no second part
      Nanoseconds const start = pick(0, 5000);
      maker.graph_kernel("k", pick(0, 1100), start, start + pick(1, 50), 5000, 4900, {.tid = pick(1, 3)});
      if (i % 3 == 0) maker.trace().launches.back().thread = no_index;
    }
    std::shuffle(maker.trace().ranges.begin(), maker.trace().ranges.end(), random);
    std::shuffle(maker.trace().launches.begin(), maker.trace().launches.end(), random);
    auto const trace = maker.make();
    auto const expected = attribute_slowly(trace);
    auto const profile = analyze(trace);
    CHECK(accounted(profile) == *profile.total.kernel_ns);

    // One name may stand at several paths: sum over them; nested equal names do not occur.
    std::map<std::string, std::pair<std::uint64_t, std::int64_t>> inclusive;
    std::map<std::string, std::int64_t> exclusive;
    for (PhaseProfile const& each : profile.phases) {
      if (each.calls > 0U) {
        inclusive[each.path.back().name].first += *each.calls;
        inclusive[each.path.back().name].second += *each.kernel_ns;
      }
      if (each.exclusive_kernel_ns > 0) exclusive[each.path.back().name] += *each.exclusive_kernel_ns;
    }
    CHECK(inclusive == expected.inclusive);
    CHECK(exclusive == expected.exclusive);
  }
}
