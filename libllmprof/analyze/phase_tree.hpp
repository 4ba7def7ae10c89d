// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "libllmprof/analyze/scopes.hpp"
#include "llmprof/model/label.hpp"
#include "llmprof/model/string_table.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::inline v0 {

/// Every path that a range of a trace has, as a tree; a phase is a node of it.
class PhaseTree {
 public:
  /// @param most Beyond it numbers in names fold (`step 123` -> `step #`); beyond it still, the rest is
  /// `other`.
  PhaseTree(Trace const& trace, Scopes const& scopes, std::size_t most);

  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] std::uint32_t phase_of(std::uint32_t range) const noexcept { return phase_of_range_[range]; }
  /// Phases that the launches of a group have below the range around them: one for each range inside its
  /// capture, outermost first. Empty but for kernels of CUDA graphs.
  [[nodiscard]] std::vector<std::uint32_t> const& captured_phases(std::uint32_t group) const noexcept {
    return captured_phases_.empty() ? none_ : captured_phases_[group];
  }
  /// no_index for an outermost phase.
  [[nodiscard]] std::uint32_t parent(std::uint32_t phase) const noexcept { return nodes_[phase].parent; }
  [[nodiscard]] std::vector<Label> path(std::uint32_t phase) const;
  [[nodiscard]] std::size_t depth(std::uint32_t phase) const;

  /// Parents before children, siblings as they first came.
  [[nodiscard]] std::vector<std::uint32_t> preorder() const;

  [[nodiscard]] bool folded() const noexcept { return folded_; }
  [[nodiscard]] std::uint64_t ranges_under_other() const noexcept { return under_other_; }

 private:
  struct Node {
    std::uint32_t parent = no_index;
    StringId domain{};
    StringId name{};
    friend bool operator==(Node const&, Node const&) = default;
  };
  struct NodeHash {
    std::size_t operator()(Node const& node) const noexcept;
  };

  struct Limit {
    std::size_t most;
    bool fold;
    bool overflow_to_other;
  };
  bool assign(Scopes const& scopes, Limit const& limit);
  bool assign_captured(Scopes const& scopes, Limit const& limit);
  std::uint32_t child(std::uint32_t parent, Range const& range, Limit const& limit);
  StringId name_in_tree(StringId name, bool fold);

  Trace const& trace_;
  StringTable names_;
  std::vector<StringId> known_names_;  // by the trace's id
  std::vector<Node> nodes_;
  std::unordered_map<Node, std::uint32_t, NodeHash> index_;
  std::vector<std::uint32_t> phase_of_range_;
  std::vector<std::vector<std::uint32_t>> captured_phases_;  // by group; empty if no group has any
  std::vector<std::uint32_t> none_;
  std::uint64_t under_other_ = 0;
  bool folded_ = false;
};

/// `step 123` -> `step #`: every run of digits becomes one `#`.
[[nodiscard]] std::string fold_numbers(std::string_view name);

/// As fold_numbers, but a number 0 stays: `step 4: 0 ctx reqs, 12 gen reqs` -> `step #: 0 ctx reqs, # gen
/// reqs`, which is still a step of decode.
[[nodiscard]] std::string fold_counts(std::string_view name);

}  // namespace llmprof::inline v0
