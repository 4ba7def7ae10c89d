// SPDX-License-Identifier: MIT
#include "llmprof/command/presets.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <set>

#include "llmprof/error.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

Settings of(std::string_view name) {
  Settings settings;
  apply_preset(settings, name);
  return settings;
}

}  // namespace

TEST_CASE("every file of presets is in the library, as it is", "[presets]") {
  std::filesystem::path const folder =
      std::filesystem::path(LLMPROF_TEST_DATA) / "../../libllmprof/command/presets";
  std::set<std::string> in_folder;
  for (auto const& file : std::filesystem::directory_iterator(folder)) {
    in_folder.insert(file.path().stem().string());
    CHECK(find_preset(file.path().stem().string()).yaml == get_file(file.path()));
  }
  std::set<std::string> in_library;
  for (Preset const& preset : presets()) in_library.emplace(preset.name);
  CHECK(in_library == in_folder);
  CHECK(in_library == std::set<std::string>{"light", "deep", "nsys.default", "ncu.default", "ncu.light",
                                            "ncu.high", "ncu.compute", "ncu.memory", "ncu.rtx3090"});
}

TEST_CASE("every preset is valid, described, and read back from what is printed", "[presets]") {
  for (Preset const& preset : presets()) {
    CAPTURE(preset.name);
    CHECK(preset.what.size() > 20);
    CHECK(preset.what.size() < 100);
    Settings const settings = of(preset.name);
    CHECK_NOTHROW(validate(settings));
    Settings again;
    apply_yaml(again, to_yaml(to_config(settings)), "printed");
    CHECK(again == settings);
  }
}

TEST_CASE("the default presets are what holds without any", "[presets]") {
  CHECK(of("nsys.default") == Settings());
  CHECK(of("ncu.default") == Settings());
  CHECK(of("light") == Settings());
}

TEST_CASE("a preset of ncu leaves nothing of another one", "[presets]") {
  for (Preset const& first : presets()) {
    for (Preset const& second : presets()) {
      if (!first.name.starts_with("ncu.") || !second.name.starts_with("ncu.")) continue;
      Settings settings = of(first.name);
      apply_preset(settings, second.name);
      CAPTURE(first.name, second.name);
      CHECK(settings == of(second.name));
    }
  }
}

TEST_CASE("presets have the values that they are known for", "[presets]") {
  CHECK(of("deep").run_mode == RunMode::deep);
  CHECK(of("ncu.light").ncu_sections.empty());
  CHECK(of("ncu.light").ncu_metrics.size() == 3);
  CHECK(of("ncu.high").ncu_sections.size() == 9);
  CHECK(of("ncu.rtx3090").ncu_metrics.empty());
  CHECK(of("ncu.compute").ncu_sections ==
        std::vector<std::string>{"SpeedOfLight", "ComputeWorkloadAnalysis", "Occupancy", "SchedulerStats",
                                 "WarpStateStats", "LaunchStats", "InstructionStats"});
  // Known traps: gates that wait for a range that never comes, and names that ncu does not know.
  for (Preset const& preset : presets()) {
    CAPTURE(preset.name);
    Settings const settings = of(preset.name);
    CHECK(settings.ncu_replay_mode == "kernel");
    CHECK(settings.ncu_nvtx_include.empty());
    CHECK(settings.nsys_capture_range == "none");
    for (std::string const& metric : settings.ncu_metrics) CHECK_FALSE(metric.starts_with("flop_count"));
  }
}

TEST_CASE("every section of the presets is one of ncu's", "[presets]") {
  std::string const known = get_file(std::string(LLMPROF_TEST_DATA) + "/ncu-2025.3-h200/list-sections.txt");
  for (Preset const& preset : presets()) {
    for (std::string const& section : of(preset.name).ncu_sections) {
      CAPTURE(preset.name, section);
      CHECK(known.find('\n' + section + ' ') != std::string::npos);
    }
  }
}

TEST_CASE("a preset that is not there names those that are", "[presets]") {
  CHECK_THROWS_AS(find_preset("ncu.memry"), InvalidArgument);
  CHECK_THROWS_WITH(find_preset("ncu.memry"),
                    ContainsSubstring("did you mean 'ncu.memory'?") && ContainsSubstring("light, deep"));
}
