// SPDX-License-Identifier: MIT
#include "libllmprof/report/environment_table.hpp"

#include "libllmprof/support/number.hpp"

namespace llmprof::inline v0 {
namespace {

std::string device_text(Device const& device) {
  std::string text = device_label(device);
  if (device.compute_major && device.compute_minor) {
    text += ", compute capability " + std::to_string(*device.compute_major) + '.' +
            std::to_string(*device.compute_minor);
  }
  if (device.sm_count) text += ", " + std::to_string(*device.sm_count) + " SMs";
  if (device.clock_hz) text += ", at most " + fixed(static_cast<double>(*device.clock_hz) / 1e6, 0) + " MHz";
  if (device.memory_bytes) text += ", " + fixed(static_cast<double>(*device.memory_bytes) / 1e9, 1) + " GB";
  return text;
}

std::string or_unknown(std::string const& text) {
  return text.empty() ? "n/a (the capture does not say)" : text;
}

/// Rows about the machine.
class Machine {
 public:
  Machine(Table& table, Environment const& environment) : table_(table), environment_(environment) {}

  void add(char const* title, std::optional<std::string> const& value, std::string const& name) {
    table_.rows.push_back({std::string(title), value ? *value : unknown(name)});
  }

  void add_tool(ToolInfo const& tool) {
    std::string const version = tool.version ? *tool.version : "version " + unknown(tool.name + ".version");
    table_.rows.push_back(
        {tool.name, tool.path ? version + ", " + *tool.path : unknown(tool.name + ".path")});
  }

 private:
  [[nodiscard]] std::string unknown(std::string const& name) const {
    auto const reason = environment_.missing.find(name);
    return reason == environment_.missing.end() ? "n/a" : "n/a (" + reason->second + ')';
  }

  Table& table_;
  Environment const& environment_;
};

std::optional<std::string> memory_text(Environment const& environment) {
  if (!environment.memory_bytes) return std::nullopt;
  return fixed(static_cast<double>(*environment.memory_bytes) / 1e9, 1) + " GB";
}

std::optional<std::string> cores_text(Environment const& environment) {
  return environment.cpu_cores ? std::optional(std::to_string(*environment.cpu_cores)) : std::nullopt;
}

void add_machine(Table& table, Environment const& environment) {
  Machine machine(table, environment);
  machine.add("NVIDIA driver", environment.driver, "driver");
  machine.add("CUDA of the driver", environment.cuda_driver, "cuda_driver");
  machine.add("CUDA toolkit", environment.cuda_toolkit, "cuda_toolkit");
  for (ToolInfo const& tool : environment.tools) machine.add_tool(tool);
  machine.add("Operating system", environment.os, "os");
  machine.add("Kernel", environment.kernel, "kernel");
  machine.add("CPU", environment.cpu, "cpu");
  machine.add("CPU cores", cores_text(environment), "cpu_cores");
  machine.add("Memory", memory_text(environment), "memory_bytes");
  machine.add("Git revision", environment.git_revision, "git.revision");
}

}  // namespace

Table environment_table(Profile const& profile, Environment const* environment) {
  Table table{{{"key", ColumnKind::text}, {"value", ColumnKind::text}}, {}};
  table.rows.push_back({std::string("Source"), or_unknown(profile.source)});
  table.rows.push_back({std::string("Collected by"), or_unknown(profile.tool)});
  for (Device const& device : profile.devices)
    table.rows.push_back({std::string("Device"), device_text(device)});
  if (profile.devices.empty()) table.rows.push_back({std::string("Device"), or_unknown("")});
  table.rows.push_back({std::string("Processes"), profile.processes.empty()
                                                      ? or_unknown("")
                                                      : std::to_string(profile.processes.size())});
  if (environment == nullptr) {
    table.rows.push_back({std::string("Machine"), std::string("n/a (no env.json belongs to this input)")});
  } else {
    add_machine(table, *environment);
  }
  return table;
}

}  // namespace llmprof::inline v0
