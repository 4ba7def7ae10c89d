// SPDX-License-Identifier: MIT
// The part of CUPTI's binary interface that the collector uses, written down from its documentation, so that
// it builds without CUPTI and runs with 12.x and 13.x: the fields below lie at the same place in both (kernel
// records 9 and 10, copies 5 and 6, sets 4, devices 4 and 5). A test compares every offset with the installed
// headers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace llmprof::cupti {

enum : int { success = 0, max_limit_reached = 12, multiple_subscribers = 39 };
enum : std::uint32_t {
  kind_memcpy = 1,
  kind_memset = 2,
  kind_device = 8,
  kind_concurrent_kernel = 10,
  kind_synchronization = 38,
  kind_graph_trace = 51
};
enum : int { attribute_zeroed_buffers = 5 };
enum : std::uint32_t { domain_driver = 1, domain_resource = 3 };
enum : std::uint32_t { node_created = 13, node_cloned = 20 };
enum : std::uint32_t { site_enter = 0 };

struct __attribute__((packed, aligned(8))) Activity {
  std::uint32_t kind;
};

struct __attribute__((packed, aligned(8))) Kernel {
  std::uint32_t kind;
  std::uint8_t cache_config;
  std::uint8_t shared_memory_config;
  std::uint16_t registers;
  std::uint32_t partition[2];
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t completed;
  std::uint32_t device;
  std::uint32_t context;
  std::uint32_t stream;
  std::int32_t grid[3];
  std::int32_t block[3];
  std::int32_t static_shared;
  std::int32_t dynamic_shared;
  std::uint32_t local_per_thread;
  std::uint32_t local_total;
  std::uint32_t correlation;
  std::int64_t grid_id;
  char const* name;
  void* reserved;
  std::uint64_t queued;
  std::uint64_t submitted;
  std::uint8_t launch_type;
  std::uint8_t more[7];
  std::uint64_t graph_node;
};
static_assert(offsetof(Kernel, start) == 16 && offsetof(Kernel, correlation) == 92 &&
              offsetof(Kernel, name) == 104 && offsetof(Kernel, graph_node) == 144);

struct __attribute__((packed, aligned(8))) Memcpy {
  std::uint32_t kind;
  std::uint8_t copy_kind;
  std::uint8_t source_kind;
  std::uint8_t destination_kind;
  std::uint8_t flags;
  std::uint64_t bytes;
  std::uint64_t start;
  std::uint64_t end;
  std::uint32_t device;
  std::uint32_t context;
  std::uint32_t stream;
  std::uint32_t correlation;
  std::uint32_t runtime_correlation;
  std::uint32_t pad;
  void* reserved;
  std::uint64_t graph_node;
};
static_assert(offsetof(Memcpy, correlation) == 44 && offsetof(Memcpy, graph_node) == 64);

struct __attribute__((packed, aligned(8))) Memset {
  std::uint32_t kind;
  std::uint32_t value;
  std::uint64_t bytes;
  std::uint64_t start;
  std::uint64_t end;
  std::uint32_t device;
  std::uint32_t context;
  std::uint32_t stream;
  std::uint32_t correlation;
  std::uint16_t flags;
  std::uint16_t memory_kind;
  std::uint32_t pad;
  void* reserved;
  std::uint64_t graph_node;
};
static_assert(offsetof(Memset, memory_kind) == 50 && offsetof(Memset, graph_node) == 64);

/// One replay of a whole graph.
struct __attribute__((packed, aligned(8))) GraphTrace {
  std::uint32_t kind;
  std::uint32_t correlation;
  std::uint64_t start;
  std::uint64_t end;
  std::uint32_t device;
  std::uint32_t graph;
  std::uint32_t context;
  std::uint32_t stream;
};

/// A host call that waited. The older of its two layouts ends behind `event`.
struct __attribute__((packed, aligned(8))) Synchronization {
  std::uint32_t kind;
  std::uint32_t type;
  std::uint64_t start;
  std::uint64_t end;
  std::uint32_t correlation;
  std::uint32_t context;
  std::uint32_t stream;
  std::uint32_t event;
};

struct __attribute__((packed, aligned(8))) Device {
  std::uint32_t kind;
  std::uint32_t flags;
  std::uint64_t memory_bandwidth;  ///< Kbytes/s.
  std::uint64_t memory_size;
  std::uint32_t constant_memory;
  std::uint32_t l2_size;
  std::uint32_t warp;
  std::uint32_t clock;  ///< kHz.
  std::uint32_t copy_engines;
  std::uint32_t processors;
  std::uint32_t limits[14];
  std::uint32_t major;
  std::uint32_t minor;
  std::uint32_t id;
  std::uint32_t ecc;
  std::uint8_t uuid[16];
  char const* name;
};
static_assert(offsetof(Device, clock) == 36 && offsetof(Device, major) == 104 &&
              offsetof(Device, name) == 136);

struct CallbackData {
  std::uint32_t site;
  char const* function;
  void const* parameters;
  void* result;
  char const* symbol;
  void* context;
  std::uint32_t context_uid;
  std::uint64_t* correlation_data;
  std::uint32_t correlation;
};
static_assert(offsetof(CallbackData, correlation) == 64);

struct ResourceData {
  void* context;
  void* handle;
  void* descriptor;
};

struct GraphData {
  void* graph;
  void* original_graph;
  void* node;
  void* original_node;
};

using Callback = void (*)(void* user, std::uint32_t domain, std::uint32_t id, void const* data);
using BufferRequested = void (*)(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records);
using BufferCompleted = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t size,
                                 std::size_t valid);

/// The entry points, found by name at run time.
struct Functions {
  int (*get_version)(std::uint32_t*);
  int (*get_result_string)(int, char const**);
  int (*subscribe)(void** subscriber, Callback, void* user);
  int (*unsubscribe)(void* subscriber);
  int (*enable_callback)(std::uint32_t enable, void* subscriber, std::uint32_t domain, std::uint32_t id);
  int (*get_callback_name)(std::uint32_t domain, std::uint32_t id, char const**);
  int (*activity_set_attribute)(int attribute, std::size_t* size, void* value);
  int (*activity_register_callbacks)(BufferRequested, BufferCompleted);
  int (*activity_register_timestamp_callback)(std::uint64_t (*)());
  int (*activity_enable)(std::uint32_t kind);
  int (*activity_disable)(std::uint32_t kind);
  int (*activity_flush_all)(std::uint32_t flag);
  int (*activity_get_next_record)(std::uint8_t* buffer, std::size_t valid, Activity** record);
  int (*activity_get_num_dropped)(void* context, std::uint32_t stream, std::size_t* dropped);
  int (*get_graph_node_id)(void* node, std::uint64_t* id);
};

}  // namespace llmprof::cupti
