// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "llmprof/command/settings.hpp"

namespace llmprof::cli {

/// An option that stands for a setting: `--mode deep` is `run.mode`.
struct GivenSetting {
  std::string option;
  std::string key;
  std::string value;
};

/// The options of `run`.
struct RunOptions {
  std::vector<std::string> argv;
  std::vector<std::string> presets;
  std::vector<std::string> configs;      ///< Files.
  std::vector<std::string> assignments;  ///< KEY=VALUE
  std::vector<GivenSetting> given;
  bool dry_run = false;
};

/// Built-in values, below presets, below files, below --set, below options.
/// @throws InvalidArgument whatever is wrong, for it is wrong usage.
[[nodiscard]] Settings resolved(RunOptions const& options);

}  // namespace llmprof::cli
