// SPDX-License-Identifier: MIT
#include "llmprof/parse/tables_json.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "libllmprof/model/device_named.hpp"
#include "libllmprof/parse/json_members.hpp"
#include "libllmprof/parse/profile_sums.hpp"
#include "libllmprof/support/checked_sum.hpp"
#include "libllmprof/support/json_reader.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

KernelRecord read_kernel(JsonNode const& node) {
  return {.name = node.at("name").string(),
          .device = optional_text(node, "device"),
          .calls = node.at("calls").count(),
          .total_ns = known_duration(node, "total_ns"),
          .mean_ns = optional_number(node, "mean_ns"),
          .min_ns = optional_duration(node, "min_ns"),
          .median_ns = optional_number(node, "median_ns"),
          .max_ns = optional_duration(node, "max_ns"),
          .stddev_ns = optional_number(node, "stddev_ns")};
}

/// What the listed kernels have together; unknown times add nothing.
KernelTotal sum_of(std::vector<KernelRecord> const& kernels) {
  KernelTotal sum{0, 0};
  for (KernelRecord const& kernel : kernels) {
    add_checked(sum.calls, kernel.calls);
    add_checked(sum.kernel_ns, std::optional(kernel.total_ns.value_or(0)));
  }
  return sum;
}

KernelTotal checked_sum_of(JsonNode const& list, std::vector<KernelRecord> const& kernels) {
  try {
    return sum_of(kernels);
  } catch (Error const& error) {
    list.fail(error.what());
  }
}

/// The sums of a list that was cut are not those of the capture, and nothing else would say so.
void compare_with_total(JsonNode const& root, StatsTables& tables) {
  KernelTotal const sum = checked_sum_of(root.at("kernels"), tables.kernels.front().kernels);
  std::uint64_t const calls = root.at("calls").count();
  auto const total_ns = known_duration(root, "total_ns");
  if (*sum.calls > calls) root.at("calls").fail("the kernels have more: " + std::to_string(*sum.calls));
  if (total_ns && *sum.kernel_ns > *total_ns)
    root.at("total_ns").fail("the kernels have more: " + std::to_string(*sum.kernel_ns));
  if (*sum.calls == calls) return;
  tables.diagnostics.push_back({Severity::warning,
                                "the list of kernels is cut (--top): it has " + std::to_string(*sum.calls) +
                                    " of " + std::to_string(calls) +
                                    " calls, and all sums here are of the kernels in it",
                                tables.source,
                                {}});
}

/// A row of `--by` has a part of a phase only, and not all that is needed to put the parts together.
void refuse_split(JsonNode const& phase) {
  auto const keys = phase.keys();
  for (char const* by : {"process", "device", "rank"}) {
    if (std::find(keys.begin(), keys.end(), by) == keys.end()) continue;
    phase.fail("was printed with --by " + std::string(by) +
               ", so it is a part of a phase; print the phases without --by");
  }
}

/// Makes the devices of a profile from their labels.
class PhasesReader {
 public:
  explicit PhasesReader(Profile& profile) : profile_(profile) {}

  PhaseProfile phase(JsonNode const& node) {
    refuse_split(node);
    PhaseProfile phase;
    phase.path = read_path(node.at("path"));
    read_figures(node, phase);
    phase.with_gpu_work.reset();
    phase.by_device =
        list_of<DeviceShare>(node.at("devices"), [&](JsonNode const& share) { return device_share(share); });
    return phase;
  }

 private:
  DeviceShare device_share(JsonNode const& node) {
    return {.device = device(node.at("device").string()),
            .calls = node.at("calls").count(),
            .kernel_ns = node.at("kernel_ns").duration(),
            .exclusive_kernel_ns = std::nullopt,
            .gpu_busy_ns = node.at("gpu_busy_ns").duration()};
  }

  std::uint32_t device(std::string const& label) {
    auto const [entry, is_new] =
        devices_.try_emplace(label, static_cast<std::uint32_t>(profile_.devices.size()));
    if (is_new) profile_.devices.push_back(device_named(label));
    return entry->second;
  }

  Profile& profile_;
  std::map<std::string, std::uint32_t> devices_;  // by label
};

}  // namespace

StatsTables read_kernels_json(std::string_view text, std::string source) {
  JsonDocument const document(text, source);
  document.expect_schema("llmprof.kernels", 1);
  JsonNode const root = document.root();
  StatsTables tables;
  tables.source = std::move(source);
  tables.kernels.push_back(
      {std::string(own_kernels_report), list_of<KernelRecord>(root.at("kernels"), read_kernel)});
  tables.diagnostics = list_of<Diagnostic>(root.at("diagnostics"), read_diagnostic);
  compare_with_total(root, tables);
  return tables;
}

Profile read_phases_json(std::string_view text, std::string source) {
  JsonDocument const document(text, source);
  document.expect_schema("llmprof.phases", 1);
  JsonNode const root = document.root();
  Profile profile;
  profile.source = std::move(source);
  profile.total = read_kernel_total(root.at("total"));
  profile.outside = read_kernel_total(root.at("outside"));
  profile.no_launch_record = read_kernel_total(root.at("no_launch_record"));
  PhasesReader reader(profile);
  profile.phases =
      list_of<PhaseProfile>(root.at("phases"), [&](JsonNode const& node) { return reader.phase(node); });
  profile.diagnostics = list_of<Diagnostic>(root.at("diagnostics"), read_diagnostic);
  check_sums_of(root, profile);
  return profile;
}

}  // namespace llmprof::inline v0
