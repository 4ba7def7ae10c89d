// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/region_tree.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

RegionTree::Node RegionTree::find_or_add(std::vector<Label> const& path) {
  Node node = no_index;
  std::size_t depth = 0;
  for (Label const& label : path) {
    Node const next = depth++ < max_depth_ ? child(node, label) : no_index;
    if (next == no_index) {
      ++cut_;
      break;
    }
    node = next;
  }
  return node;
}

RegionTree::Node RegionTree::child(Node parent, Label const& label) {
  StringId const name = labels_.intern(to_string(label));
  std::uint64_t const key = (std::uint64_t{parent} << 32) | static_cast<std::uint32_t>(name);
  auto const known = children_.find(key);
  if (known != children_.end()) return known->second;
  if (entries_.size() >= max_nodes_) return no_index;
  auto const node = static_cast<Node>(entries_.size());
  entries_.push_back({parent, label});
  children_.emplace(key, node);
  return node;
}

std::vector<Label> RegionTree::path(Node node) const {
  std::vector<Label> path;
  for (; node != no_index; node = parent(node)) path.push_back(label(node));
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace llmprof::inline v0
