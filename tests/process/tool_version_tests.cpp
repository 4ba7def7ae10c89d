// SPDX-License-Identifier: MIT
#include "libllmprof/process/tool_version.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>

using namespace llmprof;

TEST_CASE("The version is read from what the tools print") {
  CHECK(find_release_number("NVIDIA Nsight Systems version 2023.4.4.54-234433681190v0\n") ==
        ReleaseNumber{2023, 4, 4});
  CHECK(find_release_number("NVIDIA (R) Nsight Compute Command Line Profiler\nCopyright (c) 2018-2025\n"
                            "Version 2025.3.1.0 (build 36398880) (public-release)\n") ==
        ReleaseNumber{2025, 3, 1});
  CHECK(find_release_number("version 2023.4") == ReleaseNumber{2023, 4, 0});
  CHECK(to_string(ReleaseNumber{2023, 4, 4}) == "2023.4.4");
  CHECK(ReleaseNumber{2022, 10, 0} > ReleaseNumber{2022, 4, 9});
}

TEST_CASE("What is no version is none") {
  for (std::string const text : {"", "2023.4.4", "version", "version x.y", "version 2023", "version 2023.",
                                 "version 1.2.3", "version -2023.4", "version 99999999999.1"}) {
    CAPTURE(text);
    CHECK_FALSE(find_release_number(text));
  }
}
