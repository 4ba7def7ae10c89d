// SPDX-License-Identifier: MIT
#include "llmprof/command/visible_devices.hpp"

#include <algorithm>
#include <set>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Hexadecimal digits and dashes, not dashes alone.
bool is_uuid_begin(std::string_view text) {
  return text.find_first_not_of("0123456789abcdefABCDEF-") == std::string_view::npos &&
         text.find_first_not_of('-') != std::string_view::npos;
}

bool is_index(std::string_view text) {
  return !text.empty() && text.size() <= 4 && std::all_of(text.begin(), text.end(), is_digit);
}

/// `UUID`, or as drivers before 470 wrote it `GPU-UUID/GPU instance/compute instance`.
bool is_mig(std::string_view text) {
  if (!text.starts_with("GPU-")) return is_uuid_begin(text);
  text.remove_prefix(4);
  auto const slash = text.find('/');
  auto const second = text.find('/', slash + 1);
  return slash != std::string_view::npos && second != std::string_view::npos &&
         is_uuid_begin(text.substr(0, slash)) && is_index(text.substr(slash + 1, second - slash - 1)) &&
         is_index(text.substr(second + 1));
}

}  // namespace

bool is_device_id(std::string_view text) noexcept {
  if (text.starts_with("GPU-")) return is_uuid_begin(text.substr(4));
  if (text.starts_with("MIG-")) return is_mig(text.substr(4));
  return is_index(text);
}

std::string cuda_visible_devices(std::vector<std::string> const& devices) {
  if (devices.empty()) throw InvalidArgument("no device is given");
  std::set<std::string> seen;
  std::string list;
  for (std::string const& device : devices) {
    if (!is_device_id(device)) {
      throw InvalidArgument("'" + device +
                            "' is not a device index, GPU-UUID or MIG-UUID (see nvidia-smi -L)");
    }
    if (!seen.insert(device).second) {
      throw InvalidArgument("device " + device + " is given twice; CUDA would then show no device");
    }
    list += (list.empty() ? "" : ",") + device;
  }
  return list;
}

}  // namespace llmprof::inline v0
