// SPDX-License-Identifier: MIT
#include "libllmprof/support/nvidia_driver.hpp"

#include <algorithm>
#include <sstream>

#include "libllmprof/support/file.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

/// `580.65.06` and `535.104`: digits and points, with a point.
bool is_version(std::string const& word) {
  return word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos;
}

/// `Model: 		 NVIDIA H200`, one member a line.
Gpu parse_information(std::string const& text) {
  Gpu gpu;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::size_t const colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::string_view const key = trimmed(std::string_view(line).substr(0, colon));
    std::string_view const value = trimmed(std::string_view(line).substr(colon + 1));
    if (key == "Model") gpu.name = value;
    if (key == "GPU UUID") gpu.uuid = value;
    if (key == "Bus Location") gpu.bus_location = value;
  }
  return gpu;
}

}  // namespace

std::optional<std::string> read_driver_version(fs::path const& folder) {
  // NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (...)
  auto const text = read_small_file(folder / "version");
  if (!text) return std::nullopt;
  std::istringstream words(*text);
  for (std::string word; words >> word;) {
    if (is_version(word)) return word;
  }
  return std::nullopt;
}

std::vector<Gpu> read_driver_gpus(fs::path const& folder) {
  std::vector<Gpu> gpus;
  std::error_code error;
  for (fs::directory_iterator entry(folder / "gpus", error), end; !error && entry != end;
       entry.increment(error)) {
    if (auto const text = read_small_file(entry->path() / "information")) {
      gpus.push_back(parse_information(*text));
    }
  }
  std::sort(gpus.begin(), gpus.end(),
            [](Gpu const& a, Gpu const& b) { return a.bus_location < b.bus_location; });
  return gpus;
}

}  // namespace llmprof::inline v0
