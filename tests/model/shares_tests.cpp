// SPDX-License-Identifier: MIT
#include "libllmprof/model/shares.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "llmprof/error.hpp"

using namespace llmprof;

namespace {

ProcessShare share_with(std::uint64_t instances, std::optional<std::int64_t> tokens) {
  ProcessShare share;
  share.instances = instances;
  share.tokens = tokens;
  return share;
}

}  // namespace

TEST_CASE("Tokens are unknown once those of any range are") {
  ProcessShare sum;
  add_figures(sum, share_with(2, 10));
  add_figures(sum, share_with(1, 5));
  CHECK(sum.tokens == 15);
  CHECK(sum.instances == 3);
  add_figures(sum, share_with(1, std::nullopt));
  CHECK(!sum.tokens);
  add_figures(sum, share_with(1, 5));
  CHECK(!sum.tokens);
}

TEST_CASE("A share of replayed work alone leaves the tokens of the ranges as they are") {
  ProcessShare sum;
  ProcessShare replayed = share_with(0, std::nullopt);
  replayed.calls = 3;
  replayed.kernel_ns = 30;
  add_figures(sum, replayed);
  add_figures(sum, share_with(2, 10));
  add_figures(sum, replayed);
  CHECK(sum.tokens == 10);
  CHECK(sum.calls == 6);
  CHECK(sum.kernel_ns == 60);
  CHECK(processes_with_ranges({replayed, share_with(2, 10)}) == 1);
}

TEST_CASE("Shares of one device are one") {
  std::vector<DeviceShare> devices;
  add_device(devices,
             {.device = 1, .calls = 2, .kernel_ns = 20, .exclusive_kernel_ns = 5, .gpu_busy_ns = 15});
  add_device(devices, {.device = 0, .calls = 1, .kernel_ns = 7, .exclusive_kernel_ns = 7, .gpu_busy_ns = 7});
  add_device(devices, {.device = 1, .calls = 1, .kernel_ns = 10, .exclusive_kernel_ns = 1, .gpu_busy_ns = 9});
  REQUIRE(devices.size() == 2);
  CHECK(devices[0].calls == 3);
  CHECK(devices[0].kernel_ns == 30);
  CHECK(devices[0].exclusive_kernel_ns == 6);
  CHECK(devices[0].gpu_busy_ns == 24);
}

TEST_CASE("Sums that do not fit are an error, not the largest number") {
  ProcessShare sum;
  ProcessShare share;
  share.kernel_ns = std::numeric_limits<std::int64_t>::max();
  add_figures(sum, share);
  CHECK_THROWS_AS(add_figures(sum, share), Error);
  CHECK(multiply_checked(3, 4) == 12);
  CHECK_THROWS_AS(multiply_checked(std::numeric_limits<std::int64_t>::max() / 2, 3), Error);
}
