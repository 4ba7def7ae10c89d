// SPDX-License-Identifier: MIT
#include "llmprof/parse/profile_json.hpp"

#include <limits>
#include <map>
#include <utility>

#include "libllmprof/model/names.hpp"
#include "libllmprof/parse/json_members.hpp"
#include "libllmprof/parse/measured_json.hpp"
#include "libllmprof/parse/profile_sums.hpp"
#include "libllmprof/parse/run_sums_json.hpp"
#include "libllmprof/support/json_reader.hpp"

namespace llmprof::inline v0 {
namespace {

Process read_process(JsonNode const& node) {
  return {.host = optional_text(node, "host"),
          .pid = node.at("pid").integer(),
          .start = optional_integer(node, "start_ns"),
          .name = optional_text(node, "name"),
          .rank = optional_integer(node, "rank")};
}

Device read_device(JsonNode const& node) {
  Device device = read_device_facts(node);
  device.host = optional_text(node, "host");
  device.ordinal = node.at("ordinal").integer();
  return device;
}

/// The bucket of the longest duration there can be.
std::size_t bucket_count() {
  Histogram longest;
  longest.add(std::numeric_limits<std::int64_t>::max());
  return longest.buckets().rbegin()->first + std::size_t{1};
}

Histogram read_histogram(JsonNode const& array) {
  static std::size_t const buckets = bucket_count();
  Histogram histogram;
  for_each(array, [&](JsonNode const& pair) {
    if (pair.size() != 2) pair.fail("expected [bucket, count]");
    std::uint64_t const count = pair[1].count();
    if (count > std::numeric_limits<std::uint64_t>::max() - histogram.count())
      pair.fail("the counts overflow");
    histogram.add_bucket(pair[0].index(buckets), count);
  });
  return histogram;
}

TokenSource token_source(JsonNode const& phase) {
  auto const node = phase.find("tokens_from");
  if (!node) return TokenSource::none;
  auto const source = token_source_named(node->string());
  if (!source) node->fail("expected none, mark, payload, label, steps or several");
  return *source;
}

std::optional<GpuTime> read_gpu_time(JsonNode const& owner) {
  auto const node = owner.find("gpu_time");
  if (!node) return std::nullopt;
  return GpuTime{.kernels_busy_ns = node->at("kernels_busy_ns").duration(),
                 .compute_busy_ns = node->at("compute_busy_ns").duration(),
                 .memory_ns = node->at("memory_ns").duration(),
                 .idle_submitted_ns = node->at("idle_submitted_ns").duration(),
                 .idle_after_copy_ns = node->at("idle_after_copy_ns").duration(),
                 .idle_after_wait_ns = optional_duration(*node, "idle_after_wait_ns"),
                 .idle_host_ns = node->at("idle_host_ns").duration(),
                 .after_ns = node->at("after_ns").duration(),
                 .launch_delay_ns = node->at("launch_delay_ns").duration(),
                 .in_graphs = node->at("in_graphs").count(),
                 .delayed = node->at("delayed").count()};
}

/// Reads the parts of a profile that refer to its lists by index.
class ProfileReader {
 public:
  explicit ProfileReader(Profile const& lists) : lists_(lists) {}

  [[nodiscard]] std::uint32_t process(JsonNode const& node) const {
    return node.index(lists_.processes.size());
  }
  [[nodiscard]] std::uint32_t device(JsonNode const& node) const { return node.index(lists_.devices.size()); }

  [[nodiscard]] KernelStats kernel(JsonNode const& node) const {
    KernelStats stats{.kernel = node.at("kernel").index(lists_.kernel_names.size()),
                      .device = no_index,
                      .calls = node.at("calls").count(),
                      .total_ns = optional_duration(node, "total_ns"),
                      .mean_ns = optional_number(node, "mean_ns"),
                      .min_ns = optional_duration(node, "min_ns"),
                      .median_ns = optional_number(node, "median_ns"),
                      .median_kind = MedianKind::exact,
                      .max_ns = optional_duration(node, "max_ns"),
                      .stddev_ns = optional_number(node, "stddev_ns"),
                      .sum_of_squares = optional_number(node, "sum_of_squares_ns2"),
                      .histogram = read_histogram(node.at("histogram"))};
    if (auto const found = node.find("device")) stats.device = device(*found);
    auto const kind = median_kind_named(node.at("median_kind").string());
    if (!kind) node.at("median_kind").fail("expected exact, histogram or reported");
    stats.median_kind = *kind;
    return stats;
  }

  [[nodiscard]] DeviceShare device_share(JsonNode const& node) const {
    return {.device = device(node.at("device")),
            .calls = node.at("calls").count(),
            .kernel_ns = node.at("kernel_ns").duration(),
            .exclusive_kernel_ns = known_duration(node, "exclusive_kernel_ns"),
            .gpu_busy_ns = node.at("gpu_busy_ns").duration(),
            .time = read_gpu_time(node)};
  }

