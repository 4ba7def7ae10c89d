// SPDX-License-Identifier: MIT
#include "libllmprof/process/container.hpp"

#include <array>
#include <utility>

#include "libllmprof/support/file.hpp"

namespace llmprof::inline v0 {

namespace fs = std::filesystem;

Container find_container(fs::path const& root, std::map<std::string, std::string> const& variables) {
  // A pod has signs of its engine, too: who made it comes first.
  if (variables.contains("KUBERNETES_SERVICE_HOST"))
    return {ContainerKind::kubernetes, "KUBERNETES_SERVICE_HOST is set"};
  std::error_code error;
  if (fs::exists(root / "run/.containerenv", error)) return {ContainerKind::podman, "/run/.containerenv"};
  constexpr std::array<std::pair<char const*, ContainerKind>, 5> signs{{
      {"kubepods", ContainerKind::kubernetes},
      {"libpod", ContainerKind::podman},
      {"docker", ContainerKind::docker},
      {"containerd", ContainerKind::other},
      {"lxc", ContainerKind::other},
  }};
  std::string const groups = read_small_file(root / "proc/1/cgroup").value_or("");
  for (auto const& [sign, kind] : signs) {
    if (groups.find(sign) != std::string::npos)
      return {kind, std::string("'") + sign + "' in /proc/1/cgroup"};
  }
  if (fs::exists(root / ".dockerenv", error)) return {ContainerKind::docker, "/.dockerenv"};
  if (auto const named = variables.find("container"); named != variables.end() && !named->second.empty())
    return {ContainerKind::other, "the variable container is set"};
  return {};
}

std::string describe(ContainerKind kind) {
  switch (kind) {
    case ContainerKind::none: return "no container";
    case ContainerKind::docker: return "a Docker container";
    case ContainerKind::podman: return "a Podman container";
    case ContainerKind::kubernetes: return "a Kubernetes pod";
    case ContainerKind::other: return "a container";
  }
  return "a container";
}

std::string how_to_grant(ContainerKind kind, std::string const& capability) {
  switch (kind) {
    case ContainerKind::none: return "run it as root (sudo)";
    case ContainerKind::podman: return "sudo podman run --cap-add=" + capability + " ...";
    case ContainerKind::kubernetes:
      return "in the container's spec: securityContext: {capabilities: {add: [" + capability + "]}}";
    case ContainerKind::docker:
    case ContainerKind::other: break;
  }
  return "docker run --cap-add=" + capability + " ...";
}

}  // namespace llmprof::inline v0
