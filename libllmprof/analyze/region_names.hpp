// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "llmprof/model/metrics.hpp"

namespace llmprof::inline v0 {

/// Numbers for the processes, devices and kernels of rows, in the order in which they come.
class RegionNames {
 public:
  struct Place {
    std::string id;     ///< `1234`, `0`; `unknown`; with the host in front where there are several.
    std::string label;  ///< `python (1234)`, `GPU 0`; empty if it is unknown.
  };
  struct Kernel {
    std::string name;
    std::string canonical;
  };

  std::uint32_t process(MeasuredLaunch const& launch);
  std::uint32_t device(MeasuredLaunch const& launch);
  std::uint32_t kernel(std::string const& printed);

  /// To be called once all rows are in: only then it is known whether there are several hosts.
  [[nodiscard]] std::vector<Place> processes() const;
  [[nodiscard]] std::vector<Place> devices() const;
  [[nodiscard]] Kernel const& kernel_at(std::uint32_t number) const { return kernels_.at(number); }

 private:
  using Process = std::tuple<std::string, std::int64_t, std::string>;  // host, pid, name
  using Device = std::tuple<std::string, std::string>;                 // host, as printed

  [[nodiscard]] bool has_several_hosts() const;

  std::vector<Process> processes_;
  std::vector<Device> devices_;
  std::vector<Kernel> kernels_;
  std::map<Process, std::uint32_t> process_numbers_;
  std::map<Device, std::uint32_t> device_numbers_;
  std::unordered_map<std::string, std::uint32_t> printed_numbers_;
  std::unordered_map<std::string, std::uint32_t> kernel_numbers_;
};

}  // namespace llmprof::inline v0
