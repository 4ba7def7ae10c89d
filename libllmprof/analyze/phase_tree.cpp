// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/phase_tree.hpp"

#include <algorithm>
#include <cctype>
#include <limits>

#include "llmprof/analyze/engine_label.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr StringId unknown_name{std::numeric_limits<std::uint32_t>::max()};

}  // namespace

std::string fold_numbers(std::string_view name) {
  std::string out;
  for (char const c : name) {
    bool const digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!digit) {
      out += c;
    } else if (out.empty() || out.back() != '#') {
      out += '#';
    }
  }
  return out;
}

std::string fold_counts(std::string_view name) {
  auto const is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t end = at;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (end == at) {
      out += name[at++];
      continue;
    }
    out += name.substr(at, end - at) == "0" ? '0' : '#';
    at = end;
  }
  return out;
}

std::size_t PhaseTree::NodeHash::operator()(Node const& node) const noexcept {
  std::uint64_t hash = node.parent;
  for (StringId const id : {node.domain, node.name}) {
    hash = (hash ^ static_cast<std::uint32_t>(id)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  }
  return hash;
}

PhaseTree::PhaseTree(Trace const& trace, Scopes const& scopes, std::size_t most) : trace_(trace) {
  if (assign(scopes, {most, false, false})) return;
  folded_ = true;
  if (assign(scopes, {most, true, false})) return;
  assign(scopes, {most, true, true});
}

StringId PhaseTree::name_in_tree(StringId name, bool fold) {
  StringId& known = known_names_[static_cast<std::uint32_t>(name)];
  if (known == unknown_name) {
    std::string_view const text = trace_.strings[name];
    if (!fold) return known = names_.intern(text);
    known = names_.intern(read_engine_label(text) ? fold_counts(text) : fold_numbers(text));
  }
  return known;
}

/// The phase of `range` below `parent`; no_index if there would be too many, unless the rest may go to
/// `other`.
std::uint32_t PhaseTree::child(std::uint32_t parent, Range const& range, Limit const& limit) {
  Node node{parent, name_in_tree(range.domain, limit.fold), name_in_tree(range.name, limit.fold)};
  auto found = index_.find(node);
  if (found == index_.end() && nodes_.size() + 1 >= limit.most) {
    if (!limit.overflow_to_other) return no_index;
    node = {no_index, StringId{}, names_.intern("other")};
    ++under_other_;
    found = index_.find(node);
  }
  if (found == index_.end()) {
    found = index_.emplace(node, size()).first;
    nodes_.push_back(node);
  }
  return found->second;
}

/// Gives every range its phase. @return false if there would be too many.
bool PhaseTree::assign(Scopes const& scopes, Limit const& limit) {
  nodes_.clear();
  index_.clear();
  known_names_.assign(trace_.strings.size(), unknown_name);
  phase_of_range_.assign(trace_.ranges.size(), no_index);
  for (std::uint32_t const range : scopes.order) {
    std::uint32_t const parent = scopes.parent_of[range];
    std::uint32_t const phase =
        child(parent == no_index ? no_index : phase_of_range_[parent], trace_.ranges[range], limit);
    if (phase == no_index) return false;
    phase_of_range_[range] = phase;
  }
  return assign_captured(scopes, limit);
}

/// Appends the ranges of a capture below the range around the graph launch.
bool PhaseTree::assign_captured(Scopes const& scopes, Limit const& limit) {
  captured_phases_.clear();
  if (scopes.captures.size() == 1) return true;
  captured_phases_.resize(scopes.groups.size());
  for (std::uint32_t group = 0; group < scopes.groups.size(); ++group) {
    std::uint32_t const around = scopes.innermost(group);
    std::uint32_t phase = around == no_index ? no_index : phase_of_range_[around];
    for (std::uint32_t const range : scopes.captures[scopes.groups[group].capture]) {
      phase = child(phase, trace_.ranges[range], limit);
      if (phase == no_index) return false;
      captured_phases_[group].push_back(phase);
    }
  }
  return true;
}

std::vector<Label> PhaseTree::path(std::uint32_t phase) const {
  std::vector<Label> labels;
  for (; phase != no_index; phase = nodes_[phase].parent) {
    labels.push_back({std::string(names_[nodes_[phase].domain]), std::string(names_[nodes_[phase].name])});
  }
  std::reverse(labels.begin(), labels.end());
  return labels;
}

std::size_t PhaseTree::depth(std::uint32_t phase) const {
  std::size_t depth = 0;
  while ((phase = nodes_[phase].parent) != no_index) ++depth;
  return depth;
}

std::vector<std::uint32_t> PhaseTree::preorder() const {
  std::vector<std::vector<std::uint32_t>> children(nodes_.size());
  std::vector<std::uint32_t> pending;
  for (std::uint32_t phase = 0; phase < size(); ++phase) {
    (nodes_[phase].parent == no_index ? pending : children[nodes_[phase].parent]).push_back(phase);
  }
  std::reverse(pending.begin(), pending.end());
  std::vector<std::uint32_t> order;
  while (!pending.empty()) {
    std::uint32_t const phase = pending.back();
    pending.pop_back();
    order.push_back(phase);
    pending.insert(pending.end(), children[phase].rbegin(), children[phase].rend());
  }
  return order;
}

}  // namespace llmprof::inline v0
