// SPDX-License-Identifier: MIT
#include "llmprof/parse/nsys_sqlite.hpp"

#include <algorithm>
#include <utility>

#include "libllmprof/parse/nsys_reader.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/input.hpp"

namespace llmprof::inline v0 {

NsysReader::NsysReader(SqliteFile file, bool launch_shapes)
    : file_(std::move(file)), builder_(file_.source()), launch_shapes_(launch_shapes) {}

Trace NsysReader::read() {
  require_nsys_export();
  builder_.trace().format = to_string(InputKind::sqlite);
  read_strings();
  read_metadata();
  read_gpus();
  read_cuda_devices();
  read_graph_nodes();
  start_runtime();
  read_kernels();
  read_memory_operations("CUPTI_ACTIVITY_KIND_MEMCPY", MemoryOperationKind::copy);
  read_memory_operations("CUPTI_ACTIVITY_KIND_MEMSET", MemoryOperationKind::set);
  read_graph_launches();
  read_host_waits();
  read_runtime();
  apply_launches();
  find_captures();
  report_lost_launches();
  read_nvtx();
  read_process_names();
  read_thread_names();
  read_tool_diagnostics();
  return builder_.finish();
}

std::vector<std::string> NsysReader::present(std::string const& table, std::vector<std::string> names) const {
  auto const& columns = file_.columns(table);
  for (std::string& name : names) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) name.clear();
  }
  return names;
}

void NsysReader::require(std::string const& table, std::vector<std::string> const& names) const {
  auto const& columns = file_.columns(table);
  for (std::string const& name : names) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
      std::string list;
      for (std::string const& column : columns) list += (list.empty() ? "" : ", ") + column;
      throw ParseError(file_.source(), {},
                       "table " + table + " has no column '" + name + "' (it has: " + list + ")");
    }
  }
}

StringId NsysReader::name_of(SqliteRow const& row, std::size_t cell) {
  return row.is_text(cell) ? builder_.intern(row.text(cell)) : name_of(row.integer(cell));
}

StringId NsysReader::name_of(std::int64_t string_id) {
  auto const index = static_cast<std::uint64_t>(string_id);
  if (index < first_strings_.size()) return first_strings_[index];
  if (auto const known = strings_.find(string_id); known != strings_.end()) return known->second;
  return strings_[string_id] =
             builder_.intern("(name " + std::to_string(string_id) + " is not in StringIds)");
}

std::uint32_t NsysReader::process_of(std::int64_t global_id) {
  std::int64_t const key = process_part(global_id);
  auto const [entry, is_new] = processes_.try_emplace(key, no_index);
  if (is_new) {
    auto const host = key >> 48;
    entry->second =
        builder_.process(host == 1 || host == 0 ? "" : "host " + std::to_string(host), pid_of(key));
  }
  return entry->second;
}

std::uint32_t NsysReader::thread_of(std::int64_t global_tid) {
  auto const [entry, is_new] = threads_.try_emplace(global_tid, no_index);
  if (is_new) entry->second = builder_.thread(process_of(global_tid), tid_of(global_tid));
  return entry->second;
}

std::uint32_t NsysReader::stream_of(std::int64_t global_pid, std::int64_t device, std::int64_t context,
                                    std::int64_t stream) {
  StreamKey const key{global_pid, device, context, stream};
  if (last_stream_.second != no_index && key == last_stream_.first) return last_stream_.second;
  auto const [entry, is_new] = streams_.try_emplace(key, no_index);
  if (is_new) {
    entry->second = builder_.stream({.process = process_of(global_pid),
                                     .device = device_of(pid_of(global_pid), device),
                                     .context = context,
                                     .stream = stream});
  }
  last_stream_ = *entry;
  return entry->second;
}

void NsysReader::report_odd_rows(std::string const& table, OddRows const& odd) {
  if (odd.count == 0) return;
  builder_.warn("table " + table + ": " + std::to_string(odd.count) +
                " row(s) left out; the first: " + odd.first);
}

Trace read_nsys_sqlite(std::filesystem::path const& path, ReadOptions const& options) {
  return NsysReader(SqliteFile::open(path, options.progress), options.launch_shapes).read();
}

Trace read_nsys_sqlite_bytes(std::string bytes, std::string source, ReadOptions const& options) {
  auto file = SqliteFile::from_bytes(std::move(bytes), std::move(source), options.progress);
  return NsysReader(std::move(file), options.launch_shapes).read();
}

}  // namespace llmprof::inline v0
