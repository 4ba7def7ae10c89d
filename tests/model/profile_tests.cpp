// SPDX-License-Identifier: MIT
#include "llmprof/model/profile.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "llmprof/model/string_table.hpp"

using namespace llmprof;

TEST_CASE("A phase is found by the end of its path, the shortest first") {
  Profile profile;
  for (auto const* const path : {"LLM@decode_all", "LLM@decode_all/LLM@decode_step", "x/y/LLM@decode_step"}) {
    profile.phases.emplace_back().path = parse_path(path);
  }
  CHECK(profile.find(parse_path("LLM@decode_step")) == &profile.phases[1]);
  CHECK(profile.find(parse_path("y/LLM@decode_step")) == &profile.phases[2]);
  CHECK(profile.find(parse_path("LLM@prefill")) == nullptr);
}

TEST_CASE("All phases of a label are found, without those inside another of them") {
  Profile profile;
  for (auto const* const path : {"request 1", "request 1/LLM@prefill", "request 1/LLM@prefill/x/LLM@prefill",
                                 "request 2", "request 2/LLM@prefill"}) {
    profile.phases.emplace_back().path = parse_path(path);
  }
  auto const found = profile.find_all(parse_path("LLM@prefill"));
  CHECK(found == std::vector<PhaseProfile const*>{&profile.phases[1], &profile.phases[4]});
  CHECK(profile.find_all(parse_path("LLM@decode")).empty());
}

TEST_CASE("Merged phases add up, kernel by kernel") {
  PhaseProfile a;
  a.instances = 1;
  a.wall_ns = 100;
  a.kernel_ns = 30;
  a.calls = 2;
  a.tokens = 5;
  KernelStats stats;
  stats.calls = 2;
  stats.total_ns = 30;
  stats.min_ns = 10;
  stats.max_ns = 20;
  stats.sum_of_squares = 500;
  stats.histogram.add(10);
  stats.histogram.add(20);
  a.kernels = {stats};
  PhaseProfile b = a;
  b.span_ns = 70;
  b.kernels[0].total_ns = 70;
  b.kernels[0].min_ns = 30;
  b.kernels[0].max_ns = 40;
  b.kernels[0].sum_of_squares = 2500;
  b.kernels[0].histogram = {};
  b.kernels[0].histogram.add(30);
  b.kernels[0].histogram.add(40);

  auto const all = merged({&a, &b});
  CHECK(all.instances == 2);
  CHECK(all.wall_ns == 200);
  CHECK(all.span_ns == 70);
  CHECK(all.tokens == 10);
  REQUIRE(all.kernels.size() == 1);
  CHECK(all.kernels[0].calls == 4);
  CHECK(all.kernels[0].total_ns == 100);
  CHECK(all.kernels[0].mean_ns == 25.0);
  CHECK(all.kernels[0].min_ns == 10);
  CHECK(all.kernels[0].max_ns == 40);
  CHECK(std::abs(*all.kernels[0].stddev_ns - 12.909944487358056) < 1e-9);
  CHECK(std::abs(*all.kernels[0].median_ns - 20) <= 0.2);
  b.tokens.reset();
  CHECK(merged({&a, &b}).tokens == std::nullopt);
  CHECK(merged({&a}).kernels[0].median_kind == MedianKind::exact);
}

TEST_CASE("Devices are named by product and ordinal") {
  Device device;
  device.ordinal = 3;
  CHECK(device_label(device) == "GPU 3");
  device.name = "NVIDIA H200";
  CHECK(device_label(device) == "NVIDIA H200 (3)");
}

TEST_CASE("A string table keeps every text once, and views stay valid when it grows and moves") {
  StringTable table;
  CHECK(table[StringId{}].empty());
  auto const id = table.intern("kernel");
  auto const view = table[id];
  for (int i = 0; i < 10000; ++i) static_cast<void>(table.intern("name " + std::to_string(i)));
  StringTable const moved = std::move(table);
  CHECK(moved[id].data() == view.data());
  CHECK(moved.size() == 10002);
}
