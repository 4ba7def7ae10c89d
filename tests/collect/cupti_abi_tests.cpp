// SPDX-License-Identifier: MIT
// The layouts that the collector has written down, against CUPTI's own headers.
#include <cupti.h>

#include <catch2/catch_test_macros.hpp>
#include <cstddef>

#include "libllmprof/collect/cupti_abi.hpp"

namespace {

namespace ours = llmprof::cupti;

#define SAME(mine, my_field, theirs, their_field)                          \
  STATIC_CHECK(offsetof(mine, my_field) == offsetof(theirs, their_field)); \
  STATIC_CHECK(sizeof(mine::my_field) == sizeof(theirs::their_field))

#if CUPTI_API_VERSION >= 130000
using TheirKernel = CUpti_ActivityKernel10;
using TheirMemcpy = CUpti_ActivityMemcpy6;
using TheirSynchronization = CUpti_ActivitySynchronization2;
#else
using TheirKernel = CUpti_ActivityKernel9;
using TheirMemcpy = CUpti_ActivityMemcpy5;
using TheirSynchronization = CUpti_ActivitySynchronization;
#endif

}  // namespace

TEST_CASE("records of activities lie where CUPTI puts them") {
  SAME(ours::Kernel, registers, TheirKernel, registersPerThread);
  SAME(ours::Kernel, start, TheirKernel, start);
  SAME(ours::Kernel, end, TheirKernel, end);
  SAME(ours::Kernel, device, TheirKernel, deviceId);
  SAME(ours::Kernel, context, TheirKernel, contextId);
  SAME(ours::Kernel, stream, TheirKernel, streamId);
  STATIC_CHECK(offsetof(ours::Kernel, grid) == offsetof(TheirKernel, gridX));
  STATIC_CHECK(offsetof(ours::Kernel, block) == offsetof(TheirKernel, blockX));
  SAME(ours::Kernel, static_shared, TheirKernel, staticSharedMemory);
  SAME(ours::Kernel, dynamic_shared, TheirKernel, dynamicSharedMemory);
  SAME(ours::Kernel, local_per_thread, TheirKernel, localMemoryPerThread);
  SAME(ours::Kernel, correlation, TheirKernel, correlationId);
  SAME(ours::Kernel, grid_id, TheirKernel, gridId);
  SAME(ours::Kernel, name, TheirKernel, name);
  SAME(ours::Kernel, graph_node, TheirKernel, graphNodeId);

  SAME(ours::Memcpy, copy_kind, TheirMemcpy, copyKind);
  SAME(ours::Memcpy, destination_kind, TheirMemcpy, dstKind);
  SAME(ours::Memcpy, bytes, TheirMemcpy, bytes);
  SAME(ours::Memcpy, start, TheirMemcpy, start);
  SAME(ours::Memcpy, correlation, TheirMemcpy, correlationId);
  SAME(ours::Memcpy, graph_node, TheirMemcpy, graphNodeId);

  SAME(ours::Memset, value, CUpti_ActivityMemset4, value);
  SAME(ours::Memset, bytes, CUpti_ActivityMemset4, bytes);
  SAME(ours::Memset, memory_kind, CUpti_ActivityMemset4, memoryKind);
  SAME(ours::Memset, graph_node, CUpti_ActivityMemset4, graphNodeId);

  SAME(ours::GraphTrace, correlation, CUpti_ActivityGraphTrace2, correlationId);
  SAME(ours::GraphTrace, start, CUpti_ActivityGraphTrace2, start);
  SAME(ours::GraphTrace, end, CUpti_ActivityGraphTrace2, end);
  SAME(ours::GraphTrace, device, CUpti_ActivityGraphTrace2, deviceId);
  SAME(ours::GraphTrace, graph, CUpti_ActivityGraphTrace2, graphId);
  SAME(ours::GraphTrace, context, CUpti_ActivityGraphTrace2, contextId);
  SAME(ours::GraphTrace, stream, CUpti_ActivityGraphTrace2, streamId);

  SAME(ours::Synchronization, type, TheirSynchronization, type);
  SAME(ours::Synchronization, start, TheirSynchronization, start);
  SAME(ours::Synchronization, end, TheirSynchronization, end);
  SAME(ours::Synchronization, correlation, TheirSynchronization, correlationId);
  SAME(ours::Synchronization, context, TheirSynchronization, contextId);
  SAME(ours::Synchronization, stream, TheirSynchronization, streamId);
  SAME(ours::Synchronization, event, TheirSynchronization, cudaEventId);

  SAME(ours::Device, memory_bandwidth, CUpti_ActivityDevice5, globalMemoryBandwidth);
  SAME(ours::Device, l2_size, CUpti_ActivityDevice5, l2CacheSize);
  SAME(ours::Device, clock, CUpti_ActivityDevice5, coreClockRate);
  SAME(ours::Device, processors, CUpti_ActivityDevice5, numMultiprocessors);
  SAME(ours::Device, major, CUpti_ActivityDevice5, computeCapabilityMajor);
  SAME(ours::Device, id, CUpti_ActivityDevice5, id);
  SAME(ours::Device, uuid, CUpti_ActivityDevice5, uuid);
  SAME(ours::Device, name, CUpti_ActivityDevice5, name);
}

TEST_CASE("data of callbacks lie where CUPTI puts them, and numbers are the same") {
  SAME(ours::CallbackData, site, CUpti_CallbackData, callbackSite);
  SAME(ours::CallbackData, correlation, CUpti_CallbackData, correlationId);
  SAME(ours::ResourceData, descriptor, CUpti_ResourceData, resourceDescriptor);
  SAME(ours::GraphData, node, CUpti_GraphData, node);
  SAME(ours::GraphData, original_node, CUpti_GraphData, originalNode);

  STATIC_CHECK(+ours::kind_memcpy == CUPTI_ACTIVITY_KIND_MEMCPY);
  STATIC_CHECK(+ours::kind_memset == CUPTI_ACTIVITY_KIND_MEMSET);
  STATIC_CHECK(+ours::kind_device == CUPTI_ACTIVITY_KIND_DEVICE);
  STATIC_CHECK(+ours::kind_synchronization == CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
  STATIC_CHECK(+ours::kind_graph_trace == CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
  STATIC_CHECK(+ours::kind_concurrent_kernel == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  STATIC_CHECK(+ours::attribute_zeroed_buffers == CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER);
  STATIC_CHECK(+ours::domain_driver == CUPTI_CB_DOMAIN_DRIVER_API);
  STATIC_CHECK(+ours::domain_resource == CUPTI_CB_DOMAIN_RESOURCE);
  STATIC_CHECK(+ours::node_created == CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED);
  STATIC_CHECK(+ours::node_cloned == CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED);
  STATIC_CHECK(+ours::site_enter == CUPTI_API_ENTER);
  STATIC_CHECK(+ours::multiple_subscribers == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
  STATIC_CHECK(+ours::max_limit_reached == CUPTI_ERROR_MAX_LIMIT_REACHED);
}
