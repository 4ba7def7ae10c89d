// SPDX-License-Identifier: MIT
// Where the nodes of CUDA graphs were captured: creation of nodes, and the edges from clones to originals.
#include "libllmprof/parse/nsys_reader.hpp"

namespace llmprof::inline v0 {

/// Newer versions of nsys keep nodes in a table of their own; 2023 and 2024 among the graph events.
void NsysReader::read_graph_nodes() {
  for (auto const* const name : {"CUDA_GRAPH_NODE_EVENTS", "CUDA_GRAPH_EVENTS"}) {
    std::string const table = file_.find_table(name);
    std::vector<std::string> const columns{"start", "globalTid", "graphNodeId", "originalGraphNodeId"};
    if (table.empty() || present(table, {"graphNodeId"}).front().empty()) continue;
    OddRows odd;
    file_.for_each(table, present(table, columns), [&](SqliteRow const& row) {
      if (!row.is_integer(0) || !row.is_integer(1) || !row.is_integer(2) || !is_sane(row.integer(0))) {
        if (odd.count++ == 0)
          odd.first = "'start', 'globalTid' or 'graphNodeId' is not a number, or out of range";
        return;
      }
      std::uint32_t const thread = thread_of(row.integer(1));
      NodeOrigin& origin = node_origins_[{builder_.trace().threads[thread].process, row.integer(2)}];
      if (row.is_integer(3)) origin.original = row.integer(3);
      // A clone is created, too; the first row is the one that counts.
      if (origin.thread != no_index && origin.created <= row.integer(0)) return;
      origin.thread = thread;
      origin.created = row.integer(0);
    });
    report_odd_rows(table, odd);
  }
}

std::uint32_t NsysReader::graph_node_of(std::uint32_t process, SqliteRow const& row, std::size_t cell) {
  if (node_origins_.empty() || !row.is_integer(cell) || row.integer(cell) == 0) return no_index;
  auto& nodes = builder_.trace().graph_nodes;
  auto const [entry, is_new] =
      graph_nodes_.try_emplace({process, row.integer(cell)}, static_cast<std::uint32_t>(nodes.size()));
  if (is_new) nodes.emplace_back().id = row.integer(cell);
  return entry->second;
}

/// Follows every node to the one that it is a clone of, and that one to the capture that it was created in.
void NsysReader::find_captures() {
  constexpr int most_clones = 64;  // a hostile file may clone in a circle
  for (auto const& [key, index] : graph_nodes_) {
    auto origin = node_origins_.find(key);
    for (int i = 0; i < most_clones && origin != node_origins_.end() && origin->second.original != 0; ++i) {
      origin = node_origins_.find({key.first, origin->second.original});
    }
    if (origin == node_origins_.end()) continue;
    auto const begin = capture_around(origin->second.thread, origin->second.created);
    if (!begin) continue;  // built node by node: no range was opened inside a capture
    GraphNode& node = builder_.trace().graph_nodes[index];
    node.thread = origin->second.thread;
    node.created = origin->second.created;
    node.capture_begin = *begin;
  }
}

}  // namespace llmprof::inline v0
