// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "libllmprof/model/shares.hpp"
#include "llmprof/error.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {

/// Hands out indexes of kernels and devices while a profile is made from names.
class NameTable {
 public:
  explicit NameTable(Profile& profile) : profile_(profile) {}

  std::uint32_t kernel(std::string const& name);

  /// no_index where the input does not name a device.
  std::uint32_t device(std::string const& name);

 private:
  Profile& profile_;
  std::unordered_map<std::string, std::uint32_t> kernels_;
  std::unordered_map<std::string, std::uint32_t> devices_;
};

/// A record of a table with the indexes of its names.
[[nodiscard]] KernelStats to_stats(NameTable& names, KernelRecord const& record);

/// Fills the totals of a profile without a timeline that has kernels, and sorts these. @throws Error if the
/// sums do not fit.
void sum_up(Profile& profile);

/// Figures that do not fit are damage of the input, whose name belongs into the message.
template <class Make>
Profile named(std::string const& source, Make const& make) {
  try {
    Profile profile = make();
    check_sums(profile);
    return profile;
  } catch (Error const& error) {
    throw ParseError(source, {}, error.what());
  }
}

}  // namespace llmprof::inline v0
