// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "llmprof/model/label.hpp"
#include "llmprof/model/string_table.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// The paths of regions. Numbers of parents are smaller than those of their children.
class RegionTree {
 public:
  /// no_index: outside any region.
  using Node = std::uint32_t;

  RegionTree(std::size_t max_nodes, std::size_t max_depth) : max_nodes_(max_nodes), max_depth_(max_depth) {}

  /// The region of that path, made where it is new; one around it where there is no room for it.
  Node find_or_add(std::vector<Label> const& path);

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  [[nodiscard]] Node parent(Node node) const { return entries_.at(node).parent; }
  [[nodiscard]] Label const& label(Node node) const { return entries_.at(node).label; }
  [[nodiscard]] std::vector<Label> path(Node node) const;

  /// How often there was no room.
  [[nodiscard]] std::uint64_t cut() const noexcept { return cut_; }

 private:
  struct Entry {
    Node parent;
    Label label;
  };

  Node child(Node parent, Label const& label);

  std::size_t max_nodes_;
  std::size_t max_depth_;
  std::vector<Entry> entries_;
  StringTable labels_;
  std::unordered_map<std::uint64_t, Node> children_;  // by parent and label
  std::uint64_t cut_ = 0;
};

}  // namespace llmprof::inline v0
