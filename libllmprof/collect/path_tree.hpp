// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "libllmprof/collect/live_names.hpp"
#include "llmprof/model/label.hpp"

namespace llmprof::inline v0 {

/// Paths of labels by number. A path's number is greater than that of the path around it.
///
/// Where there is no room for one more path, or its name is not known, a path leads to what stands for all
/// others, and stays there whatever is opened inside. Each path has one of these of its own, so that it is
/// known what lies around.
class PathTree {
 public:
  static constexpr std::uint32_t outside = 0;  ///< The empty path.

  PathTree(LiveNames const& names, std::size_t most) : names_(names), most_(most) {}

  /// The path of a range inside of `path`.
  [[nodiscard]] std::uint32_t inside(std::uint32_t path, std::uint16_t domain, std::uint32_t name);

  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] std::uint32_t around(std::uint32_t path) const noexcept { return nodes_[path].around; }
  [[nodiscard]] std::vector<Label> labels(std::uint32_t path) const;

 private:
  struct Step {
    std::uint32_t around = 0;
    std::uint32_t name = 0;
    std::uint32_t domain = 0;
    friend bool operator==(Step const&, Step const&) = default;
  };
  struct HashOfStep {
    std::size_t operator()(Step const& step) const noexcept;
  };
  struct Node : Step {
    bool stands_for_others = false;
    std::uint32_t others = 0;  ///< Inside of it; 0: none yet.
    Step last_step;            ///< Programs open the same range again and again: saves a look-up.
    std::uint32_t last_inside = 0;
  };

  std::uint32_t find_or_make(Step const& step);
  std::uint32_t make(Step const& step);
  std::uint32_t others_of(std::uint32_t path);

  LiveNames const& names_;
  std::size_t most_;
  std::vector<Node> nodes_{Node{}};
  std::unordered_map<Step, std::uint32_t, HashOfStep> numbers_;
};

}  // namespace llmprof::inline v0
