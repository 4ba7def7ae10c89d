// SPDX-License-Identifier: MIT
// Who and where: strings, versions, GPUs, names of processes and threads, what nsys itself reported.
#include <algorithm>
#include <map>

#include "libllmprof/parse/device_fact.hpp"
#include "libllmprof/parse/nsys_reader.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_tool_diagnostics = 20;

bool is_known_uuid(std::string_view uuid) { return uuid.find_first_not_of("0-") != std::string_view::npos; }

/// What concerns the CUDA and NVTX events that the figures rest on; the rest (CPU sampling, OpenGL) is by the
/// way.
bool concerns_gpu(std::string_view text) {
  for (std::string_view const word : {"CUDA", "NVTX", "CUPTI", "GPU", "rrors occurred"}) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (char const c : text) {
    bool const blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace

void NsysReader::require_nsys_export() const {
  for (auto const* const table : {"StringIds", "NVTX_EVENTS", "CUPTI_ACTIVITY_KIND_KERNEL",
                                  "CUPTI_ACTIVITY_KIND_RUNTIME", "META_DATA_EXPORT", "EXPORT_META_DATA"}) {
    if (!file_.find_table(table).empty()) return;
  }
  std::string list;
  for (std::string const& name : file_.table_names()) list += (list.empty() ? "" : ", ") + name;
  throw ParseError(file_.source(), {},
                   "a SQLite file, but not an nsys export: it has " +
                       (list.empty() ? std::string("no tables") : "the tables " + list.substr(0, 200)) +
                       "; make one with: nsys export --type sqlite REPORT.nsys-rep");
}

void NsysReader::read_strings() {
  std::string const table = file_.find_table("StringIds");
  if (table.empty()) return;
  require(table, {"id", "value"});
  OddRows odd;
  file_.for_each(table, {"id", "value"}, [&](SqliteRow const& row) {
    if (!row.is_integer(0)) return odd.add("'id' is not a number");
    auto const index = static_cast<std::uint64_t>(row.integer(0));
    StringId const text = builder_.intern(row.text(1));
    if (index == first_strings_.size()) {
      first_strings_.push_back(text);
    } else {
      strings_[row.integer(0)] = text;
    }
  });
  report_odd_rows(table, odd);
}

void NsysReader::read_metadata() {
  std::map<std::string, std::string, std::less<>> values;
  for (auto const* const name : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
    std::string const table = file_.find_table(name);
    if (table.empty()) continue;
    file_.for_each(table, present(table, {"name", "value"}), [&](SqliteRow const& row) {
      values.emplace(std::string(row.text(0)), std::string(row.text(1)));
    });
  }
  Trace& trace = builder_.trace();
  std::string const product = values["EXPORT_PRODUCT_NAME"];
  std::string const version = values["EXPORT_PRODUCT_VERSION"];
  trace.tool = product.empty() ? "Nsight Systems (version not recorded)" : product;
  if (!version.empty()) trace.tool += " " + version;

  std::string const table = file_.find_table("TARGET_INFO_SESSION_START_TIME");
  if (table.empty()) return;
  file_.for_each(table, present(table, {"utcEpochNs"}),
                 [&](SqliteRow const& row) { trace.start_utc_ns = row.optional_integer(0); });
}

void NsysReader::read_gpus() {
  std::string const table = file_.find_table("TARGET_INFO_GPU");
  if (table.empty()) return read_old_gpus();
  auto const columns = present(table, {"id", "name", "uuid", "cuDevice", "computeMajor", "computeMinor",
                                       "smCount", "clockRate", "memoryBandwidth", "totalMemory"});
  file_.for_each(table, columns, [&](SqliteRow const& row) {
    Gpu gpu;
    gpu.id = row.integer(0);
    gpu.facts.name = row.text(1);
    if (is_known_uuid(row.text(2))) gpu.facts.uuid = row.text(2);
    gpu.ordinal = row.optional_integer(3);
    gpu.facts.compute_major = capability_number(row.optional_integer(4));
    gpu.facts.compute_minor = capability_number(row.optional_integer(5));
    gpu.facts.sm_count = device_fact(row.optional_integer(6));
    gpu.facts.clock_hz = device_fact(row.optional_integer(7));
    gpu.facts.memory_bandwidth = device_fact(row.optional_integer(8));
    gpu.facts.memory_bytes = device_fact(row.optional_integer(9));
    gpus_.push_back(std::move(gpu));
  });
}

/// Before TARGET_INFO_GPU (2020) the GPUs stood here, a row per process, clocks in kHz and memory in MiB.
void NsysReader::read_old_gpus() {
  std::string const table = file_.find_table("TARGET_INFO_CUDA_GPU");
  if (table.empty()) return;
  auto const columns = present(table, {"deviceId", "name", "computeCapabilityMajor", "computeCapabilityMinor",
                                       "numMultiprocessors", "coreClockRate", "globalMemorySize"});
  file_.for_each(table, columns, [&](SqliteRow const& row) {
    Gpu gpu;
    gpu.id = row.integer(0);
    gpu.ordinal = gpu.id;
    gpu.facts.name = row.text(1);
    gpu.facts.compute_major = capability_number(row.optional_integer(2));
    gpu.facts.compute_minor = capability_number(row.optional_integer(3));
    gpu.facts.sm_count = device_fact(row.optional_integer(4));
    gpu.facts.clock_hz = device_fact(row.optional_integer(5), 1000);                       // kHz
    gpu.facts.memory_bytes = device_fact(row.optional_integer(6), std::int64_t{1} << 20);  // MiB
    gpus_.push_back(std::move(gpu));
  });
}

void NsysReader::read_cuda_devices() {
  std::string const table = file_.find_table("TARGET_INFO_CUDA_DEVICE");
  if (table.empty()) return;
  file_.for_each(table, present(table, {"pid", "cudaId", "gpuId"}), [&](SqliteRow const& row) {
    if (row.is_integer(2)) gpu_of_cuda_device_[{row.integer(0), row.integer(1)}] = row.integer(2);
  });
}

/// CUDA numbers devices per process (CUDA_VISIBLE_DEVICES), so the process's own table goes before the
/// machine's.
std::uint32_t NsysReader::device_of(std::int64_t pid, std::int64_t cuda_device) {
  auto const find = [&](auto const& matches) {
    auto const found = std::find_if(gpus_.begin(), gpus_.end(), matches);
    return found == gpus_.end() ? nullptr : &*found;
  };
  Gpu const* gpu = nullptr;
  if (auto const known = gpu_of_cuda_device_.find({pid, cuda_device}); known != gpu_of_cuda_device_.end()) {
    gpu = find([&](Gpu const& candidate) { return candidate.id == known->second; });
  }
  if (gpu == nullptr) gpu = find([&](Gpu const& candidate) { return candidate.ordinal == cuda_device; });
  if (gpu == nullptr) {
    gpu = find([&](Gpu const& candidate) { return !candidate.ordinal && candidate.id == cuda_device; });
  }
  if (gpu == nullptr) return builder_.device("", cuda_device);
  std::uint32_t const index = builder_.device("", gpu->ordinal.value_or(gpu->id));
  Device& device = builder_.trace().devices[index];
  auto const ordinal = device.ordinal;
  device = gpu->facts;
  device.ordinal = ordinal;
  return index;
}

void NsysReader::read_process_names() {
  std::string const table = file_.find_table("PROCESSES");
  if (table.empty()) return;
  file_.for_each(table, present(table, {"globalPid", "name"}), [&](SqliteRow const& row) {
    auto const known = processes_.find(process_part(row.integer(0)));
    // nsys's launcher becomes the workload by exec and keeps its pid
    if (known == processes_.end() || row.text(1) == "nsys-launcher") return;
    builder_.trace().processes[known->second].name = row.text(1);
  });
}

void NsysReader::read_thread_names() {
  std::string const table = file_.find_table("ThreadNames");
  if (table.empty()) return;
  file_.for_each(table, present(table, {"globalTid", "nameId"}), [&](SqliteRow const& row) {
    auto const known = threads_.find(row.integer(0));
    if (known == threads_.end()) return;
    Trace& trace = builder_.trace();
    trace.threads[known->second].name = trace.strings[name_of(row, 1)];
  });
}

void NsysReader::read_tool_diagnostics() {
  std::string const table = file_.find_table("DIAGNOSTIC_EVENT");
  if (table.empty()) return;
  std::string const who = is_ours() ? "collector: " : "nsys: ";
  std::vector<std::string> seen;
  file_.for_each(table, present(table, {"severity", "text"}), [&](SqliteRow const& row) {
    constexpr std::int64_t nsys_warning = 2;
    if (row.integer(0) < nsys_warning || seen.size() >= most_tool_diagnostics) return;
    std::string text = on_one_line(row.text(1));
    if (std::find(seen.begin(), seen.end(), text) != seen.end()) return;
    seen.push_back(text);
    if (is_ours() || concerns_gpu(text)) {
      builder_.warn(who + text);
    } else {
      builder_.note(who + text);
    }
  });
}

}  // namespace llmprof::inline v0