  [[nodiscard]] std::vector<DeviceShare> device_shares(JsonNode const& array) const {
    return list_of<DeviceShare>(array, [&](JsonNode const& node) { return device_share(node); });
  }

  [[nodiscard]] ProcessShare process_share(JsonNode const& node) const {
    return {.process = process(node.at("process")),
            .instances = node.at("instances").count(),
            .wall_ns = node.at("wall_ns").duration(),
            .span_ns = optional_duration(node, "span_ns"),
            .asynchronous = optional_boolean(node, "asynchronous"),
            .kernel_ns = node.at("kernel_ns").duration(),
            .exclusive_kernel_ns = node.at("exclusive_kernel_ns").duration(),
            .gpu_busy_ns = node.at("gpu_busy_ns").duration(),
            .calls = node.at("calls").count(),
            .tokens = optional_integer(node, "tokens"),
            .devices = device_shares(node.at("devices"))};
  }

  [[nodiscard]] PhaseProfile phase(JsonNode const& node) const {
    PhaseProfile phase;
    phase.path = read_path(node.at("path"));
    read_figures(node, phase);
    phase.tokens_from = token_source(node);
    phase.with_gpu_work = optional_count(node, "with_gpu_work");
    phase.gpu_time = read_gpu_time(node);
    if (auto const step = node.find("step")) {
      phase.step = parse_step_kind(step->string());
      if (!phase.step) step->fail("expected prefill, decode, mixed or other");
    }
    if (auto const many = optional_number(node, "side_by_side"); many && *many >= 1)
      phase.side_by_side = many;
    if (auto const start_end = node.find("start_end")) phase.start_end = start_end->boolean();
    if (auto const replayed = node.find("replayed")) {
      phase.replayed = {replayed->at("calls").count(), replayed->at("kernel_ns").duration(),
                        replayed->at("gpu_busy_ns").duration()};
    }
    phase.by_device = device_shares(node.at("by_device"));
    phase.by_process = list_of<ProcessShare>(node.at("by_process"),
                                             [&](JsonNode const& share) { return process_share(share); });
    phase.kernels = kernels(node.at("kernels"));
    read_rows(node.at("rows"), phase);
    return phase;
  }

  [[nodiscard]] std::vector<KernelStats> kernels(JsonNode const& array) const {
    return list_of<KernelStats>(array, [&](JsonNode const& node) { return kernel(node); });
  }

  [[nodiscard]] OutsideThread outside_thread(JsonNode const& node) const {
    return {.process = process(node.at("process")),
            .tid = node.at("tid").integer(),
            .name = optional_text(node, "name"),
            .calls = node.at("calls").count(),
            .kernel_ns = node.at("kernel_ns").duration()};
  }

 private:
  void read_rows(JsonNode const& rows, PhaseProfile& phase) const {
    phase.rows_sampled = rows.at("sampled").boolean();
    std::map<std::string, std::size_t> columns;
    for_each(rows.at("columns"),
             [&](JsonNode const& name) { columns.emplace(name.string(), columns.size()); });
    for (char const* name : {"process", "thread", "start_ns", "wall_ns", "gpu_start_ns", "span_ns",
                             "kernel_ns", "gpu_busy_ns", "calls", "tokens"}) {
      if (!columns.contains(name)) rows.at("columns").fail("column '" + std::string(name) + "' is missing");
    }
    phase.rows = list_of<PhaseInstance>(rows.at("values"), [&](JsonNode const& row) {
      if (row.size() != columns.size()) row.fail("expected a value for each column");
      PhaseInstance made = instance([&](char const* name) { return row[columns.at(name)]; });
      if (auto const step = columns.find("step_ns"); step != columns.end()) {  // files of 0.1.0 have none
        if (JsonNode const node = row[step->second]; !node.is_null()) made.step_ns = node.duration();
      }
      made.gpu_union_ns = made.gpu_busy_ns;  // files of 0.1.0 have none
      if (auto const own = columns.find("gpu_union_ns"); own != columns.end())
        made.gpu_union_ns = row[own->second].duration();
      if (auto const devices = columns.find("devices"); devices != columns.end()) {
        made.devices = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(row[devices->second].count(), lists_.devices.size()));
      }
      return made;
    });
  }

