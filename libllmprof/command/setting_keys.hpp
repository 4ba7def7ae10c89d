// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "llmprof/command/settings.hpp"

namespace llmprof::inline v0 {

/// Where the value of a setting is.
using SettingField =
    std::variant<bool Settings::*, std::uint64_t Settings::*, double Settings::*,
                 std::chrono::milliseconds Settings::*, std::string Settings::*,
                 std::vector<std::string> Settings::*, RunMode Settings::*, CollectorChoice Settings::*>;

/// One row of the table that reading, printing, help and documentation are made from.
struct SettingKey {
  std::string_view name;
  SettingField field;
  /// Of choices the words, in the order of the enumerators where there are some: `light|deep`. Else what
  /// people read.
  std::string_view allowed;
  bool is_choice = false;
  double least = 0;  ///< Of numbers.
  double most = 0;
  bool (*accepts)(std::string_view) = nullptr;  ///< Of texts, and of each item of lists.
  std::string_view what;
};

[[nodiscard]] std::vector<SettingKey> const& setting_keys();

/// The name that a key has now: `artifacts.stage2_dir` is `artifacts.dir`, `ncu_cli.set` is `ncu.set`.
[[nodiscard]] std::string canonical_key(std::string_view name);

/// Null if there is none of this canonical name.
[[nodiscard]] SettingKey const* find_setting_key(std::string_view name);

/// Whether there are keys below it: `nsys`.
[[nodiscard]] bool is_setting_group(std::string_view name);

/// `unknown setting 'run.mod'; did you mean 'run.mode'?`
[[nodiscard]] std::string unknown_setting(std::string_view name);

}  // namespace llmprof::inline v0
