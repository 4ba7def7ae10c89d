// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libllmprof/analyze/name_pattern.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Why Nsight Compute cannot be told to measure a kernel.
enum class LeftOut : std::uint8_t {
  no,
  communication,  ///< Its replay waits for other ranks.
  unreadable,     ///< It has no name, or one of which not even the function can be seen.
  several,        ///< The kernels that a profile keeps together as `other`.
};

/// Work on one device.
struct DeviceWork {
  std::uint32_t device = no_index;
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;
};

/// All kernels of a profile that share a canonical name.
struct KernelGroup {
  std::string name;  ///< Of the kernel with most time.
  KernelName parts;
  std::string function;
  LeftOut left_out = LeftOut::no;
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;
  std::int64_t longest_ns = 0;  ///< Of one launch.
  std::vector<DeviceWork> devices;
  std::vector<KernelShape> shapes;  ///< Most time first, by device.
};

/// The kernels of a profile by canonical name.
class KernelGroups {
 public:
  KernelGroups(Profile const& profile, bool with_communication);

  [[nodiscard]] std::vector<KernelGroup> const& all() const noexcept { return groups_; }
  /// Index into all() of a kernel of the profile.
  [[nodiscard]] std::size_t of(std::uint32_t kernel) const noexcept { return group_of_[kernel]; }

 private:
  void name_groups(Profile const& profile, bool with_communication);
  void add(KernelStats const& stats);

  std::vector<KernelGroup> groups_;
  std::vector<std::size_t> group_of_;
};

}  // namespace llmprof::inline v0
