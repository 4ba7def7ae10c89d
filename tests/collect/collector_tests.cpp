// SPDX-License-Identifier: MIT
// A collector in this very program. Its figures are of the process: each test looks at what they grow by.
#include "llmprof/collect/collector.hpp"

#include <dlfcn.h>
#include <nvtx3/nvToolsExt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "collect/fake_gpu.hpp"
#include "llmprof/error.hpp"

namespace {

using namespace llmprof;

/// The device of this process; must be known before a collector looks for libcupti.
tests::FakeGpu const& gpu() {
  static tests::FakeGpu const the_gpu = [] {
    ::setenv("LLMPROF_CUPTI", LLMPROF_FAKE_GPU, 1);
    return tests::FakeGpu(LLMPROF_FAKE_GPU);
  }();
  return the_gpu;
}

void push(char const* name, std::int64_t payload = 0) {
  static nvtxDomainHandle_t const domain = nvtxDomainCreateA("LLM");
  nvtxEventAttributes_t event{};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = name;
  event.payloadType = payload == 0 ? NVTX_PAYLOAD_UNKNOWN : NVTX_PAYLOAD_TYPE_INT64;
  event.payload.llValue = payload;
  nvtxDomainRangePushEx(domain, &event);
}
void pop() { nvtxDomainRangePop(nvtxDomainCreateA("LLM")); }

/// A decode step of three kernels.
void step() {
  push("decode_step", 4);
  gpu().graph_launch("layer", 50, 11, 2);
  gpu().launch("sample", 10);
  pop();
}

Label const decode_step{"LLM", "decode_step"};

}  // namespace

TEST_CASE("phases, kernels and devices are added up while it runs, and at no other time") {
  static_cast<void>(gpu());
  Collector collector;
  step();
  CHECK(gpu().is_watched() == 0);
  LiveFigures const before = collector.snapshot();
  collector.start();
  collector.start();  // does nothing
  CHECK(collector.state().kernels);
  CHECK(gpu().is_watched() == 1);
  for (int i = 0; i < 10; ++i) step();
  gpu().launch("outside", 70);
  LiveFigures const during = collector.snapshot();
  step();
  collector.stop();
  collector.stop();
  CHECK(gpu().is_watched() == 0);
  step();
  LiveFigures const after = collector.snapshot();

  LivePhase const seen = total_of(during, decode_step);
  LivePhase const old = total_of(before, decode_step);
  CHECK(seen.instances - old.instances == 10);
  CHECK(seen.calls - old.calls == 30);
  CHECK(seen.kernel_ns - old.kernel_ns == 10 * 110);
  CHECK(seen.payload.value() - old.payload.value_or(0) == 40);
  REQUIRE(seen.kernels.size() == 2);
  CHECK(seen.kernels[0].name == "layer");
  CHECK(seen.kernels[0].min_ns == 50);
  CHECK(during.outside_calls - before.outside_calls == 1);
  CHECK(during.outside_kernel_ns - before.outside_kernel_ns == 70);
  CHECK(during.unattributed_calls == 0);
  CHECK(during.dropped == 0);
  REQUIRE(during.devices.size() == 1);
  CHECK(during.devices[0].name == "Fake GPU");
  CHECK(during.devices[0].busy_ns > 0);
  CHECK(total_of(after, decode_step).instances - seen.instances == 1);
  CHECK(after.recorded_ns > during.recorded_ns);
}

TEST_CASE("it starts again where it stopped, and names that it learned stay known") {
  static_cast<void>(gpu());
  std::uint64_t before = 0;
  for (std::uint64_t round = 0; round < 3; ++round) {
    Collector collector;
    if (round == 0) before = total_of(collector.snapshot(), decode_step).instances;
    collector.start();
    step();
    collector.stop();
    CHECK(total_of(collector.snapshot(), decode_step).instances - before == round + 1);
  }
}

