// SPDX-License-Identifier: MIT
// What the tests with the real Nsight Systems run: a warm-up, one prefill, three decode steps, a range across
// threads.
#include <llmprof/nvtx.hpp>

#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

namespace nvtx = llmprof::nvtx;

namespace {

void work() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

void decode() {
  nvtx::DecodeAll all;
  for (int step = 0; step < 3; ++step) {
    nvtx::DecodeStep range{8};
    LLMPROF_NVTX_RANGE("attention");
    work();
  }
  all.tokens(24);
}

void request_on_two_threads() {
  nvtx::UniqueRange request{nvtx::Stage{"request"}, 42};
  std::thread worker{[&request] {
    nvtx::UniqueRange const owner{std::move(request)};
    work();
  }};
  worker.join();
}

}  // namespace

int main() {
  {
    LLMPROF_NVTX_RANGE("warmup");
    work();
  }
  {
    nvtx::Prefill range{std::uint64_t{512}};
    work();
    range.tokens(1);
  }
  decode();
  request_on_two_threads();
}
