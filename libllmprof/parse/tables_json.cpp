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
    phase.processes = known_count(node, "processes");
    phase.instances = known_count(node, "instances");
    phase.wall_ns = known_duration(node, "wall_ns");
    phase.span_ns = known_duration(node, "span_ns");
    phase.asynchronous = optional_boolean(node, "asynchronous");
    phase.kernel_ns = known_duration(node, "kernel_ns");
    phase.exclusive_kernel_ns = known_duration(node, "exclusive_kernel_ns");
    phase.gpu_busy_ns = known_duration(node, "gpu_busy_ns");
    phase.calls = known_count(node, "calls");
    phase.tokens = optional_integer(node, "tokens");
    phase.by_device =
        list_of<DeviceShare>(node.at("devices"), [&](JsonNode const& share) { return device_share(share); });
    return phase;
  }

 private:
  DeviceShare device_share(JsonNode const& node) {
    return {.device = device(node.at("device").string()),
            .calls = node.at("calls").count(),
            .kernel_ns = node.at("kernel_ns").duration(),
            .exclusive_kernel_ns = 0,
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

void take_away(std::vector<DeviceShare>& from, std::vector<DeviceShare> const& inside) {
  for (DeviceShare const& part : inside) {
    auto const share = std::find_if(from.begin(), from.end(),
                                    [&](DeviceShare const& whole) { return whole.device == part.device; });
    if (share != from.end()) share->exclusive_kernel_ns -= part.kernel_ns;
  }
}

bool is_exclusive_time(PhaseProfile const& phase) {
  std::int64_t sum = 0;
  for (DeviceShare const& share : phase.by_device) {
    if (share.exclusive_kernel_ns < 0) return false;
    sum += share.exclusive_kernel_ns;
  }
  return phase.exclusive_kernel_ns == sum;
}

/// The document has the exclusive time of a phase, but not by device: it is the inclusive time without that
/// of the phases directly inside. It need not add up: two devices may have one label.
/// @param phases Their sums fit, as check_sums_of() found, so nothing here overflows.
void fill_exclusive_times(std::vector<PhaseProfile>& phases) {
  std::map<std::string, PhaseProfile*> by_path;
  for (PhaseProfile& phase : phases) {
    by_path.try_emplace(to_string(phase.path), &phase);
    for (DeviceShare& share : phase.by_device) share.exclusive_kernel_ns = share.kernel_ns;
  }
  for (PhaseProfile const& phase : phases) {
    std::vector<Label> const outer(phase.path.begin(), phase.path.end() - 1);
    auto const parent = by_path.find(to_string(outer));
    if (!outer.empty() && parent != by_path.end()) take_away(parent->second->by_device, phase.by_device);
  }
  for (PhaseProfile& phase : phases) {
    if (is_exclusive_time(phase)) continue;
    for (DeviceShare& share : phase.by_device) share.exclusive_kernel_ns = 0;
  }
}

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
  fill_exclusive_times(profile.phases);
  check_sums_of(root, profile);  // with these
  return profile;
}

}  // namespace llmprof::inline v0
