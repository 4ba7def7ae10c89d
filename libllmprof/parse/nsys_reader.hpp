// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libllmprof/model/capture_advice.hpp"
#include "libllmprof/parse/api_calls.hpp"
#include "libllmprof/parse/launch_join.hpp"
#include "libllmprof/parse/odd_rows.hpp"
#include "libllmprof/parse/sane_time.hpp"
#include "libllmprof/parse/sqlite_file.hpp"
#include "llmprof/parse/trace_builder.hpp"

namespace llmprof::inline v0 {

/// Reads one nsys export into a TraceBuilder, table by table.
class NsysReader {
 public:
  NsysReader(SqliteFile file, bool launch_shapes);

  [[nodiscard]] Trace read();

 private:
  // nsys_environment.cpp: who and where
  void require_nsys_export() const;
  void read_strings();
  void read_metadata();
  void read_gpus();
  void read_old_gpus();
  void read_cuda_devices();
  void read_process_names();
  void read_thread_names();
  void read_tool_diagnostics();

  // nsys_graphs.cpp: where the nodes of CUDA graphs were captured
  void read_graph_nodes();
  [[nodiscard]] std::uint32_t graph_node_of(std::uint32_t process, SqliteRow const& row, std::size_t cell);
  void find_captures();

  // nsys_gpu_events.cpp: what ran on the GPUs
  void read_kernels();
  void read_memory_operations(std::string const& table, MemoryOperationKind kind);
  void read_graph_launches();
  void read_host_waits();
  void expect_launch(SqliteRow const& row, std::uint32_t stream, std::uint32_t operation);

  // nsys_runtime.cpp: which API call launched it
  void start_runtime();
  void read_runtime();
  void apply_launches();
  /// Our own collector writes the same tables.
  [[nodiscard]] bool is_ours() { return is_of_our_collector(builder_.trace().tool); }
  void report_lost_launches();
  [[nodiscard]] std::optional<Nanoseconds> capture_around(std::uint32_t thread, Nanoseconds time) const;

  // nsys_nvtx.cpp
  class NvtxPass;
  void read_nvtx();

  /// `names` with those that the table lacks replaced by "", which reads as NULL.
  [[nodiscard]] std::vector<std::string> present(std::string const& table,
                                                 std::vector<std::string> names) const;
  void require(std::string const& table, std::vector<std::string> const& names) const;

  /// The text that a StringIds cell refers to; a text cell is taken as it is.
  [[nodiscard]] StringId name_of(SqliteRow const& row, std::size_t cell);
  [[nodiscard]] StringId name_of(std::int64_t string_id);
  [[nodiscard]] std::uint32_t process_of(std::int64_t global_id);
  [[nodiscard]] std::uint32_t thread_of(std::int64_t global_tid);
  [[nodiscard]] std::uint32_t device_of(std::int64_t pid, std::int64_t cuda_device);
  [[nodiscard]] std::uint32_t stream_of(std::int64_t global_pid, std::int64_t device, std::int64_t context,
                                        std::int64_t stream);
  void report_odd_rows(std::string const& table, OddRows const& odd);

  struct StreamKey {
    std::int64_t global_pid, device, context, stream;
    friend auto operator<=>(StreamKey const&, StreamKey const&) = default;
  };
  struct Gpu {
    std::int64_t id = 0;                  // as nsys numbers it
    std::optional<std::int64_t> ordinal;  // as CUDA numbers it
    Device facts;
  };
  struct NodeOrigin {
    std::uint32_t thread = no_index;
    Nanoseconds created = 0;
    std::int64_t original = 0;  // node that it was cloned from; 0: none
  };
  struct LaunchCall {
    std::uint32_t thread;
    Nanoseconds start;
  };

  SqliteFile file_;
  TraceBuilder builder_;
  bool launch_shapes_;
  std::optional<ApiCalls> calls_;
  LaunchJoin join_;
  std::vector<StringId> first_strings_;  // of the ids from 0 on, which are nearly all of them
  std::unordered_map<std::int64_t, StringId> strings_;
  std::unordered_map<std::int64_t, std::uint32_t> processes_;  // by global pid
  std::unordered_map<std::int64_t, std::uint32_t> threads_;    // by global tid
  std::map<StreamKey, std::uint32_t> streams_;
  std::pair<StreamKey, std::uint32_t> last_stream_{{}, no_index};  // none: any key may stand in a file
  std::vector<Gpu> gpus_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> gpu_of_cuda_device_;  // (pid, CUDA ordinal)

  std::map<std::pair<std::uint32_t, std::int64_t>, NodeOrigin> node_origins_;    // (process, node id)
  std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> graph_nodes_;  // index into the trace's

  std::uint64_t launch_calls_ = 0;
  std::vector<LaunchCall> unmatched_calls_;
  std::map<std::uint32_t, std::vector<std::pair<Nanoseconds, bool>>> captures_;  // per thread: (time, begins)
};

/// pid and tid as nsys packs them: host << 48 | pid << 24 | tid.
[[nodiscard]] constexpr std::int64_t pid_of(std::int64_t global_id) noexcept {
  return global_id >> 24 & 0xffffff;
}
[[nodiscard]] constexpr std::int64_t tid_of(std::int64_t global_id) noexcept { return global_id & 0xffffff; }
[[nodiscard]] constexpr std::int64_t process_part(std::int64_t global_id) noexcept {
  return global_id & ~std::int64_t{0xffffff};
}

}  // namespace llmprof::inline v0
