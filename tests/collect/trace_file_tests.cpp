// SPDX-License-Identifier: MIT
#include "libllmprof/collect/trace_file.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <set>

#include "llmprof/parse/nsys_sqlite.hpp"
#include "support/spool_maker.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using namespace llmprof::tests;

namespace {

Trace trace_of(SpoolRecords const& records) {
  TemporaryFolder const folder;
  SpoolMaker spool(folder / "1-1-0.spool");
  spool.chunk(records);
  static_cast<void>(write_trace_file(folder.path(), folder / "trace.sqlite"));
  return read_nsys_sqlite(folder / "trace.sqlite");
}

SpoolRecords kernel_on(spool::DeviceRecord const& device) {
  return SpoolRecords().thread(7).name(6, "NVIDIA H200").add(spool::Kind::device, device).kernel(10, 5, 1, 6);
}

}  // namespace

TEST_CASE("a start/end range that was open when a window ended, ended with it", "[trace_file]") {
  SpoolRecords records;
  records.thread(7).name(1, "request").window(100, true).start(110, 1, 5).start(120, 1, 6).end(150, 6);
  records.window(200, false).window(1000, true).end(1100, 5).window(1200, false).kernel(1050, 5, 1, 1);
  Trace const trace = trace_of(records);
  std::set<std::int64_t> walls;
  for (Range const& range : trace.ranges) walls.insert(range.end - range.start);
  CHECK(walls == std::set<std::int64_t>{30, 90});
}

TEST_CASE("a device has the figures of its record, in base units", "[trace_file]") {
  Trace const trace = trace_of(kernel_on({.bandwidth_kb = 4'800'000'000,
                                          .memory_bytes = 150'000'000'000,
                                          .clock_khz = 1'980'000,
                                          .processors = 132,
                                          .major = 9,
                                          .name = 6}));
  REQUIRE(trace.devices.size() == 1);
  Device const& device = trace.devices[0];
  CHECK(device.name == "NVIDIA H200");
  CHECK(device.memory_bandwidth == 4'800'000'000'000);
  CHECK(device.memory_bytes == 150'000'000'000);
  CHECK(device.clock_hz == 1'980'000'000);
  CHECK(device.sm_count == 132);
  CHECK(device.compute_major == 9);
  CHECK(device.compute_minor == 0);
}

TEST_CASE("figures that a device cannot have are unknown", "[trace_file]") {
  Trace const trace = trace_of(kernel_on(
      {.bandwidth_kb = UINT64_MAX / 1000, .memory_bytes = UINT64_MAX, .major = UINT32_MAX, .minor = 1000}));
  REQUIRE(trace.devices.size() == 1);
  Device const& device = trace.devices[0];
  CHECK_FALSE(device.memory_bandwidth.has_value());
  CHECK_FALSE(device.memory_bytes.has_value());
  CHECK_FALSE(device.clock_hz.has_value());
  CHECK_FALSE(device.sm_count.has_value());
  CHECK_FALSE(device.compute_major.has_value());
  CHECK_FALSE(device.compute_minor.has_value());
}
