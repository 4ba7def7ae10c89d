// SPDX-License-Identifier: MIT
#include "llmprof/model/profile.hpp"

#include <catch2/catch_test_macros.hpp>

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
