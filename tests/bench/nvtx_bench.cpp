// SPDX-License-Identifier: MIT
// What a range costs, beside NVTX's own C calls with a registered string, and with a name that is built for
// each call. Run as it is, no tool is attached; under `llmprof run -- nvtx_bench` the collector is.
#include <benchmark/benchmark.h>
#include <nvtx3/nvToolsExt.h>
#include <llmprof/nvtx.hpp>

#include <cstdint>
#include <string>

namespace nvtx = llmprof::nvtx;

namespace {

void raw_push_pop(benchmark::State& state) {
  nvtxDomainHandle_t const domain = nvtxDomainCreateA("raw");
  nvtxStringHandle_t const name = nvtxDomainRegisterStringA(domain, "range");
  std::int64_t payload = 0;
  for (auto _ : state) {
    nvtxEventAttributes_t event = nvtxEventAttributes_t();
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    event.message.registered = name;
    event.payloadType = NVTX_PAYLOAD_TYPE_INT64;
    event.payload.llValue = ++payload;
    nvtxDomainRangePushEx(domain, &event);
    benchmark::ClobberMemory();
    nvtxDomainRangePop(domain);
  }
}
BENCHMARK(raw_push_pop);

/// As annotation libraries do whose names are run-time strings: the path is put together, then pushed by its
/// text.
void built_name(benchmark::State& state) {
  nvtxDomainHandle_t const domain = nvtxDomainCreateA("raw");
  std::uint64_t layer = 0;
  for (auto _ : state) {
    std::string const name = "decode_step/layer." + std::to_string(++layer % 64) + "/attention";
    nvtxEventAttributes_t event = nvtxEventAttributes_t();
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = name.c_str();
    nvtxDomainRangePushEx(domain, &event);
    benchmark::ClobberMemory();
    nvtxDomainRangePop(domain);
  }
}
BENCHMARK(built_name);

void stage_range(benchmark::State& state) {
  static nvtx::Stage const stage{"range"};
  std::int64_t payload = 0;
  for (auto _ : state) {
    nvtx::ScopedRange const range{stage, ++payload};
    benchmark::ClobberMemory();
  }
}
BENCHMARK(stage_range);

void decode_step(benchmark::State& state) {
  std::int64_t payload = 0;
  for (auto _ : state) {
    nvtx::DecodeStep const range{++payload};
    benchmark::ClobberMemory();
  }
}
BENCHMARK(decode_step);

void macro_range(benchmark::State& state) {
  std::int64_t payload = 0;
  for (auto _ : state) {
    LLMPROF_NVTX_RANGE("range", ++payload);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(macro_range);

void unique_range(benchmark::State& state) {
  static nvtx::Stage const stage{"range"};
  std::int64_t payload = 0;
  for (auto _ : state) {
    nvtx::UniqueRange const range{stage, ++payload};
    benchmark::ClobberMemory();
  }
}
BENCHMARK(unique_range);

void tokens_mark(benchmark::State& state) {
  std::int64_t count = 0;
  for (auto _ : state) nvtx::mark_tokens(++count);
}
BENCHMARK(tokens_mark);

void empty_loop(benchmark::State& state) {
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(empty_loop);

}  // namespace

BENCHMARK_MAIN();
