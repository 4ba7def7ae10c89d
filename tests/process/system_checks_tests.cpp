// SPDX-License-Identifier: MIT
#include "libllmprof/process/system_checks.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20U;

Room room_of(std::uint64_t bytes) { return {.folder = "/data", .free_bytes = bytes}; }

}  // namespace

TEST_CASE("An output folder without room for a run is a problem") {
  Check const full = check_output_room(room_of(0));
  CHECK(full.state == CheckState::problem);
  CHECK(full.found == "/data has 0 MiB free: a run does not fit");
  CHECK_THAT(full.mend, ContainsSubstring("--out DIR"));
  CHECK(check_output_room(room_of(64 * mib - 1)).state == CheckState::problem);
}

TEST_CASE("An output folder with little room is a warning") {
  CHECK(check_output_room(room_of(64 * mib)).state == CheckState::warning);
  CHECK(check_output_room(room_of(2048 * mib - 1)).state == CheckState::warning);
  Check const roomy = check_output_room(room_of(20480 * mib));
  CHECK(roomy == Check{"output folder", CheckState::ok, "/data has 20 GiB free", ""});
}

TEST_CASE("An output folder that cannot be written is a problem") {
  CHECK(check_output_room({.folder = "/data", .is_writable = false, .free_bytes = 1}).found ==
        "/data cannot be written");
  CHECK(check_output_room({.folder = "/data", .is_writable = false}).state == CheckState::problem);
  CHECK(check_output_room({.folder = "/data"}).state == CheckState::unknown);
}

TEST_CASE("A temporary folder without room is a warning: the collector needs none") {
  CHECK(check_temporary_room(room_of(1023 * mib)).state == CheckState::warning);
  CHECK(check_temporary_room(room_of(1024 * mib)).state == CheckState::ok);
  CHECK(check_temporary_room({.folder = "/data", .is_writable = false}).state == CheckState::warning);
}

TEST_CASE("The room for a folder that is not there yet is that of the one above it") {
  TemporaryFolder const folder;
  Room const room = measure_room(folder / "runs/of/today");
  CHECK(room.folder == folder.path());
  CHECK_FALSE(room.is_there);
  CHECK(room.is_writable);
  CHECK(room.free_bytes.value_or(0) > 0);
  put_file(folder / "file", "");
  CHECK_FALSE(measure_room(folder / "file/runs").is_writable);
  CHECK(measure_room("llmprof-runs").folder.is_absolute());
}
