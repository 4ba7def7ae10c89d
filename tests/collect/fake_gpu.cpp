// SPDX-License-Identifier: MIT
// A libcupti with a device behind it, for machines without: it calls back and delivers records as CUPTI does,
// for kernels that a test launches through the functions of fake_gpu.hpp. Set LLMPROF_CUPTI to it.
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "libllmprof/collect/cupti_abi.hpp"
#include "tests/collect/fake_gpu.hpp"

#define ENTRY extern "C" __attribute__((visibility("default")))

namespace {

namespace cupti = llmprof::cupti;

enum Call : std::uint32_t { launch_kernel = 1, graph_launch, begin_capture, end_capture, other };

int number(char const* variable, int otherwise) {
  char const* const text = std::getenv(variable);  // NOLINT: nobody changes it
  return text == nullptr ? otherwise : std::atoi(text);
}

struct FakeGpu {
  std::mutex mutex;
  cupti::Callback callback = nullptr;
  std::set<std::pair<std::uint32_t, std::uint32_t>> enabled;
  std::set<std::uint32_t> kinds;
  cupti::BufferRequested request = nullptr;
  cupti::BufferCompleted complete = nullptr;
  std::uint64_t (*clock)() = nullptr;
  std::deque<cupti::Kernel> launched;
  bool device_told = true;
  bool taken = false;  ///< By another tool.
  std::uint32_t correlation = 0;
};

FakeGpu& gpu() {
  static auto* const the_gpu = new FakeGpu;
  return *the_gpu;
}

bool is_enabled(std::uint32_t domain, std::uint32_t id) {
  std::lock_guard const lock(gpu().mutex);
  return gpu().callback != nullptr && gpu().enabled.count({domain, id}) != 0;
}

/// On the calling thread, without a lock: as CUPTI does.
std::uint32_t call(Call id) {
  std::uint32_t correlation = 0;
  {
    std::lock_guard const lock(gpu().mutex);
    correlation = ++gpu().correlation;
  }
  if (is_enabled(cupti::domain_driver, id)) {
    cupti::CallbackData data{};
    data.site = cupti::site_enter;
    data.correlation = correlation;
    gpu().callback(nullptr, cupti::domain_driver, id, &data);
  }
  return correlation;
}

void execute(std::uint32_t correlation, char const* name, std::uint64_t ns, std::uint64_t node) {
  std::lock_guard const lock(gpu().mutex);
  if (gpu().kinds.count(cupti::kind_concurrent_kernel) == 0) return;
  cupti::Kernel kernel{};
  kernel.kind = cupti::kind_concurrent_kernel;
  kernel.start = gpu().clock();
  kernel.end = kernel.start + ns;
  if (ns == llmprof::tests::FakeGpu::no_times) kernel.start = kernel.end = 0;
  kernel.stream = 7;
  kernel.context = 1;
  kernel.correlation = correlation;
  kernel.name = name;
  kernel.graph_node = node;
  gpu().launched.push_back(kernel);
}

std::size_t size_of(cupti::Activity const& activity) {
  return activity.kind == cupti::kind_device ? sizeof(cupti::Device) : sizeof(cupti::Kernel);
}

template <class Record>
std::size_t put(std::uint8_t* buffer, std::size_t used, Record const& record) {
  std::memcpy(buffer + used, &record, sizeof(record));
  return used + sizeof(record);
}

cupti::Device the_device() {
  cupti::Device device{};
  device.kind = cupti::kind_device;
  device.processors = 4;
  device.name = "Fake GPU";
  return device;
}

bool is_finished(cupti::Kernel const& kernel) { return kernel.end <= gpu().clock(); }

/// Takes what is finished; @return bytes.
std::size_t fill(std::uint8_t* buffer, std::size_t size) {
  std::lock_guard const lock(gpu().mutex);
  std::size_t used = 0;
  if (!std::exchange(gpu().device_told, true)) used = put(buffer, used, the_device());
  auto& kernels = gpu().launched;
  for (auto kernel = kernels.begin(); kernel != kernels.end() && used + sizeof(*kernel) <= size;) {
    if (is_finished(*kernel)) {
      used = put(buffer, used, *kernel);
      kernel = kernels.erase(kernel);
    } else {
      ++kernel;
    }
  }
  return used;
}

}  // namespace

// --- What tests call ---

ENTRY void fake_launch(char const* name, std::uint64_t ns) { execute(call(launch_kernel), name, ns, 0); }

/// All nodes from `first` on, one after the other.
ENTRY void fake_graph_launch(char const* name, std::uint64_t ns, std::uint64_t first, std::uint64_t count) {
  std::uint32_t const correlation = call(graph_launch);
  for (std::uint64_t node = first; node < first + count; ++node) execute(correlation, name, ns, node);
}

ENTRY void fake_begin_capture() { call(begin_capture); }
ENTRY void fake_end_capture() { call(end_capture); }

/// A node is made, or cloned from another.
ENTRY void fake_node(std::uint64_t node, std::uint64_t original) {
  std::uint32_t const event = original == 0 ? +cupti::node_created : +cupti::node_cloned;
  if (!is_enabled(cupti::domain_resource, event)) return;
  cupti::GraphData graph{};
  std::memcpy(&graph.node, &node, sizeof(node));
  std::memcpy(&graph.original_node, &original, sizeof(original));
  cupti::ResourceData data{};
  data.descriptor = &graph;
  gpu().callback(nullptr, cupti::domain_resource, event, &data);
}

