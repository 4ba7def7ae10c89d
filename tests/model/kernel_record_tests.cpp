// SPDX-License-Identifier: MIT
#include "llmprof/model/kernel_record.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace llmprof;

TEST_CASE("A table is sorted by total, then by name, with unknown totals last") {
  KernelTable table;
  table.kernels = {{.name = "unknown", .calls = 1},
                   {.name = "b", .calls = 2, .total_ns = 10},
                   {.name = "a", .calls = 4, .total_ns = 10},
                   {.name = "c", .calls = 8, .total_ns = 20}};
  finish(table);
  CHECK(table.kernels[0].name == "c");
  CHECK(table.kernels[1].name == "a");
  CHECK(table.kernels[2].name == "b");
  CHECK(table.kernels[3].name == "unknown");
  CHECK(table.calls == 15);
  CHECK(table.total_ns == std::nullopt);  // unknown is not zero
}

TEST_CASE("A mean that is not given is total / calls") {
  KernelTable table;
  table.kernels = {{.name = "a", .calls = 4, .total_ns = 10},
                   {.name = "b", .calls = 1, .total_ns = 3, .mean_ns = 7}};
  finish(table);
  CHECK(table.kernels[0].mean_ns == 2.5);
  CHECK(table.kernels[1].mean_ns == 7);
  CHECK(table.total_ns == 13);
}
