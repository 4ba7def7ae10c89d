// SPDX-License-Identifier: MIT
#include "libllmprof/collect/live_summary.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collect/live_process.hpp"

namespace llmprof {

TEST_CASE("a path is all open ranges in order of opening, whatever their domain", "[live_summary]") {
  LiveProcess process;
  process.push(1, 10, "LLM@decode");
  process.push(1, 20, "layer");
  process.push(1, 30, "LLM@attention");
  process.launch(1, 35, 1);
  process.pop(1, 40);  // the default domain's layer, not the innermost range
  process.launch(1, 45, 2);
  process.pop(1, 60, "LLM");
  process.pop(1, 110, "LLM");
  process.kernel(1, 100, 107);
  process.kernel(2, 200, 202);
  LiveFigures const figures = process.figures();

  REQUIRE(paths_of(figures) == Strings{"LLM@decode", "LLM@decode/LLM@attention", "LLM@decode/layer",
                                       "LLM@decode/layer/LLM@attention"});
  CHECK(phase(figures, "LLM@decode").wall_ns == 100);
  CHECK(phase(figures, "LLM@decode").calls == 2);
  CHECK(phase(figures, "LLM@decode").kernel_ns == 9);
  CHECK(phase(figures, "LLM@decode/layer").wall_ns == 20);
  CHECK(phase(figures, "LLM@decode/layer").kernel_ns == 7);
  CHECK(phase(figures, "LLM@decode/LLM@attention").kernel_ns == 2);
  LivePhase const attention = phase(figures, "LLM@decode/layer/LLM@attention");
  CHECK(attention.instances == 1);  // as it was opened
  CHECK(attention.wall_ns == 30);
  CHECK(attention.kernel_ns == 7);
  CHECK(figures.stray_ends == 0);
}

TEST_CASE("kernels are listed in the phase that launched them, the longest first", "[live_summary]") {
  LiveProcess process;
  process.push(1, 10, "a");
  process.push(1, 20, "b");
  for (std::uint32_t i = 1; i <= 3; ++i) process.launch(1, 20 + i, i);
  process.kernel(1, 100, 110, "short");
  process.kernel(2, 200, 230, "long");
  process.kernel(3, 300, 304, "short");
  LiveFigures const figures = process.figures();

  CHECK(phase(figures, "a").calls == 3);
  CHECK(phase(figures, "a").kernels.empty());
  CHECK(phase(figures, "a").instances == 0);  // it is open
  LivePhase const inner = phase(figures, "a/b");
  REQUIRE(inner.kernels.size() == 2);
  CHECK(inner.kernels[0].name == "long");
  CHECK(inner.kernels[1].name == "short");
  CHECK(inner.kernels[1].calls == 2);
  CHECK(inner.kernels[1].total_ns == 14);
  CHECK(inner.kernels[1].min_ns == 4);
  CHECK(inner.kernels[1].max_ns == 10);
  CHECK(inner.kernels[1].durations.count() == 2);
}

TEST_CASE("a start/end range begins the path of every thread while it is open", "[live_summary]") {
  LiveProcess process;
  process.push(2, 5, "work");
  process.launch(2, 6, 1);  // before it
  process.start(1, 10, "request", 77);
  process.launch(2, 12, 2);
  process.launch(1, 13, 3);
  process.launch(3, 14, 4);
  process.end(2, 30, 77);  // on another thread
  process.launch(2, 31, 5);
  process.pop(2, 40);
  for (std::uint32_t i = 1; i <= 5; ++i) process.kernel(i, 100 * i, 100 * i + i);
  LiveFigures const figures = process.figures();

  REQUIRE(paths_of(figures) == Strings{"request", "request/work", "work"});
  CHECK(phase(figures, "request").instances == 1);
  CHECK(phase(figures, "request").wall_ns == 20);
  CHECK(phase(figures, "request").kernel_ns == 2 + 3 + 4);
  CHECK(phase(figures, "request/work").kernel_ns == 2);
  CHECK(phase(figures, "request/work").instances == 0);
  CHECK(phase(figures, "work").kernel_ns == 1 + 5);
  CHECK(phase(figures, "work").instances == 1);
  CHECK(phase(figures, "work").wall_ns == 35);
}

TEST_CASE("start/end ranges stand in order of start, and may end in any order", "[live_summary]") {
  LiveProcess process;
  process.start(1, 10, "first", 1);
  process.start(1, 20, "second", 2);
  process.launch(1, 25, 1);
  process.end(1, 30, 1);
  process.launch(1, 35, 2);
  process.kernel(1, 100, 101);
  process.kernel(2, 200, 202);
  LiveFigures const figures = process.figures();
  REQUIRE(paths_of(figures) == Strings{"first", "first/second", "second"});
  CHECK(phase(figures, "first/second").kernel_ns == 1);
  CHECK(phase(figures, "second").kernel_ns == 2);
}

TEST_CASE("threads are merged in order of time, whatever the order of adding", "[live_summary]") {
  LiveProcess process;
  process.launch(1, 15, 1);  // inside of what thread 2 starts, and is added later
  process.launch(1, 25, 2);
  process.start(2, 10, "request", 1);
  process.end(2, 20, 1);
  process.kernel(1, 100, 101);
  process.kernel(2, 200, 202);
  LiveFigures const figures = process.figures();
  CHECK(phase(figures, "request").kernel_ns == 1);
  CHECK(figures.outside_calls == 1);
  CHECK(figures.outside_kernel_ns == 2);
}

TEST_CASE("what was written at `until` or later waits for the next fold", "[live_summary]") {
  LiveProcess process;
  process.push(1, 10, "a");
  process.pop(1, 20);
  process.summary.fold(20);
  CHECK(process.summary.figures().phases.empty());
  CHECK(process.summary.pending() == 1);
  process.summary.fold(21);
  CHECK(phase(process.summary.figures(), "a").wall_ns == 10);
  CHECK(process.summary.pending() == 0);
}

TEST_CASE("a kernel may come before its launch, by two folds", "[live_summary]") {
  LiveProcess process;
  process.push(1, 10, "a");
  process.kernel(1, 100, 105);
  process.summary.fold(50);
  process.summary.fold(60);
  SECTION("the launch comes in time") {
    process.launch(1, 65, 1);
    process.summary.fold(70);
    CHECK(phase(process.summary.figures(), "a").kernel_ns == 5);
    CHECK(process.summary.figures().unattributed_calls == 0);
  }
  SECTION("the launch is too late") {
    process.summary.fold(70);
    process.launch(1, 75, 1);
    process.summary.fold(80);
    LiveFigures const figures = process.summary.figures();
    CHECK(phase(figures, "a").calls == 0);
    CHECK(figures.unattributed_calls == 1);
    CHECK(figures.unattributed_kernel_ns == 5);
    CHECK(process.summary.pending() == 0);
  }
}

TEST_CASE("all kernels of a graph's replay share one launch", "[live_summary]") {
  LiveProcess process;
  process.push(1, 10, "a");
  process.launch(1, 15, 1);
  process.pop(1, 20);
  process.kernel(1, 100, 101, "x");
  process.kernel(1, 102, 104, "y");
  process.summary.fold(all);
  process.kernel(1, 105, 109, "x");
  LiveFigures const figures = process.figures();
  CHECK(phase(figures, "a").calls == 3);
  CHECK(phase(figures, "a").kernel_ns == 7);
  CHECK(phase(figures, "a").kernels.size() == 2);
}

TEST_CASE("the replay of a whole graph counts as a kernel", "[live_summary]") {
  LiveProcess process;
  process.push(1, 10, "a");
  process.launch(1, 15, 1);
  process.graph(1, 100, 150);
  LiveFigures const figures = process.figures();
  REQUIRE(phase(figures, "a").kernels.size() == 1);
  CHECK(phase(figures, "a").kernels[0].name == "(graph)");
  CHECK(phase(figures, "a").kernel_ns == 50);
  REQUIRE(figures.devices.size() == 1);
  CHECK(figures.devices[0].busy_ns == 50);
  CHECK(figures.devices[0].kernel_ns == 50);
}

TEST_CASE("a device is busy for the union of its work, in whatever order it is told", "[live_summary]") {
  LiveProcess process;
  process.device(1, "H100");
  process.kernel(1, 5'000'000'000, 5'000'000'100);
  process.kernel(1, 5'000'000'050, 5'000'000'200);
  process.summary.fold(all);
  process.copy(1, 1'000'000'000, 1'000'000'010);  // seconds late
  process.kernel(1, 1'000'000'020, 1'000'000'030);
  process.summary.fold(all);
  process.copy(1, 1'000'000'005, 1'000'000'025);           // joins both
  process.kernel(1, 5'000'000'200, 5'000'000'210);         // touches
  process.kernel(1, 5'000'000'120, 5'000'000'130);         // within
  process.kernel(1, 7'000'000'000, 6'000'000'000, "bad");  // ends before it begins
  process.kernel(1, 3, 10, "k", 1);
  LiveFigures const figures = process.figures();

  REQUIRE(figures.devices.size() == 2);
  LiveDevice const& first = figures.devices[0];
  CHECK(first.busy_ns == 30 + 210);
  CHECK(first.calls == 6);
  CHECK(first.kernel_ns == 100 + 150 + 10 + 10 + 10);
  CHECK(first.copy_ns == 10 + 20);
  CHECK(first.name.empty());
  CHECK(figures.devices[1].device == 1);
  CHECK(figures.devices[1].name == "H100");
  CHECK(figures.devices[1].busy_ns == 7);
}

TEST_CASE("old time of a device is summed up, and not counted twice", "[live_summary]") {
  SummaryLimits limits;
  limits.intervals = 4;
  LiveProcess process(limits);
  for (std::uint64_t i = 0; i < 100; ++i) process.kernel(1, 10 * i, 10 * i + 5);
  CHECK(process.figures().devices.at(0).busy_ns == 500);
  process.kernel(1, 0, 5);  // again
  CHECK(process.figures().devices.at(0).busy_ns == 500);
  process.kernel(1, 985, 1000);  // 985..990 was idle
  CHECK(process.figures().devices.at(0).busy_ns == 510);
}

TEST_CASE("what ends and was not open is stray", "[live_summary]") {
  LiveProcess process;
  process.pop(1, 10);
  process.push(1, 20, "LLM@a");
  process.pop(1, 30);         // of another domain
  process.pop(2, 40, "LLM");  // of another thread
  process.end(1, 50, 9);
  process.pop(1, 60, "LLM");
  LiveFigures const figures = process.figures();
  CHECK(figures.stray_ends == 4);
  CHECK(phase(figures, "LLM@a").wall_ns == 40);
}

TEST_CASE("payloads that are no numbers of anything do not wrap around", "[live_summary]") {
  LiveProcess process;
  for (std::int64_t const payload : {INT64_MAX, INT64_MAX, std::int64_t{-5}}) {
    process.push(1, 10, "address", 2, payload);
    process.mark(1, 15, "tokens", 2, payload);
    process.pop(1, 20);
  }
  process.push(1, 30, "negative", 2, INT64_MIN);
  process.pop(1, 40);
  process.push(1, 50, "negative", 2, -1);
  process.pop(1, 60);
  LiveFigures const figures = process.figures();
  CHECK(phase(figures, "address").payload == INT64_MAX - 5);
  CHECK(phase(figures, "address").tokens == INT64_MAX - 5);
  CHECK(phase(figures, "negative").payload == INT64_MIN);
}

TEST_CASE("times that cannot be do not wrap around", "[live_summary]") {
  LiveProcess process;
  for (std::uint32_t launch = 1; launch <= 2; ++launch) {
    process.push(1, 1, "LLM@step");
    process.launch(1, 2, launch);
    process.kernel(launch, 3, UINT64_MAX);
    process.copy(0, 3, UINT64_MAX - 1);
    process.pop(1, UINT64_MAX - 1, "LLM");
    process.kernel(99, 0, UINT64_MAX);  // never launched
    for (int i = 0; i < 3; ++i) process.summary.fold(all);
  }
  LiveFigures const figures = process.figures();
  CHECK(phase(figures, "LLM@step").instances == 2);
  CHECK(phase(figures, "LLM@step").wall_ns == INT64_MAX);
  CHECK(phase(figures, "LLM@step").kernel_ns == INT64_MAX);
  CHECK(phase(figures, "LLM@step").kernels.at(0).total_ns == INT64_MAX);
  CHECK(figures.unattributed_kernel_ns == INT64_MAX);
  CHECK(figures.devices.at(0).kernel_ns == INT64_MAX);
  CHECK(figures.devices.at(0).copy_ns == INT64_MAX);
  CHECK(figures.devices.at(0).busy_ns == INT64_MAX);
}

TEST_CASE("integer payloads of ranges that ended are added up", "[live_summary]") {
  LiveProcess process;
  auto const range = [&](std::string_view label, std::uint16_t type, std::int64_t payload) {
    process.push(1, 10, label, type, payload);
    process.pop(1, 20);
  };
  range("a", 1, 7);    // uint64
  range("a", 2, -20);  // int64
  range("a", 4, 100);  // uint32
  range("a", 5, -3);   // int32
  range("a", 3, 55);   // double
  range("a", 6, 55);   // float
  range("a", 0, 55);   // none
  range("real", 3, 55);
  process.push(1, 30, "open", 1, 5);
  process.launch(1, 35, 1);
  process.kernel(1, 100, 110);
  LiveFigures const figures = process.figures();
  CHECK(phase(figures, "a").payload == 84);
  CHECK(phase(figures, "a").instances == 7);
  CHECK_FALSE(phase(figures, "real").payload);
  CHECK_FALSE(phase(figures, "open").payload);
}

TEST_CASE("marks `tokens` count for the innermost open range of their domain", "[live_summary]") {
  LiveProcess process;
  process.start(1, 1, "App@request", 1);
  process.push(1, 10, "LLM@decode");
  process.push(1, 20, "layer");
  process.mark(1, 21, "LLM@tokens", 5, 30);
  process.mark(1, 22, "LLM@tokens", 1, 4);
  process.mark(1, 23, "App@tokens", 1, 500);     // a start/end range
  process.mark(1, 24, "Other@tokens", 1, 1000);  // no range of this domain
  process.mark(2, 25, "LLM@tokens", 1, 1000);    // no range on this thread
  process.mark(1, 26, "LLM@token", 1, 1000);     // another name
  process.mark(1, 27, "LLM@tokens", 3, 1000);    // no integer
  LiveFigures const figures = process.figures();
  CHECK(phase(figures, "App@request/LLM@decode").tokens == 34);
  CHECK(phase(figures, "App@request").tokens == 500);
  CHECK_FALSE(phase(figures, "App@request/LLM@decode/layer").tokens);
  REQUIRE(figures.phases.size() == 2);
}

TEST_CASE("what is open when a window of recording ends, ends with it, on all threads", "[live_summary]") {
  LiveProcess process;
  process.window(1, 5, true);
  process.start(1, 10, "request", 77);
  process.push(1, 20, "LLM@step");
  process.push(2, 30, "LLM@beside");
  process.pop(1, 40, "LLM");  // ends the window
  process.window(1, 50, false);
  process.window(3, 100, true);
  process.launch(2, 110, 1);
  process.kernel(1, 120, 130);
  process.pop(2, 140, "LLM");  // of the range that was open before
  process.push(2, 150, "LLM@step");
  process.pop(2, 160, "LLM");
  LiveFigures const figures = process.figures();
  CHECK(phase(figures, "request").wall_ns == 40);
  CHECK(phase(figures, "request/LLM@step").wall_ns == 20);
  CHECK(phase(figures, "request/LLM@beside").wall_ns == 20);
  CHECK(phase(figures, "LLM@step").wall_ns == 10);
  CHECK(figures.outside_calls == 1);
  CHECK(figures.phases.size() == 4);
}

TEST_CASE("what a thread left open is closed without a duration", "[live_summary]") {
  LiveProcess process;
  process.push(1, 10, "a");
  process.launch(1, 15, 1);
  process.summary.end_thread(1);
  process.kernel(1, 100, 103);
  SECTION("its last records are folded before") {
    process.summary.fold(12);
    CHECK(process.summary.threads() == 1);
    process.summary.fold(16);
    CHECK(phase(process.summary.figures(), "a").kernel_ns == 3);
    CHECK(phase(process.summary.figures(), "a").instances == 0);
    CHECK(process.summary.threads() == 0);
    CHECK(process.summary.pending() == 0);
  }
  SECTION("its number is used again") {
    process.push(1, 20, "b");
    process.launch(1, 25, 2);
    process.kernel(2, 200, 204);
    CHECK(paths_of(process.figures()) == Strings{"a", "b"});
    CHECK(process.summary.threads() == 1);
  }
  SECTION("start/end ranges belong to the process") {
    process.start(2, 20, "s", 5);
    process.summary.end_thread(2);
    process.summary.fold(all);
    process.end(3, 30, 5);
    CHECK(phase(process.figures(), "s").wall_ns == 10);
  }
}

TEST_CASE("paths beyond the limit are one phase", "[live_summary]") {
  SummaryLimits limits;
  limits.paths = 3;
  LiveProcess process(limits);
  std::uint32_t correlation = 0;
  for (std::string const outer : {"a", "b"}) {
    process.push(1, 10, outer);
    for (std::string const inner : {"x", "y", "z"}) {
      process.push(1, 20, inner);
      process.push(1, 22, "deep");
      process.launch(1, 25, ++correlation);
      process.kernel(correlation, 100 * correlation, 100 * correlation + 10);
      process.pop(1, 28);
      process.pop(1, 30);
    }
    process.pop(1, 40);
  }
  LiveFigures const figures = process.figures();
  // Paths are a, a/x and a/x/deep; b, too, finds no room.
  REQUIRE(paths_of(figures) == Strings{"(other)", "a", "a/x", "a/x/deep"});
  CHECK(phase(figures, "a").calls == 3);  // also of those that found no room inside
  CHECK(phase(figures, "a").kernel_ns == 30);
  CHECK(phase(figures, "a/x/deep").calls == 1);
  LivePhase const other = phase(figures, "(other)");
  CHECK(other.calls == 5);
  CHECK(other.instances == 2 + 2 + 1 + 3 + 3);
  REQUIRE(other.kernels.size() == 1);
  CHECK(other.kernels[0].calls == 5);
}

TEST_CASE("names beyond the limit are one", "[live_summary]") {
  SummaryLimits limits;
  limits.names = 2;
  LiveProcess process(limits);
  process.push(1, 10, "a");
  process.launch(1, 15, 1);
  process.kernel(1, 100, 101, "k");
  process.kernel(1, 200, 202, "too_many");
  process.push(1, 20, "too_many, too");
  process.pop(1, 25);
  process.pop(1, 30);
  LiveFigures const figures = process.figures();
  REQUIRE(paths_of(figures) == Strings{"(other)", "a"});
  CHECK(phase(figures, "(other)").wall_ns == 5);
  REQUIRE(phase(figures, "a").kernels.size() == 2);
  CHECK(phase(figures, "a").kernels[0].name == "(other)");
  CHECK(phase(figures, "a").kernels[0].total_ns == 2);
}

TEST_CASE("beyond the limit, too, a number that has a new name has not its old one", "[live_summary]") {
  SummaryLimits limits;
  limits.names = 2;
  limits.name_bytes = 20;
  LiveNames names(limits.names, limits.name_bytes);
  names.learn_name(1, "parent");
  names.learn_name(2, "other");
  names.learn_name(3, "third");
  CHECK(names.text(3) == "(other)");
  names.learn_name(1, "child");
  CHECK(names.text(1) == "child");
  names.learn_name(1, "longer than there is room");
  CHECK(names.text(1) == "(other)");
  CHECK(names.text(2) == "other");
  CHECK_FALSE(names.may_know(1));
}

TEST_CASE("a name that comes after its range is still told; one that never comes is lost", "[live_summary]") {
  LiveSummary summary;
  spool::RangeRecord push;
  push.size = sizeof(push);
  push.kind = spool::Kind::push;
  push.name = 1;
  push.domain = 3;
  spool::RangeEndRecord pop;
  pop.size = sizeof(pop);
  pop.kind = spool::Kind::pop;
  pop.domain = 3;
  pop.time = 5;
  summary.add(1, push);
  summary.add(1, pop);
  summary.fold(all);
  CHECK(paths_of(summary.figures()) == Strings{"(domain lost)@(name lost)"});
  struct {
    spool::NameRecord head;
    char text[8] = {'l', 'a', 't', 'e'};
  } name;
  name.head.size = sizeof(name);
  name.head.kind = spool::Kind::name;
  name.head.id = 1;
  name.head.length = 4;
  summary.add(2, name.head);
  CHECK(paths_of(summary.figures()) == Strings{"(domain lost)@late"});
}

TEST_CASE("kernels beyond the limit are one in their phase", "[live_summary]") {
  SummaryLimits limits;
  limits.kernels = 2;
  LiveProcess process(limits);
  process.push(1, 10, "a");
  process.launch(1, 15, 1);
  for (std::uint32_t i = 0; i < 6; ++i) process.kernel(1, 100 + i, 101 + i, "k" + std::to_string(i));
  std::vector<LiveKernel> const kernels = phase(process.figures(), "a").kernels;
  REQUIRE(kernels.size() == 3);
  CHECK(kernels[0].name == "(other)");
  CHECK(kernels[0].calls == 4);
}

TEST_CASE("ranges nested too deep are left out, and close as they opened", "[live_summary]") {
  SummaryLimits limits;
  limits.open_ranges = 2;
  LiveProcess process(limits);
  process.push(1, 10, "a");
  process.push(1, 20, "LLM@b");
  process.push(1, 30, "c");  // left out
  process.launch(1, 35, 1);
  process.pop(1, 40, "LLM");
  process.push(1, 42, "d");  // inside of c, of the same domain: left out, too
  process.pop(1, 45);
  process.pop(1, 50);
  process.pop(1, 60);
  process.pop(1, 70);  // stray
  process.start(1, 71, "s", 1);
  process.start(1, 72, "s", 2);
  process.start(1, 73, "s", 3);  // left out
  process.end(1, 80, 3);
  process.end(1, 81, 2);
  process.kernel(1, 100, 105);
  LiveFigures const figures = process.figures();
  REQUIRE(paths_of(figures) == Strings{"a", "a/LLM@b", "s/s"});
  CHECK(phase(figures, "a").wall_ns == 50);
  CHECK(phase(figures, "a/LLM@b").wall_ns == 20);
  CHECK(phase(figures, "a/LLM@b").kernel_ns == 5);
  CHECK(figures.dropped == 3);
  CHECK(figures.stray_ends == 1);
}

TEST_CASE("records that are too small or of unknown kinds are ignored", "[live_summary]") {
  LiveProcess process;
  spool::KernelRecord kernel;
  kernel.kind = spool::Kind::kernel;
  kernel.size = sizeof(spool::Record);
  process.summary.add(1, kernel);
  kernel.kind = static_cast<spool::Kind>(99);
  kernel.size = sizeof(kernel);
  process.summary.add(1, kernel);
  CHECK(process.summary.pending() == 0);
  CHECK(process.figures().devices.empty());
}

TEST_CASE("total_of adds up every phase that ends in the label", "[live_summary]") {
  LiveProcess process;
  std::uint32_t correlation = 0;
  auto const run = [&](std::string_view name) {
    process.launch(1, 1, ++correlation);
    process.kernel(correlation, 10 * correlation, 10 * correlation + correlation, name);
  };
  process.push(1, 10, "a");
  process.push(1, 20, "LLM@step", 1, 5);
  process.mark(1, 21, "LLM@tokens", 1, 3);
  run("x");
  process.pop(1, 30, "LLM");
  process.pop(1, 40);
  process.push(1, 50, "LLM@step", 1, 6);
  run("x");
  process.push(1, 60, "LLM@step");
  run("y");
  process.pop(1, 63, "LLM");
  process.pop(1, 100, "LLM");
  LiveFigures const figures = process.figures();
  LivePhase const total = total_of(figures, {"LLM", "step"});
  CHECK(total.path == std::vector<Label>{{"LLM", "step"}});
  CHECK(total.instances == 3);
  CHECK(total.wall_ns == 10 + 50 + 3);
  CHECK(total.walls.count() == 3);
  CHECK(total.payload == 11);
  CHECK(total.tokens == 3);
  CHECK(total.calls == 3);  // y counts once, though it is in two of them
  CHECK(total.kernel_ns == 1 + 2 + 3);
  REQUIRE(total.kernels.size() == 2);
  CHECK(total.kernels[0].total_ns == 3);
  CHECK(total.kernels[1].total_ns == 3);
  CHECK(total.kernels[0].name == "x");
  CHECK(total.kernels[0].calls == 2);

  CHECK(total_of(figures, {"", "step"}).instances == 0);
  CHECK(total_of(LiveFigures{}, {"LLM", "step"}).kernels.empty());
}

TEST_CASE("without a fold, too, no more than the limit waits", "[live_summary]") {
  SummaryLimits limits;
  limits.pending = 1000;
  LiveProcess process(limits);
  std::size_t most = 0;
  for (std::uint32_t i = 1; i <= 250'000; ++i) {
    process.push(1 + i % 3, 10 * i, "a");
    process.launch(1 + i % 3, 10 * i + 1, i);
    process.kernel(i % 10 == 0 ? 0 : i, 10 * i, 10 * i + 5);  // the launch of every tenth is unknown
    process.pop(1 + i % 3, 10 * i + 2);
    most = std::max(most, process.summary.pending());
  }
  CHECK(most <= 2 * limits.pending);
  LiveFigures const figures = process.figures();
  CHECK(phase(figures, "a").instances == 250'000);
  CHECK(phase(figures, "a").calls == 225'000);
  process.summary.fold(all);
  process.summary.fold(all);
  CHECK(process.summary.figures().unattributed_calls == 25'000);
  CHECK(process.summary.figures().devices.at(0).busy_ns == 250'000 * 5);
}

TEST_CASE("kernels without a launch do not wait without bound", "[live_summary]") {
  SummaryLimits limits;
  limits.pending = 100;
  LiveProcess process(limits);
  for (std::uint32_t i = 1; i <= 1000; ++i) process.kernel(i, i, i + 1);
  CHECK(process.summary.pending() < limits.pending);
  CHECK(process.summary.figures().unattributed_calls == 1000);
}

TEST_CASE("threads that end leave nothing behind", "[live_summary]") {
  LiveProcess process;
  for (std::uint32_t tid = 1; tid <= 10'000; ++tid) {
    process.push(tid, tid, "a");
    process.summary.end_thread(tid);
    if (tid % 100 == 0) process.summary.fold(all);
  }
  CHECK(process.summary.threads() == 0);
  CHECK(process.summary.pending() == 0);
}

}  // namespace llmprof
