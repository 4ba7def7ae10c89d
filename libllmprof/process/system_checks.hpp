// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "libllmprof/process/container.hpp"
#include "libllmprof/process/privileges.hpp"
#include "llmprof/process/check.hpp"

namespace llmprof::inline v0 {

/// Samples of the host's threads, which nsys can take. @param root where /proc is
[[nodiscard]] Check check_cpu_sampling(std::filesystem::path const& root, Privileges const& privileges,
                                       ContainerKind container);

/// What a container takes from its processes.
[[nodiscard]] Check check_container(Container const& container, Privileges const& privileges);

/// Clocks that the collector writes down. @param root where /proc is
[[nodiscard]] Check check_clock(std::filesystem::path const& root);

/// A folder, and what could be written there.
struct Room {
  std::filesystem::path folder;  ///< It, or the nearest one above it that exists.
  bool is_there = true;          ///< The folder itself exists.
  bool is_writable = true;
  std::optional<std::uint64_t> free_bytes;  ///< For this user.
};

[[nodiscard]] Room measure_room(std::filesystem::path const& folder);
[[nodiscard]] Check check_output_room(Room const& room);
[[nodiscard]] Check check_temporary_room(Room const& room);

}  // namespace llmprof::inline v0
