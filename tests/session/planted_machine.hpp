// SPDX-License-Identifier: MIT
#pragma once

#include <stdlib.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "llmprof/session/doctor.hpp"
#include "support/temporary_folder.hpp"

namespace llmprof::tests {

/// Sets a variable of our own environment while it lives: the fake libraries listen to it.
class Variable {
 public:
  Variable(char const* name, std::string const& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
  ~Variable() { ::unsetenv(name_); }
  Variable(Variable const&) = delete;
  Variable& operator=(Variable const&) = delete;

 private:
  char const* name_;
};

/// A machine in a folder on which everything is as it should be: no container, a driver for CUDA 13, one GPU,
/// counters for everybody, nsys and ncu. A test breaks one thing.
class PlantedMachine {
 public:
  PlantedMachine() {
    put("proc/driver/nvidia/version",
        "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build\n");
    put("proc/driver/nvidia/params", "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 0\n");
    put("proc/sys/kernel/perf_event_paranoid", "2\n");
    put("proc/self/timens_offsets", "monotonic           0         0\nboottime            0         0\n");
    put("proc/self/uid_map", "         0          0 4294967295\n");
    put("proc/1/cgroup", "0::/init.scope\n");
    put("proc/1/comm", "systemd\n");
    capabilities("0000000000000000");
    for (char const* const node : {"nvidia0", "nvidiactl", "nvidia-uvm"}) put(std::string("dev/") + node, "");
    put("sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n");
    put("sys/bus/pci/devices/0000:01:00.0/class", "0x030200\n");
    nsys("echo 'NVIDIA Nsight Systems version 2025.3.2.1-0v0'");
    importer("echo 2025.3.2");
    ncu("echo 'NVIDIA (R) Nsight Compute Command Line Profiler'; echo 'Version 2025.3.1.0 (build 1)'");
    request.variables = {{"PATH", path("bin").string()}, {"TMPDIR", path("tmp").string()}};
    std::filesystem::create_directories(path("tmp"));
    request.root = folder_.path();
    request.out = path("runs");
    request.library = LLMPROF_FAKE_DRIVER;
    request.cuda_library = LLMPROF_FAKE_DRIVER;
    request.nvml_library = LLMPROF_FAKE_DRIVER;
  }

  DoctorRequest request;

  [[nodiscard]] std::filesystem::path path(std::string const& name) const { return folder_ / name; }
  void put(std::string const& name, std::string const& content) const { put_file(path(name), content); }
  void remove(std::string const& name) const { std::filesystem::remove_all(path(name)); }

  /// CapEff, in hexadecimal.
  void capabilities(std::string const& effective, std::string const& seccomp = "0") const {
    put("proc/self/status", "Name:\tllmprof\nUid:\t1000\t1000\t1000\t1000\nCapEff:\t" + effective +
                                "\nSeccomp:\t" + seccomp + "\n");
  }
  void script(std::string const& name, std::string const& body) const {
    put(name, "#!/bin/sh\n" + body + "\n");
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
  }
  /// As it is installed: on PATH there is a link.
  void nsys(std::string const& body) const {
    script(std::string(nsight) + "/target-linux-x64/nsys", body);
    std::filesystem::create_directories(path("bin"));
    std::filesystem::remove(path("bin/nsys"));
    std::filesystem::create_symlink(path(std::string(nsight) + "/target-linux-x64/nsys"), path("bin/nsys"));
  }
  void importer(std::string const& body) const {
    script(std::string(nsight) + "/host-linux-x64/QdstrmImporter", body);
  }
  void ncu(std::string const& body) const { script("bin/ncu", body); }

  [[nodiscard]] Checks examined() const {
    Variable const cupti("LLMPROF_CUPTI", cupti_library);
    return examine(request);
  }

  std::string cupti_library = LLMPROF_FAKE_GPU;
  static constexpr char const* nsight = "opt/nvidia/nsight-systems/2025.3.2";

 private:
  TemporaryFolder folder_;
};

inline Check const& find_check(Checks const& checks, std::string const& name) {
  for (Check const& check : checks) {
    if (check.name == name) return check;
  }
  FAIL("no check is called " << name);
  return checks.front();
}

/// `driver problem; nsys warning`: all that is not as it should be.
inline std::string faults(Checks const& checks) {
  std::string text;
  for (Check const& check : checks) {
    if (check.state == CheckState::ok) continue;
    text += (text.empty() ? "" : "; ") + check.name + ' ' + std::string(to_string(check.state));
  }
  return text;
}

}  // namespace llmprof::tests
