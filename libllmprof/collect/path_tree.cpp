// SPDX-License-Identifier: MIT
#include "libllmprof/collect/path_tree.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

std::size_t PathTree::HashOfStep::operator()(Step const& step) const noexcept {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15ULL;
  std::uint64_t const inner = std::uint64_t{step.name} << 32U | step.domain;
  std::uint64_t const mixed = (inner * odd + step.around) * odd;
  return static_cast<std::size_t>(mixed ^ mixed >> 32U);
}

std::uint32_t PathTree::inside(std::uint32_t path, std::uint16_t domain, std::uint32_t name) {
  Node const& node = nodes_[path];
  if (node.stands_for_others) return path;
  Step const step{path, name, domain};
  if (node.last_inside != 0 && node.last_step == step) return node.last_inside;
  std::uint32_t const found = find_or_make(step);
  nodes_[path].last_step = step;
  nodes_[path].last_inside = found;
  return found;
}

std::uint32_t PathTree::find_or_make(Step const& step) {
  auto const known = numbers_.find(step);
  if (known != numbers_.end()) return known->second;
  if (numbers_.size() >= most_ || !names_.may_know(step.name)) return others_of(step.around);
  std::uint32_t const made = make(step);
  numbers_.emplace(step, made);
  return made;
}

std::uint32_t PathTree::make(Step const& step) {
  nodes_.push_back(Node{step});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t PathTree::others_of(std::uint32_t path) {
  if (nodes_[path].others == 0) {
    std::uint32_t const made = make({.around = path});
    nodes_[made].stands_for_others = true;
    nodes_[path].others = made;
  }
  return nodes_[path].others;
}

std::vector<Label> PathTree::labels(std::uint32_t path) const {
  if (nodes_[path].stands_for_others) return {{{}, std::string(other_name)}};
  std::vector<Label> labels;
  for (; path != outside; path = nodes_[path].around) {
    labels.push_back(names_.label(static_cast<std::uint16_t>(nodes_[path].domain), nodes_[path].name));
  }
  std::reverse(labels.begin(), labels.end());
  return labels;
}

}  // namespace llmprof::inline v0
