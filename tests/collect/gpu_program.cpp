// SPDX-License-Identifier: MIT
// A workload for the tests of `llmprof run` that launches kernels on the fake GPU, as an engine does on a
// real one.
#include <dlfcn.h>
#include <nvtx3/nvToolsExt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "collect/fake_gpu.hpp"
#include "collect/own_spool.hpp"

namespace {

using llmprof::tests::FakeGpu;
namespace tests = llmprof::tests;

/// What the driver does when CUDA is initialised.
void initialise_cuda() {
  void* const library =
      dlopen(std::getenv("CUDA_INJECTION64_PATH"), RTLD_NOW | RTLD_LOCAL);  // NOLINT: one thread
  if (library == nullptr) return;
  if (auto* const initialise = reinterpret_cast<int (*)()>(dlsym(library, "InitializeInjection")))
    initialise();
}

void push(std::string const& name) { nvtxRangePushA(name.c_str()); }
void pop() { nvtxRangePop(); }

/// Two layers of one node each; 11 and 12 are the nodes that are replayed.
void capture_graph(FakeGpu const& gpu) {
  gpu.begin_capture();
  for (std::uint64_t node : {1U, 2U}) {
    push("layer." + std::to_string(node));
    gpu.node(node, 0);
    pop();
  }
  gpu.end_capture();
  gpu.node(11, 1);
  gpu.node(12, 2);
}

/// A window with a kernel that is still running when recording is switched off, half a second of nothing,
/// another.
void long_pause(FakeGpu const& gpu) {
  push("window");
  gpu.launch("short", 10);
  gpu.launch("long", 400'000'000);
  pop();
  usleep(1'200'000);
  std::printf("records kernels: %d\n", gpu.records_kernels());
  push("window");
  gpu.launch("short", 10);
  std::printf("records kernels: %d\n", gpu.records_kernels());
  pop();
}

/// Ranges of a capture that lie across its beginning and its end, before a window opens.
void capture_crosswise(FakeGpu const& gpu) {
  push("before");
  gpu.begin_capture();
  pop();
  push("captured");
  push("window");  // is skipped, and yet around a node
  gpu.node(1, 0);
  pop();
  gpu.node(2, 0);
  gpu.end_capture();
  push("behind");
  pop();
  pop();
  gpu.node(11, 1);
  gpu.node(12, 2);
  push("outside");
  pop();
  push("window");
  gpu.graph_launch("layer_kernel", 500, 11, 2);
  pop();
}

void generate(FakeGpu const& gpu) {
  gpu.launch("load_weights", 9000);
  push("prefill");
  gpu.launch("gemm", 5000);
  gpu.launch("attention", 3000);
  pop();
  push("decode_all");
  capture_graph(gpu);
  for (int step = 0; step < 4; ++step) {
    push("decode_step");
    gpu.graph_launch("layer_kernel", 500, 11, 2);
    gpu.launch("sample", 100);
    pop();
    gpu.launch("between", 50);
  }
  pop();
}

/// More than a small spool holds: 20,000 steps, and of two threads, for ranges of a second one lie across
/// them.
void generate_long(FakeGpu const& gpu) {
  push("prefill");
  gpu.launch("gemm", 5000);
  pop();
  capture_graph(gpu);
  std::thread beside([] {
    for (int i = 0; i < 200; ++i) {
      push("beside");
      usleep(1000);
      pop();
    }
  });
  for (int step = 0; step < 20'000; ++step) {
    if (step % 200 == 0) usleep(10'000);  // kernels come in bursts, ten a second
    if (step % 200 == 0) tests::wait_for_follower();
    push("decode_step");
    gpu.graph_launch("layer_kernel", 500, 11, 2);
    push("sampling");
    gpu.launch("sample", 100);
    pop();
    pop();
    gpu.launch("between", 50);
  }
  beside.join();
}

/// The names of the ranges are known to the parent alone.
void generate_long_in_child() {
  push("decode_step");
  push("sampling");
  pop();
  pop();
  pid_t const child = fork();
  if (child == 0) {
    for (int i = 0; i < 100'000; ++i) {
      if (i % 2000 == 0) tests::wait_for_follower();
      push("decode_step");
      push("sampling");
      pop();
      pop();
    }
    std::exit(0);  // NOLINT: one thread
  }
  waitpid(child, nullptr, 0);
}

/// A name that the parent has first when events are kept no longer, and its child uses.
void name_late_for_child() {
  for (int i = 0; i < 150'000; ++i) {
    if (i % 2000 == 0) tests::wait_for_follower();
    push("parent_step");
    pop();
  }
  push("child_step");
  pop();
  pid_t const child = fork();
  if (child == 0) {
    for (int i = 0; i < 100; ++i) {
      push("child_step");
      pop();
    }
    std::exit(0);  // NOLINT: one thread
  }
  waitpid(child, nullptr, 0);
}

}  // namespace

int main(int count, char** words) {
  std::string const what = count > 1 ? words[1] : "";
  FakeGpu const gpu(std::getenv("LLMPROF_CUPTI"));  // NOLINT: one thread
  initialise_cuda();
  if (what == "failing") {
    push("step");
    gpu.launch("good", 10);
    gpu.launch("bad", FakeGpu::no_times);
    pop();
  } else if (what == "pause") {
    long_pause(gpu);
  } else if (what == "long") {
    generate_long(gpu);
  } else if (what == "long-child") {
    generate_long_in_child();
  } else if (what == "late-name") {
    name_late_for_child();
  } else if (what == "crosswise") {
    capture_crosswise(gpu);
  } else {
    generate(gpu);
  }
  return 0;
}
