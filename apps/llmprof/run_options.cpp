// SPDX-License-Identifier: MIT
#include "run_options.hpp"

#include "llmprof/command/presets.hpp"
#include "llmprof/error.hpp"

namespace llmprof::cli {

Settings resolved(RunOptions const& options) try {
  Settings settings;
  for (std::string const& preset : options.presets) apply_preset(settings, preset);
  for (std::string const& file : options.configs) apply_file(settings, file);
  for (std::string const& assignment : options.assignments) apply_assignment(settings, assignment);
  for (GivenSetting const& given : options.given) apply_value(settings, given.key, given.value, given.option);
  return settings;
} catch (InvalidArgument const&) {
  throw;
} catch (Error const& error) {
  throw InvalidArgument(error.what());
}

}  // namespace llmprof::cli
