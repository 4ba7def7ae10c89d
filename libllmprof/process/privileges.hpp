// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

namespace llmprof::inline v0 {

/// What this process may do, as the kernel tells it.
struct Privileges {
  bool is_known = false;           ///< False: /proc/self/status could not be read.
  bool is_root = false;            ///< Its effective user, as it sees it.
  bool has_sys_admin = false;      ///< CAP_SYS_ADMIN is effective.
  bool has_perfmon = false;        ///< CAP_PERFMON is effective.
  bool is_filtered = false;        ///< Under a seccomp filter.
  bool in_user_namespace = false;  ///< Capabilities hold inside it alone: the driver does not count them.

  /// Either capability, where the kernel and the driver count it.
  [[nodiscard]] bool may_sample() const noexcept {
    return (has_sys_admin || has_perfmon) && !in_user_namespace;
  }
};

/// @param root where /proc is
[[nodiscard]] Privileges read_privileges(std::filesystem::path const& root);

}  // namespace llmprof::inline v0
