// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace llmprof::inline v0 {

enum class ContainerKind : std::uint8_t { none, docker, podman, kubernetes, other };

/// What we run in, by the signs that the engines leave.
struct Container {
  ContainerKind kind = ContainerKind::none;
  std::string sign;  ///< What told it: `/.dockerenv`.
};

/// @param root where /proc is @param variables of our environment
[[nodiscard]] Container find_container(std::filesystem::path const& root,
                                       std::map<std::string, std::string> const& variables);

/// `a Docker container`
[[nodiscard]] std::string describe(ContainerKind kind);

/// How such a container gets a capability: `docker run --cap-add=SYS_ADMIN ...`.
[[nodiscard]] std::string how_to_grant(ContainerKind kind, std::string const& capability);

}  // namespace llmprof::inline v0
