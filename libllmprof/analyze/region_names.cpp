// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/region_names.hpp"

#include <algorithm>

#include "libllmprof/model/device_named.hpp"
#include "llmprof/model/kernel_name.hpp"
#include "llmprof/model/profile.hpp"

namespace llmprof::inline v0 {
namespace {

template <class Key>
std::uint32_t number_of(Key key, std::vector<Key>& keys, std::map<Key, std::uint32_t>& numbers) {
  auto const [entry, is_new] = numbers.try_emplace(key, static_cast<std::uint32_t>(keys.size()));
  if (is_new) keys.push_back(std::move(key));
  return entry->second;
}

std::string process_label(std::int64_t pid, std::string const& name) {
  if (pid == 0) return name;
  std::string const number = std::to_string(pid);
  return name.empty() ? "process " + number : name + " (" + number + ')';
}

void name_host(RegionNames::Place& place, std::string const& host) {
  place.id = host + ':' + place.id;
  if (!place.label.empty() && !host.empty()) place.label = host + ": " + place.label;
}

/// No two ids are the same: a number tells what shares one.
void make_unique(std::vector<RegionNames::Place>& places) {
  std::map<std::string, std::size_t> seen;
  for (RegionNames::Place& place : places) {
    std::size_t const number = ++seen[place.id];
    if (number > 1) place.id += '#' + std::to_string(number);
  }
}

}  // namespace

std::uint32_t RegionNames::process(MeasuredLaunch const& launch) {
  return number_of(Process{launch.host, launch.pid, launch.process}, processes_, process_numbers_);
}

std::uint32_t RegionNames::device(MeasuredLaunch const& launch) {
  return number_of(Device{launch.host, launch.device}, devices_, device_numbers_);
}

std::uint32_t RegionNames::kernel(std::string const& printed) {
  auto const [entry, is_new] = printed_numbers_.try_emplace(printed, 0);
  if (!is_new) return entry->second;
  KernelName const name = parse_kernel_name(printed);
  auto const [known, is_new_name] =
      kernel_numbers_.try_emplace(name.demangled, static_cast<std::uint32_t>(kernels_.size()));
  if (is_new_name) kernels_.push_back({name.demangled, name.canonical});
  return entry->second = known->second;
}

bool RegionNames::has_several_hosts() const {
  return std::any_of(processes_.begin(), processes_.end(), [&](Process const& process) {
    return std::get<0>(process) != std::get<0>(processes_.front());
  });
}

std::vector<RegionNames::Place> RegionNames::processes() const {
  bool const with_host = has_several_hosts();
  std::vector<Place> places;
  for (auto const& [host, pid, name] : processes_) {
    Place place{pid == 0 ? "unknown" : std::to_string(pid), process_label(pid, name)};
    if (with_host) name_host(place, host);
    places.push_back(std::move(place));
  }
  make_unique(places);
  return places;
}

std::vector<RegionNames::Place> RegionNames::devices() const {
  bool const with_host = has_several_hosts();
  std::vector<Place> places;
  for (auto const& [host, device] : devices_) {
    Place place{device.empty() ? "unknown" : device,
                device.empty() ? std::string() : device_label(device_named(device))};
    if (with_host) name_host(place, host);
    places.push_back(std::move(place));
  }
  make_unique(places);
  return places;
}

}  // namespace llmprof::inline v0