TEST_CASE("threads that come and go, more records than fit into the buffers, and constant memory") {
  static_cast<void>(gpu());
  Collector collector({.buffer_bytes = std::size_t{16} << 20U});
  LiveFigures const before = collector.snapshot();
  collector.start();
  constexpr int rounds = 20;
  constexpr int threads = 8;
  constexpr int each = 2000;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; ++t) {
      workers.emplace_back([] {
        for (int i = 0; i < each; ++i) {
          push("work", 1);
          gpu().launch("kernel", 10);
          pop();
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
    static_cast<void>(collector.snapshot());  // as a monitor does; so nothing waits for long
  }
  LiveFigures const after = collector.snapshot();
  Label const work{"LLM", "work"};
  CHECK(after.dropped == before.dropped);
  CHECK(total_of(after, work).instances - total_of(before, work).instances == rounds * threads * each);
  CHECK(total_of(after, work).calls - total_of(before, work).calls == rounds * threads * each);
  CHECK(after.unattributed_calls == before.unattributed_calls);
}

TEST_CASE("ranges that began before it was started are counted as strays") {
  Collector collector;
  push("early");
  collector.start();
  std::uint64_t const before = collector.snapshot().stray_ends;
  pop();
  CHECK(collector.snapshot().stray_ends - before == 1);
}

TEST_CASE("there is one at a time, and none in a forked process") {
  Collector collector;
  CHECK_THROWS_AS(Collector(), Error);
  collector.start();
  pid_t const child = fork();
  if (child == 0) {
    step();  // must neither hang nor crash
    bool const refused = [&] {
      try {
        collector.start();
        return false;
      } catch (Error const&) {
        return true;
      }
    }();
    bool const empty = collector.snapshot().phases.empty() && !collector.state().no_ranges.empty();
    _exit(refused && empty ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("another tool that has CUPTI is named, and ranges go on") {
  static_cast<void>(gpu());
  gpu().take();
  Collector collector;
  collector.start();
  CollectorState const state = collector.state();
  CHECK(state.running);
  CHECK_FALSE(state.kernels);
  CHECK(state.no_kernels.find("another profiler") != std::string::npos);
  auto const before = total_of(collector.snapshot(), decode_step).instances;
  step();
  CHECK(total_of(collector.snapshot(), decode_step).instances == before + 1);
  CHECK(collector.state().modules == 1);
  collector.stop();
  gpu().release();
  collector.start();
  CHECK(collector.state().kernels);
}

TEST_CASE("a CUPTI that fails half-way is left, and free for the next try") {
  static_cast<void>(gpu());
  Collector collector;
  ::setenv("LLMPROF_TEST_CUPTI_REGISTER", "1", 1);
  collector.start();
  ::unsetenv("LLMPROF_TEST_CUPTI_REGISTER");
  CHECK(collector.state().no_kernels.find("cuptiActivityRegisterCallbacks failed") != std::string::npos);
  CHECK(gpu().is_watched() == 0);
  collector.stop();
  collector.start();
  CHECK(collector.state().kernels);
}

TEST_CASE("plugins come and go while the collector is asked for its state") {
  Collector collector({.nvtx_library = LLMPROF_INJECT_LIBRARY});
  collector.start();
  push("of the program itself");
  pop();
  std::atomic<bool> done = false;
  std::thread monitor([&] {
    while (!done) static_cast<void>(collector.state());
  });
  for (int i = 0; i < 300; ++i) {
    void* const plugin = ::dlopen(LLMPROF_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    REQUIRE(plugin != nullptr);
    ::dlclose(plugin);
  }
  done = true;
  monitor.join();
  CHECK(collector.state().modules == 1);
  void* const plugin = ::dlopen(LLMPROF_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  CHECK(collector.state().modules == 2);
  ::dlclose(plugin);
}

TEST_CASE("a kernel that still runs when it stops is left out and counted, for its end is not sure") {
  static_cast<void>(gpu());
  Collector collector;
  collector.start();
  LiveFigures const before = collector.snapshot();
  push("slow");
  gpu().launch("long", 200'000'000);
  pop();
  collector.stop();
  collector.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  LiveFigures const after = collector.snapshot();
  CHECK(total_of(after, {"LLM", "slow"}).instances == 1);
  CHECK(total_of(after, {"LLM", "slow"}).calls == 0);
  CHECK(after.dropped - before.dropped == 1);
}
