// SPDX-License-Identifier: MIT
#include "llmprof/command/tool_version.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/error.hpp"

using namespace llmprof;

TEST_CASE("The version is read from what the tools print", "[tool_version]") {
  auto const [output, version] = GENERATE(table<std::string, ToolVersion>({
      {"NVIDIA Nsight Systems version 2023.4.4.54-234433681190v0\n", {2023, 4, 4}},
      {"NVIDIA Nsight Systems version 2022.4.2.1-df9881f\n", {2022, 4, 2}},
      {"NVIDIA Nsight Systems version 2020.4.3.7-10543b6\r\n", {2020, 4, 3}},
      {"NVIDIA (R) Nsight Compute Command Line Profiler\nCopyright (c) 2018-2024 NVIDIA Corporation\n"
       "Version 2024.1.1.0 (build 33998838) (public-release)\n",
       {2024, 1, 1}},
      {"NVIDIA (R) Nsight Compute Command Line Profiler\nCopyright (c) 2018-2021 NVIDIA Corporation\n"
       "Version 2020.3.1.0 (build 29567428) (public-release)\n",
       {2020, 3, 1}},
  }));
  CAPTURE(output);
  CHECK(read_tool_version(output) == version);
}

TEST_CASE("Output without a version has none", "[tool_version]") {
  auto const output = GENERATE("", "nsys: command not found", "version", "version 1.2.3", "Version two",
                               "Version 2024", "version 2024.x", "Copyright 2018-2024");
  CAPTURE(output);
  CHECK_FALSE(read_tool_version(output));
}

TEST_CASE("A version is written with two or three numbers", "[tool_version]") {
  CHECK(parse_tool_version("2023.4") == ToolVersion{2023, 4, 0});
  CHECK(parse_tool_version(" 2024.1.1.0 (build 3)") == ToolVersion{2024, 1, 1});
  CHECK(to_string(parse_tool_version("2025.3.1")) == "2025.3.1");
  CHECK(parse_tool_version("2022.4.2") < parse_tool_version("2023.1"));
  auto const text = GENERATE("", "2023", "2023.", "v2023.4", "2023.-4", "12.4", "2023.99999999999");
  CAPTURE(text);
  CHECK_THROWS_AS(parse_tool_version(text), InvalidArgument);
}
