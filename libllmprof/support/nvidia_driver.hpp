// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/model/environment.hpp"

namespace llmprof::inline v0 {

/// Version of the loaded NVIDIA driver. @param folder `/proc/driver/nvidia`.
[[nodiscard]] std::optional<std::string> read_driver_version(std::filesystem::path const& folder);

/// The GPUs that the driver knows, by PCI address.
[[nodiscard]] std::vector<Gpu> read_driver_gpus(std::filesystem::path const& folder);

}  // namespace llmprof::inline v0
