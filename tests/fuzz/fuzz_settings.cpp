// SPDX-License-Identifier: MIT
// Settings: a file, `--set`, and the small grammars of devices and of Hydra's overrides.
#include <algorithm>
#include <string>

#include "llmprof/command/settings.hpp"
#include "llmprof/command/visible_devices.hpp"
#include "llmprof/command/workload_argv.hpp"
#include "tests/fuzz/stages.hpp"

using namespace llmprof;

namespace {

/// Secrets are masked, and what is not UTF-8 is repaired: neither comes back.
bool is_kept(std::string const& printed) {
  return printed.find("***") == std::string::npos && printed.find("\xEF\xBF\xBD") == std::string::npos &&
         std::none_of(printed.begin(), printed.end(), [](char c) { return c == '\0'; });
}

void check_printed(Settings const& settings) {
  std::string const printed = to_yaml(to_config(settings));
  if (!is_kept(printed)) return;
  Settings again;
  apply_yaml(again, printed, "printed");
  fuzz::demand(again == settings, "settings that were printed are read back equal");
}

void check_file(std::string_view text) {
  Settings settings;
  try {
    apply_yaml(settings, text, "input");
  } catch (ParseError const&) {
    fuzz::demand(settings == Settings(), "what fails changes nothing");
    return;
  }
  check_printed(settings);
}

void check_assignment(std::string_view text) {
  Settings settings;
  try {
    apply_assignment(settings, text);
  } catch (InvalidArgument const&) {
    fuzz::demand(settings == Settings(), "what fails changes nothing");
    return;
  }
  check_printed(settings);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return fuzz::run(data, size, [](std::string_view text) {
    check_file(text);
    check_assignment(text);
    fuzz::demand(!is_device_id(text) || cuda_visible_devices({std::string(text)}) == text,
                 "a device is taken as it is");
    fuzz::demand(!hydra_value(text).empty(), "a value of Hydra is never nothing");
  });
}
