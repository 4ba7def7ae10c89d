// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/ncu_selection.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "libllmprof/analyze/launch_numbers.hpp"

namespace llmprof::inline v0 {
namespace {

/// Linux takes no longer argument than 128 KiB.
constexpr std::size_t longest_expression = std::size_t{96} << 10;

template <class Items, class Text>
std::string alternatives(Items const& items, Text const& text) {
  std::string joined;
  for (auto const& item : items) joined += (joined.empty() ? "" : "|") + text(item);
  return "(" + joined + ")";
}

/// What ncu counts launches of as one kernel.
struct Counted {
  std::map<std::uint32_t, std::uint64_t> calls;  // by device
  std::vector<KernelShape> shapes;
};

/// Brings launches of several kernels with one grid and block on one device together.
std::vector<KernelShape> merged_shapes(std::vector<KernelShape> const& shapes) {
  std::vector<KernelShape> merged;
  for (KernelShape const& shape : shapes) {
    auto const same = std::find_if(merged.begin(), merged.end(), [&](KernelShape const& known) {
      return known.device == shape.device && known.shape == shape.shape;
    });
    if (same == merged.end()) {
      merged.push_back(shape);
    } else {
      same->calls += shape.calls;
    }
  }
  return merged;
}

class Selection {
 public:
  Selection(KernelGroups const& groups, std::vector<std::size_t> const& chosen)
      : groups_(groups), chosen_(chosen) {
    for (std::size_t const group : chosen) functions_.insert(at(group).function);
  }

  NcuSelection make(std::vector<std::uint64_t> launches, std::optional<KernelNameBase> name_base) {
    made_.name_base =
        name_base.value_or(functions_tell_apart() ? KernelNameBase::function : KernelNameBase::demangled);
    std::string names = expression();
    if (names.size() > longest_expression) {
      made_.name_base = KernelNameBase::function;
      names = expression();
    }
    made_.launches = std::move(launches);
    std::string const numbers =
        alternatives(made_.launches, [](std::uint64_t number) { return std::to_string(number); });
    made_.kernel_id = "::regex:^" + names + (by_function() ? "$" : "") + ":^" + numbers + "$";
    count(matched());
    made_.launch_count = made_.most;
    return std::move(made_);
  }

 private:
  [[nodiscard]] KernelGroup const& at(std::size_t group) const { return groups_.all()[group]; }
  [[nodiscard]] bool by_function() const { return made_.name_base == KernelNameBase::function; }

  /// Whether no two kernels share the function name of a chosen one: ncu would count their launches together,
  /// and a number may never fall on one of them.
  [[nodiscard]] bool functions_tell_apart() const {
    auto const with_the_names =
        std::count_if(groups_.all().begin(), groups_.all().end(),
                      [&](KernelGroup const& group) { return functions_.contains(group.function); });
    return static_cast<std::size_t>(with_the_names) == functions_.size();
  }

  [[nodiscard]] std::string expression() const {
    if (by_function()) return alternatives(functions_, escaped_for_kernel_id);
    std::vector<std::string> patterns;
    for (std::size_t const group : chosen_) patterns.push_back(NamePattern(at(group).parts).regex());
    return alternatives(patterns, [](std::string const& pattern) { return pattern; });
  }

  /// All groups that the expression finds; what is not chosen goes to `also`.
  std::vector<std::size_t> matched() {
    std::vector<NamePattern> patterns;
    for (std::size_t const group : chosen_) patterns.emplace_back(at(group).parts);
    std::unordered_set<std::size_t> const chosen(chosen_.begin(), chosen_.end());
    std::vector<std::size_t> found;
    for (std::size_t group = 0; group < groups_.all().size(); ++group) {
      bool const is_found =
          by_function() ? functions_.contains(at(group).function)
                        : std::any_of(patterns.begin(), patterns.end(), [&](NamePattern const& pattern) {
                            return pattern.matches(at(group).parts);
                          });
      if (is_found) found.push_back(group);
      if (is_found && !chosen.contains(group)) made_.also.push_back(at(group).name);
    }
    return found;
  }

  void count(std::vector<std::size_t> const& matched) {
    std::unordered_map<std::string, Counted> counted;
    for (std::size_t const group : matched) {
      Counted& kernel = counted[by_function() ? at(group).function : at(group).parts.canonical];
      for (DeviceWork const& work : at(group).devices) kernel.calls[work.device] += work.calls;
      kernel.shapes.insert(kernel.shapes.end(), at(group).shapes.begin(), at(group).shapes.end());
    }
    std::uint64_t by_kernel = 0;
    std::uint64_t by_shape = 0;
    for (auto const& [name, kernel] : counted) {
      std::uint64_t sum = 0;
      for (auto const& [device, calls] : kernel.calls) sum += numbers_within(made_.launches, calls);
      by_kernel += sum;
      if (kernel.shapes.empty()) by_shape += sum;
      for (KernelShape const& shape : merged_shapes(kernel.shapes))
        by_shape += numbers_within(made_.launches, shape.calls);
    }
    std::tie(made_.least, made_.most) = std::minmax(by_kernel, by_shape);
  }

  KernelGroups const& groups_;
  std::vector<std::size_t> const& chosen_;
  std::set<std::string> functions_;
  NcuSelection made_;
};

}  // namespace

NcuSelection select_for_ncu(KernelGroups const& groups, std::vector<std::size_t> const& chosen,
                            std::vector<std::uint64_t> launches, std::optional<KernelNameBase> name_base) {
  return Selection(groups, chosen).make(std::move(launches), name_base);
}

}  // namespace llmprof::inline v0
