// SPDX-License-Identifier: MIT
// Device records come from CUPTI's activity buffers; which thread launched them, and when, from callbacks on
// the driver's launch functions alone: records of API calls would cost every call of the process.
#include "libllmprof/collect/cupti_recorder.hpp"

#include <pthread.h>
#include <signal.h>  // NOLINT: no C++ library
#include <stdio.h>   // NOLINT
#include <stdlib.h>  // NOLINT
#include <string.h>  // NOLINT
#include <sys/mman.h>

#include "libllmprof/collect/callback_timer.hpp"
#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/chunk_writer.hpp"
#include "libllmprof/collect/cupti_library.hpp"
#include "libllmprof/collect/libc_only.hpp"
#include "libllmprof/collect/name_table.hpp"
#include "libllmprof/collect/window.hpp"

namespace llmprof::collect {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{512} << 10U;
constexpr long flush_every_ns = 100'000'000;
constexpr std::uint32_t most_callbacks = 2048;

cupti::Functions functions{};  // NOLINT
void* subscriber = nullptr;    // NOLINT
pid_t owner = 0;               // NOLINT: the process that attached; a forked child has no CUPTI
bool attached = false;         // NOLINT
bool activities_on = false;    // NOLINT: under the window's lock

bool is_attached_here() noexcept { return load(attached) && owner == ::getpid(); }

/// What is recorded beside kernels.
constexpr std::uint32_t further_kinds[] = {cupti::kind_memcpy, cupti::kind_memset,
                                           cupti::kind_synchronization};

// --- Buffers: zeroed, as CUPTI is told they are, and used again ---

struct Pool {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  void* first = nullptr;  ///< Each free buffer begins with a pointer to the next.
};
Pool pool;  // NOLINT

std::uint8_t* take_buffer() noexcept {
  {
    Lock const lock(pool.mutex);
    if (void* const buffer = pool.first) {
      ::memcpy(&pool.first, buffer, sizeof(void*));
      ::memset(buffer, 0, sizeof(void*));
      return static_cast<std::uint8_t*>(buffer);
    }
  }
  void* const fresh = ::mmap(nullptr, buffer_bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return fresh == MAP_FAILED ? nullptr : static_cast<std::uint8_t*>(fresh);
}

void give_buffer_back(std::uint8_t* buffer, std::size_t used) noexcept {
  ::memset(buffer, 0, used);
  Lock const lock(pool.mutex);
  ::memcpy(buffer, &pool.first, sizeof(void*));
  pool.first = buffer;
}

// --- What is left out ---

// Of windows alone: which launches are in them, each at its own place, and whether the device has answered.
constexpr std::size_t remembered_launches = std::size_t{1} << 20U;
constexpr std::uint64_t answered = std::uint64_t{1} << 32U;  // beside the correlation id
std::uint64_t launched[remembered_launches];                 // NOLINT: zero pages until used
std::uint64_t launches = 0;                                  // NOLINT
std::uint64_t answers = 0;                                   // NOLINT
std::uint64_t switched_off = 0;                              // NOLINT: time

void remember_launch(std::uint32_t correlation) noexcept {
  if (!is_limited()) return;
  store(launched[correlation % remembered_launches], std::uint64_t{correlation});
  add(launches, 1);
}

/// CUPTI delivers also what was submitted outside the windows while it was on.
bool was_launched_outside(std::uint32_t correlation) noexcept {
  if (!is_limited()) return false;
  std::uint64_t& place = launched[correlation % remembered_launches];
  std::uint64_t const there = load(place);
  if (static_cast<std::uint32_t>(there) != correlation || there == 0) {
    add(spool_header()->outside_windows, 1);
    return true;
  }
  if (there < answered) {
    store(place, there | answered);
    add(answers, 1);
  }
  return false;
}

/// Of a kernel in a graph that still ran when kernel records were switched off, the end is that of a later
/// replay.
bool was_cut_off(std::uint64_t begin, std::uint64_t end) noexcept {
  std::uint64_t const off = load(switched_off);
  if (off == 0 || begin >= off || end <= off) return false;
  add(spool_header()->cut_off, 1);
  return true;
}

/// CUPTI writes 0 for times that it could not have: after a device-side assert, say.
bool has_no_time(std::uint64_t begin, std::uint64_t end) noexcept {
  if (begin != 0 && end != 0) return false;
  add(spool_header()->without_time, 1);
  return true;
}

template <class Operation>
bool is_left_out(Operation const& operation) noexcept {
  return was_launched_outside(operation.correlation) || has_no_time(operation.start, operation.end) ||
         was_cut_off(operation.start, operation.end);
}

// --- Records ---

/// When and where the device worked, which every kind of operation has.
template <class To, class From>
void fill_operation(To& to, From const& from) noexcept {
  to.correlation = from.correlation;
  to.begin = from.start;
  to.end = from.end;
  to.device = from.device;
  to.context = from.context;
  to.stream = from.stream;
}

void record_kernel(cupti::Kernel const& from) noexcept {
  if (is_left_out(from)) return;
  std::uint32_t const name = name_id(from.name);
  write<spool::KernelRecord>(spool::Kind::kernel, [&](spool::KernelRecord& to) {
    fill_operation(to, from);
    to.graph_node = from.graph_node;
    to.grid_id = from.grid_id;
    to.name = name;
    ::memcpy(to.grid, from.grid, sizeof(to.grid));
    ::memcpy(to.block, from.block, sizeof(to.block));
    to.static_shared = from.static_shared;
    to.dynamic_shared = from.dynamic_shared;
    to.local_per_thread = from.local_per_thread;
    to.registers = from.registers;
  });
}

template <class From>
void fill_memory(spool::MemoryRecord& to, From const& from) noexcept {
  fill_operation(to, from);
  to.bytes = from.bytes;
  to.graph_node = from.graph_node;
}

void record_copy(cupti::Memcpy const& from) noexcept {
  if (is_left_out(from)) return;
  write<spool::MemoryRecord>(spool::Kind::copy, [&](spool::MemoryRecord& to) {
    fill_memory(to, from);
    to.memory = from.copy_kind | static_cast<std::uint32_t>(from.source_kind) << 8U |
                static_cast<std::uint32_t>(from.destination_kind) << 16U;
    to.value = 0;
  });
}

void record_set(cupti::Memset const& from) noexcept {
  if (is_left_out(from)) return;
  write<spool::MemoryRecord>(spool::Kind::set, [&](spool::MemoryRecord& to) {
    fill_memory(to, from);
    to.memory = from.memory_kind;
    to.value = from.value;
  });
}

void record_device(cupti::Device const& from) noexcept {
  std::uint32_t const name = name_id(from.name);
  constexpr auto size = sizeof(spool::DeviceRecord);
  write_lasting<spool::DeviceRecord>(spool::Kind::device, size, [&](spool::DeviceRecord& to) {
    to.device = from.id;
    to.bandwidth_kb = from.memory_bandwidth;
    to.memory_bytes = from.memory_size;
    to.l2_bytes = from.l2_size;
    to.clock_khz = from.clock;
    to.processors = from.processors;
    to.major = from.major;
    to.minor = from.minor;
    to.name = name;
    ::memcpy(to.uuid, from.uuid, sizeof(to.uuid));
  });
}

void record_graph(cupti::GraphTrace const& from) noexcept {
  if (is_left_out(from)) return;
  write<spool::GraphRecord>(spool::Kind::graph, [&](spool::GraphRecord& to) {
    fill_operation(to, from);
    to.graph = from.graph;
  });
}

void record_wait(cupti::Synchronization const& from) noexcept {
  if (has_no_time(from.start, from.end)) return;
  write<spool::WaitRecord>(spool::Kind::wait, [&](spool::WaitRecord& to) {
    to.correlation = from.correlation;
    to.begin = from.start;
    to.end = from.end;
    to.type = from.type;
    to.context = from.context;
    to.stream = from.stream;
    to.event = from.event;
  });
}

void record(cupti::Activity const& activity) noexcept {
  switch (activity.kind) {
    case cupti::kind_concurrent_kernel:
      return record_kernel(reinterpret_cast<cupti::Kernel const&>(activity));
    case cupti::kind_memcpy: return record_copy(reinterpret_cast<cupti::Memcpy const&>(activity));
    case cupti::kind_memset: return record_set(reinterpret_cast<cupti::Memset const&>(activity));
    case cupti::kind_graph_trace: return record_graph(reinterpret_cast<cupti::GraphTrace const&>(activity));
    case cupti::kind_synchronization:
      return record_wait(reinterpret_cast<cupti::Synchronization const&>(activity));
    case cupti::kind_device: return record_device(reinterpret_cast<cupti::Device const&>(activity));
    default: add(spool_header()->unknown_records, 1);
  }
}

void buffer_requested(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) noexcept {
  *buffer = take_buffer();
  *size = *buffer == nullptr ? 0 : buffer_bytes;
  *most_records = 0;
}

void buffer_completed(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t,
                      std::size_t valid) noexcept {
  std::uint64_t const begin = now();
  spool::Header& header = *spool_header();
  std::uint64_t count = 0;
  cupti::Activity* activity = nullptr;
  while (functions.activity_get_next_record(buffer, valid, &activity) == cupti::success) {
    record(*activity);
    ++count;
  }
  std::size_t dropped = 0;
  functions.activity_get_num_dropped(context, stream, &dropped);
  if (buffer != nullptr) give_buffer_back(buffer, valid);
  add(header.device_records, count);
  add(header.cupti_dropped, dropped);
  add(header.flush_ns, now() - begin);
}

// --- Callbacks on the launching thread ---

std::uint64_t node_id(void* node) noexcept {
  std::uint64_t id = 0;
  return node != nullptr && functions.get_graph_node_id(node, &id) == cupti::success ? id : 0;
}

void on_graph_node(std::uint32_t event, cupti::GraphData const& graph) noexcept {
  std::uint64_t const node = node_id(graph.node);
  std::uint64_t const original = event == cupti::node_cloned ? node_id(graph.original_node) : 0;
  if (node == 0) return;
  write<spool::GraphNodeRecord>(spool::Kind::graph_node, [&](spool::GraphNodeRecord& to) {
    to.time = now();
    to.node = node;
    to.original = original;
  });
}

/// What a driver call is to us.
enum class Role : std::uint8_t { none, submits, begins_capture, ends_capture };
Role roles[most_callbacks];  // NOLINT: by CUPTI's number

void on_callback(void*, std::uint32_t domain, std::uint32_t id, void const* data) noexcept {
  CallbackTimer const timer;
  if (domain == cupti::domain_resource) {
    auto const* resource = static_cast<cupti::ResourceData const*>(data);
    return on_graph_node(id, *static_cast<cupti::GraphData const*>(resource->descriptor));
  }
  auto const& call = *static_cast<cupti::CallbackData const*>(data);
  if (call.site != cupti::site_enter) return;
  Role const role = roles[id % most_callbacks];
  if (role == Role::begins_capture) begin_capture();
  if (role == Role::ends_capture) end_capture();
  std::uint64_t const time = now();  // and then whether it is in a window
  if (role == Role::submits) {
    if (!is_recording()) return;
    remember_launch(call.correlation);
  }
  write<spool::LaunchRecord>(spool::Kind::launch, [&](spool::LaunchRecord& to) {
    to.correlation = call.correlation;
    to.time = time;
    to.call = id;
    to.padding = 0;
  });
}

bool begins_with(char const* text, char const* with) noexcept {
  return ::strncmp(text, with, ::strlen(with)) == 0;
}

Role role_of(char const* name) noexcept {
  constexpr char const* submitting[] = {
      "cuLaunchKernel", "cuLaunchCooperativeKernel", "cuLaunchGrid", "cuGraphLaunch", "cuMemcpy", "cuMemset"};
  if (begins_with(name, "cuStreamBeginCapture")) return Role::begins_capture;
  if (begins_with(name, "cuStreamEndCapture")) return Role::ends_capture;
  for (char const* const begin : submitting) {
    if (begins_with(name, begin)) return Role::submits;
  }
  return ::strcmp(name, "cuLaunch") == 0 ? Role::submits : Role::none;
}

/// The callbacks that are on for good: graphs are captured before a window opens, too.
void enable_callbacks() noexcept {
  for (std::uint32_t id = 1; id < most_callbacks; ++id) {
    char const* name = nullptr;
    if (functions.get_callback_name(cupti::domain_driver, id, &name) != cupti::success) continue;
    if (name == nullptr) continue;
    roles[id] = role_of(name);
    if (roles[id] == Role::none) continue;
    std::uint32_t const number = name_id(name);
    write_lasting<spool::ApiRecord>(spool::Kind::api, sizeof(spool::ApiRecord), [&](spool::ApiRecord& to) {
      to.call = id;
      to.name = number;
      to.padding = 0;
    });
    if (roles[id] != Role::submits) functions.enable_callback(1, subscriber, cupti::domain_driver, id);
  }
  functions.enable_callback(1, subscriber, cupti::domain_resource, cupti::node_created);
  functions.enable_callback(1, subscriber, cupti::domain_resource, cupti::node_cloned);
}

void enable_launch_callbacks(bool on) noexcept {
  for (std::uint32_t id = 1; id < most_callbacks; ++id) {
    if (roles[id] == Role::submits) functions.enable_callback(on, subscriber, cupti::domain_driver, id);
  }
}

// --- Attaching ---

bool failed(char const* what, int result) noexcept {
  if (result == cupti::success) return false;
  spool::Header& header = *spool_header();
  char const* text = nullptr;
  functions.get_result_string(result, &text);
  bool const taken = result == cupti::max_limit_reached || result == cupti::multiple_subscribers;
  ::snprintf(header.cupti_message, sizeof(header.cupti_message), "%s failed: %s (%d)%s", what,
             text == nullptr ? "unknown" : text, result,
             taken ? "; another profiler (torch.profiler, Proton, Nsight, a debugger) has CUPTI" : "");
  header.cupti = spool::Attach::failed;
  return true;
}

/// @pre the window's lock is held, here and below
bool start_activities() noexcept {
  if (activities_on) return true;
  if (failed("cuptiActivityEnable(CONCURRENT_KERNEL)",
             functions.activity_enable(cupti::kind_concurrent_kernel))) {
    return false;
  }
  for (std::uint32_t const kind : further_kinds) functions.activity_enable(kind);
  enable_launch_callbacks(true);
  activities_on = true;
  return true;
}

void stop_activities() noexcept {
  if (!activities_on) return;
  activities_on = false;
  functions.activity_flush_all(0);
  store(switched_off, now());
  enable_launch_callbacks(false);
  for (std::uint32_t const kind : further_kinds) functions.activity_disable(kind);
  functions.activity_disable(cupti::kind_concurrent_kernel);
}

bool subscribe() noexcept {
  if (failed("cuptiSubscribe", functions.subscribe(&subscriber, on_callback, nullptr))) return false;
  std::uint8_t zeroed = 1;
  std::size_t size = sizeof(zeroed);
  functions.activity_set_attribute(cupti::attribute_zeroed_buffers, &size, &zeroed);
  if (failed("cuptiActivityRegisterTimestampCallback",
             functions.activity_register_timestamp_callback([]() noexcept { return now(); }))) {
    return false;
  }
  if (failed("cuptiActivityRegisterCallbacks",
             functions.activity_register_callbacks(buffer_requested, buffer_completed))) {
    return false;
  }
  enable_callbacks();
  functions.activity_enable(cupti::kind_device);
  return true;
}

/// Else it is taken: for others, and for the next try of ours.
void leave_cupti() noexcept {
  if (subscriber != nullptr) functions.unsubscribe(subscriber);
  subscriber = nullptr;
}

/// @pre nobody changes what is recorded meanwhile
bool start_recording(bool whole_graphs) noexcept {
  if (is_recording() && !start_activities()) return false;
  // For good, from the start: a graph that was made under the one kind crashes under the other.
  return !whole_graphs ||
         !failed("cuptiActivityEnable(GRAPH_TRACE)", functions.activity_enable(cupti::kind_graph_trace));
}

/// What a killed process loses is what the device finished since the last flush.
void* flush_for_ever(void*) noexcept {
  for (;;) {
    timespec const pause{.tv_sec = 0, .tv_nsec = flush_every_ns};
    ::nanosleep(&pause, nullptr);
    check_window_time();
    rest_between_windows();
    flush_device();
  }
}

void flush_at_exit() noexcept {
  if (is_attached_here()) functions.activity_flush_all(1);
}

}  // namespace

bool attach_cupti(bool whole_graphs) noexcept {
  if (spool_header() == nullptr || is_attached_here()) return false;
  owner = ::getpid();
  spool::Header& header = *spool_header();
  if (char const* const why = open_cupti(functions, header.cupti_version)) {
    header.cupti = spool::Attach::failed;
    ::snprintf(header.cupti_message, sizeof(header.cupti_message), "%s", why);
    return false;
  }
  bool const subscribed = subscribe();
  lock_window();
  bool const started = subscribed && start_recording(whole_graphs);
  store(attached, started);
  if (!started) stop_activities();
  unlock_window();
  if (!started) {
    leave_cupti();
    return false;
  }
  header.cupti = spool::Attach::attached;
  header.cupti_message[0] = '\0';
  return true;
}

void detach_cupti() noexcept {
  if (!is_attached_here()) return;
  lock_window();
  stop_activities();
  store(attached, false);
  unlock_window();
  functions.activity_flush_all(0);
  leave_cupti();
  spool_header()->cupti = spool::Attach::none;
}

void set_device_recording(bool on) noexcept {
  if (!is_attached_here()) return;
  if (on) {
    start_activities();
  } else {
    stop_activities();
  }
}

bool is_device_behind() noexcept { return is_attached_here() && load(answers) < load(launches); }

void flush_device() noexcept {
  if (is_attached_here()) functions.activity_flush_all(0);
}

void flush_device_regularly() noexcept {
  ::atexit(flush_at_exit);
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // the workload's signals are not for our thread
  pthread_t thread{};
  if (::pthread_create(&thread, nullptr, flush_for_ever, nullptr) == 0) ::pthread_detach(thread);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace llmprof::collect
