// SPDX-License-Identifier: MIT
// Who and where: devices, rank, and the names of processes and threads.
#include <algorithm>

#include "libllmprof/parse/device_fact.hpp"
#include "libllmprof/parse/kineto_reader.hpp"
#include "libllmprof/parse/kineto_values.hpp"

namespace llmprof::inline v0 {
namespace {

/// The number of a member; reads its value in any case.
std::optional<std::int64_t> number_in(JsonScanner& json) {
  char const first = json.peek();
  if (first != '{' && first != '[') return integer_from(json.text());
  json.skip();
  return std::nullopt;
}

bool are_alike(Device const& a, Device const& b) {
  return a.name == b.name && a.compute_major == b.compute_major && a.compute_minor == b.compute_minor &&
         a.sm_count == b.sm_count && a.memory_bytes == b.memory_bytes;
}

void copy_facts(Device const& from, Device& to) {
  to.name = from.name;
  to.compute_major = from.compute_major;
  to.compute_minor = from.compute_minor;
  to.sm_count = from.sm_count;
  to.memory_bytes = from.memory_bytes;
}

}  // namespace

void KinetoReader::read_devices() {
  devices_.clear();
  json_.elements([this] { json_.peek() == '{' ? read_device() : json_.skip(); });
}

void KinetoReader::read_device() {
  Device device;
  json_.members([&](std::string_view key) {
    if (key == "name" && json_.peek() == '"') return void(device.name = unescaped(json_.string()));
    if (key == "id") return void(device.ordinal = number_in(json_).value_or(0));
    if (key == "computeMajor") return void(device.compute_major = capability_number(number_in(json_)));
    if (key == "computeMinor") return void(device.compute_minor = capability_number(number_in(json_)));
    if (key == "numSms") return void(device.sm_count = device_fact(number_in(json_)));
    if (key == "totalGlobalMem") return void(device.memory_bytes = device_fact(number_in(json_)));
    json_.skip();
  });
  devices_.push_back(std::move(device));
}

void KinetoReader::read_distributed_info() {
  json_.members([this](std::string_view key) {
    if (key == "rank") return void(rank_ = number_in(json_));
    json_.skip();
  });
}

/// ROCm numbers its GPUs behind the CPUs in events, but not in the list. Where all of the list are alike, it
/// does not matter which one is meant.
void KinetoReader::apply_devices() {
  if (devices_.empty()) return;
  bool const all_alike = std::all_of(devices_.begin(), devices_.end(), [&](Device const& device) {
    return are_alike(device, devices_.front());
  });
  for (Device& device : builder_.trace().devices) {
    auto const known = std::find_if(devices_.begin(), devices_.end(),
                                    [&](Device const& d) { return d.ordinal == device.ordinal; });
    if (known != devices_.end()) {
      copy_facts(*known, device);
    } else if (all_alike) {
      copy_facts(devices_.front(), device);
    }
  }
}

void KinetoReader::apply_names() {
  Trace& trace = builder_.trace();
  for (Process& process : trace.processes) {
    auto const name = process_names_.find(process.pid);
    if (name != process_names_.end()) process.name = name->second;
  }
  // A trace that was put together has one distributedInfo, that of any of its processes.
  if (trace.processes.size() == 1) trace.processes.front().rank = rank_;
  for (Thread& thread : trace.threads) {
    auto const name = thread_names_.find({trace.processes[thread.process].pid, thread.tid});
    if (name != thread_names_.end()) thread.name = name->second;
  }
}

}  // namespace llmprof::inline v0
