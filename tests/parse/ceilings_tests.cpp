// SPDX-License-Identifier: MIT
#include "llmprof/parse/ceilings.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/error.hpp"
#include "llmprof/report/ceilings_json.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

Ceilings sample() {
  Ceilings ceilings;
  ceilings.device.name = "NVIDIA H200";
  ceilings.device.uuid = "GPU-01234567-89ab-cdef-0123-456789abcdef";
  ceilings.device.compute_major = 9;
  ceilings.device.compute_minor = 0;
  ceilings.device.sm_count = 132;
  ceilings.device.clock_hz = 1980000000;
  ceilings.bandwidth = MeasuredRate{4.02e12, 4.0e12, 20};
  ceilings.flops[DataType::bf16] = {7.421e14, 7.1e14, 20};
  ceilings.flops[DataType::fp8] = {1.4e15, 1.3e15, 20};
  return ceilings;
}

}  // namespace

TEST_CASE("Ceilings read back as they were written") {
  TemporaryFolder const folder;
  Ceilings const written = sample();
  write_ceilings(written, folder / "ceilings.json");
  Ceilings const read = read_ceilings_file(folder / "ceilings.json");
  CHECK(read.device.name == written.device.name);
  CHECK(read.device.uuid == written.device.uuid);
  CHECK(read.device.compute_major == 9);
  CHECK(read.device.sm_count == 132);
  CHECK(read.device.clock_hz == 1980000000);
  CHECK_FALSE(read.device.memory_bandwidth.has_value());
  CHECK(read.bandwidth == written.bandwidth);
  CHECK(read.flops == written.flops);
}

TEST_CASE("What was not measured reads back as absent") {
  Ceilings const read = read_ceilings(to_json(Ceilings()));
  CHECK(read.device.name.empty());
  CHECK_FALSE(read.bandwidth.has_value());
  CHECK(read.flops.empty());
}

TEST_CASE("What are no ceilings is refused with its place") {
  struct Bad {
    char const* text;
    char const* why;
  };
  auto const bad = GENERATE(
      Bad{"", "my.json"}, Bad{"[]", "my.json"}, Bad{R"({"schema":"llmprof.profile/1"})", "llmprof.profile/1"},
      Bad{R"({"schema":"llmprof.ceilings/2","device":{},"flops":{}})", "llmprof.ceilings/2"},
      Bad{R"({"schema":"llmprof.ceilings/1","flops":{}})", "device"},
      Bad{R"({"schema":"llmprof.ceilings/1","device":{}})", "flops"},
      Bad{R"({"schema":"llmprof.ceilings/1","device":{},"flops":{"bf17":{}}})", "'bf17' is no type of data"},
      Bad{R"({"schema":"llmprof.ceilings/1","device":{},"flops":{"bf16":{"best":0,"median":1,"samples":1}}})",
          "expected a rate above zero"},
      Bad{R"({"schema":"llmprof.ceilings/1","device":{},"flops":{},"bandwidth":{"best":1}})", "median"},
      Bad{R"({"schema":"llmprof.ceilings/1","device":{"sm_count":-1},"flops":{}})", "sm_count"});
  CAPTURE(bad.text);
  CHECK_THROWS_AS((void)read_ceilings(bad.text, "my.json"), ParseError);
  CHECK_THROWS_WITH((void)read_ceilings(bad.text, "my.json"), ContainsSubstring(bad.why));
}

TEST_CASE("A file of ceilings that is not there is an error of reading") {
  CHECK_THROWS_AS((void)read_ceilings_file("/no/such/ceilings.json"), IoError);
}

TEST_CASE("Ceilings come before derived peaks, and leave others alone") {
  GpuSpec gpu;
  gpu.measured_flops[DataType::tf32] = 1e12;
  apply_ceilings(sample(), gpu);
  CHECK(gpu.measured_bandwidth == 4.02e12);
  CHECK(gpu.measured_flops == std::map<DataType, double>{{DataType::tf32, 1e12},
                                                         {DataType::bf16, 7.421e14},
                                                         {DataType::fp8, 1.4e15}});
  apply_ceilings(Ceilings(), gpu);
  CHECK(gpu.measured_bandwidth == 4.02e12);
}

TEST_CASE("Ceilings are those of the same GPU or the same product") {
  Ceilings const ceilings = sample();
  Device device;
  CHECK_FALSE(are_ceilings_of(ceilings, device));
  CHECK_FALSE(are_ceilings_of(Ceilings(), device));
  device.uuid = "01234567-89ab-cdef-0123-456789abcdef";
  CHECK(are_ceilings_of(ceilings, device));
  device.uuid = "GPU-ffffffff-89ab-cdef-0123-456789abcdef";
  CHECK_FALSE(are_ceilings_of(ceilings, device));
  device.name = "NVIDIA H200";
  CHECK(are_ceilings_of(ceilings, device));
  device.sm_count = 60;
  CHECK_FALSE(are_ceilings_of(ceilings, device));
}
