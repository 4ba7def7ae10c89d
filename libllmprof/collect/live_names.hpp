// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "llmprof/model/label.hpp"

namespace llmprof::inline v0 {

/// What stands for all names, paths or kernels for which there is no room.
inline constexpr std::string_view other_name = "(other)";

/// The names that a process's records tell of, by number; so many that memory stays bounded.
class LiveNames {
 public:
  LiveNames(std::size_t most, std::size_t most_bytes) : most_(most), most_bytes_(most_bytes) {}

  // A later one of the same number takes the place of an earlier one.
  void learn_name(std::uint32_t name, std::string_view text);
  void learn_domain(std::uint32_t domain, std::uint32_t name) { domains_.insert_or_assign(domain, name); }

  /// Whether it is known, or may still become so: its record may come after those that use it.
  [[nodiscard]] bool may_know(std::uint32_t name) const {
    return name == 0 || !full_ || names_.contains(name);
  }
  [[nodiscard]] std::string_view text(std::uint32_t name) const;
  [[nodiscard]] Label label(std::uint16_t domain, std::uint32_t name) const;

 private:
  std::size_t most_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  bool full_ = false;
  std::unordered_map<std::uint32_t, std::string> names_;
  std::unordered_map<std::uint32_t, std::uint32_t> domains_;  // name by number
};

}  // namespace llmprof::inline v0