/// Another tool has it.
ENTRY void fake_take() {
  std::lock_guard const lock(gpu().mutex);
  gpu().taken = true;
}
ENTRY void fake_release() {
  std::lock_guard const lock(gpu().mutex);
  gpu().taken = false;
}

/// Whether a tool has subscribed, or records anything.
ENTRY int fake_is_watched() {
  std::lock_guard const lock(gpu().mutex);
  return gpu().callback != nullptr || gpu().kinds.count(cupti::kind_concurrent_kernel) != 0 ? 1 : 0;
}

ENTRY int fake_records_kernels() {
  std::lock_guard const lock(gpu().mutex);
  return static_cast<int>(gpu().kinds.count(cupti::kind_concurrent_kernel));
}

// --- What CUPTI has ---

ENTRY int cuptiGetVersion(std::uint32_t* version) {
  *version = static_cast<std::uint32_t>(number("LLMPROF_TEST_CUPTI_VERSION", 130001));
  return cupti::success;
}
ENTRY int cuptiGetResultString(int result, char const** text) {
  *text =
      result == cupti::multiple_subscribers ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED" : "FAKE_ERROR";
  return cupti::success;
}
ENTRY int cuptiSubscribe(void** subscriber, cupti::Callback callback, void*) {
  std::lock_guard const lock(gpu().mutex);
  if (int const result = number("LLMPROF_TEST_CUPTI_SUBSCRIBE", cupti::success); result != cupti::success)
    return result;
  if (gpu().taken || gpu().callback != nullptr) return cupti::multiple_subscribers;
  gpu().callback = callback;
  *subscriber = &gpu();
  return cupti::success;
}
ENTRY int cuptiUnsubscribe(void*) {
  std::lock_guard const lock(gpu().mutex);
  gpu().callback = nullptr;
  gpu().enabled.clear();
  return cupti::success;
}
ENTRY int cuptiEnableCallback(std::uint32_t enable, void*, std::uint32_t domain, std::uint32_t id) {
  std::lock_guard const lock(gpu().mutex);
  if (enable != 0) {
    gpu().enabled.insert({domain, id});
  } else {
    gpu().enabled.erase({domain, id});
  }
  return cupti::success;
}
ENTRY int cuptiGetCallbackName(std::uint32_t, std::uint32_t id, char const** name) {
  constexpr char const* names[] = {"",
                                   "cuLaunchKernel",
                                   "cuGraphLaunch",
                                   "cuStreamBeginCapture_v2",
                                   "cuStreamEndCapture",
                                   "cuMemAlloc_v2"};
  if (id > other) return 1;
  *name = names[id];
  return cupti::success;
}
ENTRY int cuptiActivitySetAttribute(int, std::size_t*, void*) { return cupti::success; }
ENTRY int cuptiActivityRegisterCallbacks(cupti::BufferRequested request, cupti::BufferCompleted complete) {
  if (int const result = number("LLMPROF_TEST_CUPTI_REGISTER", cupti::success); result != cupti::success)
    return result;
  gpu().request = request;
  gpu().complete = complete;
  return cupti::success;
}
ENTRY int cuptiActivityRegisterTimestampCallback(std::uint64_t (*clock)()) {
  gpu().clock = clock;
  return cupti::success;
}
ENTRY int cuptiActivityEnable(std::uint32_t kind) {
  std::lock_guard const lock(gpu().mutex);
  gpu().kinds.insert(kind);
  if (kind == cupti::kind_device) gpu().device_told = false;
  return cupti::success;
}
ENTRY int cuptiActivityDisable(std::uint32_t kind) {
  std::lock_guard const lock(gpu().mutex);
  gpu().kinds.erase(kind);
  return cupti::success;
}
ENTRY int cuptiActivityFlushAll(std::uint32_t) {
  for (;;) {
    std::uint8_t* buffer = nullptr;
    std::size_t size = 0;
    std::size_t most = 0;
    gpu().request(&buffer, &size, &most);
    std::size_t const used = fill(buffer, size);
    gpu().complete(nullptr, 0, buffer, size, used);
    if (used == 0) return cupti::success;
  }
}
ENTRY int cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid, cupti::Activity** record) {
  std::uint8_t* next = buffer;
  if (*record != nullptr) next = reinterpret_cast<std::uint8_t*>(*record) + size_of(**record);
  if (next >= buffer + valid) return 21;  // CUPTI_ERROR_MAX_LIMIT_REACHED is 12; any error ends the loop
  *record = reinterpret_cast<cupti::Activity*>(next);
  return cupti::success;
}
ENTRY int cuptiActivityGetNumDroppedRecords(void*, std::uint32_t, std::size_t* dropped) {
  *dropped = 0;
  return cupti::success;
}
ENTRY int cuptiGetGraphNodeId(void* node, std::uint64_t* id) {
  std::memcpy(id, &node, sizeof(*id));
  return cupti::success;
}
