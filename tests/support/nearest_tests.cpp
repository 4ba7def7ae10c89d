// SPDX-License-Identifier: MIT
#include "libllmprof/support/nearest.hpp"

#include <catch2/catch_test_macros.hpp>

using llmprof::nearest;

TEST_CASE("the nearest word is meant", "[nearest]") {
  std::vector<std::string_view> const words{"run.mode", "run.model", "ncu.sections"};
  CHECK(nearest("run.mod", words) == "run.mode");
  CHECK(nearest("run.modeel", words) == "run.model");
  CHECK(nearest("ncu.section", words) == "ncu.sections");
  CHECK(nearest("nsys.sections", words) == "ncu.sections");  // the group is wrong
  CHECK_FALSE(nearest("elephant", words));
  CHECK_FALSE(nearest("", words));
  CHECK_FALSE(nearest(std::string(1'000'000, 'r'), words));
  CHECK_FALSE(nearest("run.mode", {}));
}