  template <class At>
  [[nodiscard]] PhaseInstance instance(At const& at) const {
    PhaseInstance row{.process = process(at("process")),
                      .thread = at("thread").integer(),
                      .start = at("start_ns").integer(),
                      .wall_ns = at("wall_ns").duration(),
                      .gpu_start = {},
                      .span_ns = {},
                      .kernel_ns = at("kernel_ns").duration(),
                      .gpu_busy_ns = at("gpu_busy_ns").duration(),
                      .calls = at("calls").count(),
                      .tokens = {}};
    if (JsonNode const node = at("gpu_start_ns"); !node.is_null()) row.gpu_start = node.integer();
    if (JsonNode const node = at("span_ns"); !node.is_null()) row.span_ns = node.duration();
    if (JsonNode const node = at("tokens"); !node.is_null()) row.tokens = node.integer();
    return row;
  }

  Profile const& lists_;
};

TimelineTrack read_track(JsonNode const& node) {
  TimelineTrack track{.name = node.at("name").string(), .busy = {}};
  track.busy = list_of<float>(node.at("busy"), [](JsonNode const& share) {
    if (share.is_null()) return std::numeric_limits<float>::quiet_NaN();
    double const busy = share.number();
    if (busy < 0 || busy > 1) share.fail("expected a share between 0 and 1");
    return static_cast<float>(busy);
  });
  return track;
}

Timeline read_timeline(JsonNode const& node) {
  return {.start = node.at("start_ns").integer(),
          .bin_ns = node.at("bin_ns").duration(),
          .tracks = list_of<TimelineTrack>(node.at("tracks"), read_track)};
}

CollectionCost read_collection(JsonNode const& node) {
  return {.processes = node.at("processes").count(),
          .ranges = node.at("ranges").count(),
          .launches = node.at("launches").count(),
          .gpu_records = node.at("gpu_records").count(),
          .dropped = node.at("dropped").count(),
          .spool_bytes = node.at("spool_bytes").count(),
          .flush_ns = optional_duration(node, "flush_ns"),
          .callback_ns = optional_duration(node, "callback_ns"),
          .workload_wall_ns = node.at("workload_wall_ns").duration(),
          .without_wall_ns = optional_duration(node, "without_wall_ns")};
}

void read_head(JsonNode const& root, Profile& profile) {
  profile.source = optional_text(root, "source");
  profile.tool = optional_text(root, "tool");
  profile.has_timeline = root.at("has_timeline").boolean();
  profile.capture_ns = optional_duration(root, "capture_ns");
  profile.start_utc_ns = optional_integer(root, "start_utc_ns");
  profile.processes = list_of<Process>(root.at("processes"), read_process);
  profile.devices = list_of<Device>(root.at("devices"), read_device);
  profile.kernel_names =
      list_of<std::string>(root.at("kernel_names"), [](JsonNode const& name) { return name.string(); });
}

}  // namespace

Profile read_profile_json(std::string_view text, std::string source) {
  JsonDocument const document(text, std::move(source));
  document.expect_schema("llmprof.profile", 1);
  JsonNode const root = document.root();
  Profile profile;
  read_head(root, profile);
  ProfileReader const reader(profile);
  profile.total = read_kernel_total(root.at("total"));
  profile.outside = read_kernel_total(root.at("outside"));
  profile.no_launch_record = read_kernel_total(root.at("no_launch_record"));
  profile.gpu_busy_ns = root.at("gpu_busy_ns").duration();
  profile.hidden_graphs = {.launches = root.at("hidden_graphs").at("launches").count(),
                           .gpu_ns = root.at("hidden_graphs").at("gpu_ns").duration()};
  profile.lost_launches = optional_count(root, "lost_launches").value_or(0);
  profile.outside_threads = list_of<OutsideThread>(
      root.at("outside_threads"), [&](JsonNode const& node) { return reader.outside_thread(node); });
  profile.kernels = reader.kernels(root.at("kernels"));
  if (auto const shapes = root.find("shapes"); shapes) {
    profile.shapes =
        list_of<KernelShape>(*shapes, [&](JsonNode const& node) { return read_kernel_shape(node, profile); });
  }
  if (auto const work = root.find("work"); work) {
    profile.work =
        list_of<KernelWork>(*work, [&](JsonNode const& node) { return read_kernel_work(node, profile); });
  }
  if (auto const measured = root.find("measured"); measured) {
    profile.measured = list_of<MeasuredKernel>(
        *measured, [&](JsonNode const& node) { return read_measured_kernel(node, profile); });
  }
  profile.phases =
      list_of<PhaseProfile>(root.at("phases"), [&](JsonNode const& node) { return reader.phase(node); });
  profile.timeline = read_timeline(root.at("timeline"));
  if (auto const cost = root.find("collection"); cost) profile.collection = read_collection(*cost);
  if (auto const sums = root.find("whole_run"); sums) profile.whole_run = read_whole_run(*sums);
  profile.diagnostics = list_of<Diagnostic>(root.at("diagnostics"), read_diagnostic);
  check_sums_of(root, profile);
  return profile;
}

}  // namespace llmprof::inline v0
