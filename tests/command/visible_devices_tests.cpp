// SPDX-License-Identifier: MIT
#include "llmprof/command/visible_devices.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/error.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("devices are indices and UUIDs", "[visible_devices]") {
  std::string const good = GENERATE("0", "15", "GPU-8932f937", "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6",
                                    "MIG-3eb87630-93d5-b2b6-b8ff-9b359caf4ee2", "MIG-GPU-8932f937-d72c/0/12");
  CHECK(is_device_id(good));
  CHECK(cuda_visible_devices({good}) == good);
}

TEST_CASE("what is no device is refused", "[visible_devices]") {
  std::string const bad =
      GENERATE("", "-1", "cuda:0", "0 ", "1.5", "12345", "GPU-", "GPU-xyz", "gpu-12", "MIG-", "MIG-GPU-12",
               "MIG-GPU-12/0", "MIG-GPU-12/0/", "MIG-GPU-/0/0", "GPU--");
  CAPTURE(bad);
  CHECK_FALSE(is_device_id(bad));
  CHECK_THROWS_AS(cuda_visible_devices({bad}), InvalidArgument);
}

TEST_CASE("a device comes once", "[visible_devices]") {
  CHECK(cuda_visible_devices({"1", "0"}) == "1,0");
  CHECK_THROWS_WITH(cuda_visible_devices({"0", "0"}), ContainsSubstring("given twice"));
  CHECK_THROWS_AS(cuda_visible_devices({}), InvalidArgument);
}
