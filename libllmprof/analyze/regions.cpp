// SPDX-License-Identifier: MIT
#include "llmprof/analyze/regions.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "libllmprof/analyze/region_metrics.hpp"
#include "libllmprof/analyze/region_names.hpp"
#include "libllmprof/analyze/region_selector.hpp"
#include "libllmprof/analyze/region_sums.hpp"
#include "libllmprof/analyze/region_tree.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

using Node = RegionTree::Node;

/// A region in one scope.
struct NodeSums {
  RegionSums own;        // rows whose innermost region it is
  RegionSums below;      // the inclusive sums of its children
  RegionSums inclusive;  // of both
};

/// Sums over the rows of one scope.
struct ScopeSums {
  RegionSums outside;
  std::map<Node, NodeSums> nodes;
};

std::vector<Label> path_of(MeasuredLaunch const& launch) {
  std::vector<Label> path = launch.start_end;
  path.insert(path.end(), launch.path.begin(), launch.path.end());
  return path;
}

RegionRows rows_of(Metrics const& metrics) {
  bool const all_ranges =
      std::all_of(metrics.launches.begin(), metrics.launches.end(),
                  [](MeasuredLaunch const& launch) { return launch.kind == MeasuredKind::range; });
  return all_ranges ? RegionRows::ranges : RegionRows::kernels;
}

/// Fills in what the rows at the leaves say about the regions around them. Returns the sums of the outermost.
RegionSums sum_up(std::map<Node, NodeSums>& nodes, RegionTree const& tree, RegionRows rows) {
  RegionSums outermost;
  // Parents have smaller numbers: those that are added here come later in this order.
  for (auto entry = nodes.rbegin(); entry != nodes.rend(); ++entry) {
    auto& [node, sums] = *entry;
    sums.inclusive = sums.own;
    bool const was_measured_whole = rows == RegionRows::ranges && !sums.own.empty();
    if (!was_measured_whole) sums.inclusive.add(sums.below);
    Node const parent = tree.parent(node);
    (parent == no_index ? outermost : nodes[parent].below).add(sums.inclusive);
  }
  return outermost;
}

/// Makes the regions of one scope from its sums.
class ScopeMaker {
 public:
  ScopeMaker(RegionTree const& tree, RegionMetricChoice const& choice, RegionNames const& names,
             RegionSelector const& selector, RegionRows rows)
      : tree_(tree),
        choice_(choice),
        names_(names),
        processes_(names.processes()),
        devices_(names.devices()),
        selector_(selector),
        rows_(rows) {}

  [[nodiscard]] std::vector<RegionNames::Place> const& processes() const { return processes_; }
  [[nodiscard]] std::vector<RegionNames::Place> const& devices() const { return devices_; }

  [[nodiscard]] RegionScope make(ScopeSums sums) const {
    RegionScope scope;
    RegionSums total = sum_up(sums.nodes, tree_, rows_);
    total.add(sums.outside);
    scope.total = total.totals(choice_, rows_);
    scope.outside = sums.outside.totals(choice_, rows_);
    std::map<Node, std::vector<Node>> children;
    for (auto const& [node, unused] : sums.nodes) children[tree_.parent(node)].push_back(node);
    for (auto& [unused, nodes] : children) sort(nodes, sums.nodes);
    add_regions(no_index, children, sums.nodes, scope.regions);
    return scope;
  }

 private:
  /// As deep as RegionOptions::max_depth.
  void add_regions(Node parent, std::map<Node, std::vector<Node>> const& children,
                   std::map<Node, NodeSums> const& sums, std::vector<Region>& regions) const {
    auto const found = children.find(parent);
    if (found == children.end()) return;
    for (Node const node : found->second) {
      if (selector_.selects(tree_.label(node))) regions.push_back(region(node, sums.at(node)));
      add_regions(node, children, sums, regions);
    }
  }

  void sort(std::vector<Node>& nodes, std::map<Node, NodeSums> const& sums) const {
    auto const order = [&](Node node) {
      return std::pair(-sums.at(node).inclusive.total_ns().value_or(-1), to_string(tree_.label(node)));
    };
    std::sort(nodes.begin(), nodes.end(), [&](Node a, Node b) { return order(a) < order(b); });
  }

  [[nodiscard]] Region region(Node node, NodeSums const& sums) const {
    Region region;
    region.path = tree_.path(node);
    region.process = label_of(sums.inclusive.process(), processes_);
    region.device = label_of(sums.inclusive.device(), devices_);
    region.inclusive = sums.inclusive.totals(choice_, rows_);
    region.exclusive = exclusive(sums);
    if (rows_ == RegionRows::kernels) region.kernels = kernels(sums.inclusive);
    return region;
  }

  [[nodiscard]] RegionTotals exclusive(NodeSums const& sums) const {
    if (rows_ == RegionRows::kernels || sums.below.empty()) return sums.own.totals(choice_, rows_);
    RegionTotals unknown;  // what lies between the regions inside was not measured
    if (sums.own.empty()) unknown.ranges = 0;
    return unknown;
  }

  [[nodiscard]] std::vector<RegionKernel> kernels(RegionSums const& sums) const {
    std::vector<RegionKernel> kernels;
    for (auto const& [number, kernel] : sums.kernels()) {
      RegionNames::Kernel const& name = names_.kernel_at(number);
      kernels.push_back({name.name, name.canonical, kernel.calls, kernel.total_ns});
    }
    std::sort(kernels.begin(), kernels.end(), [](RegionKernel const& a, RegionKernel const& b) {
      return std::pair(-a.total_ns.value_or(-1), std::string_view(a.name)) <
             std::pair(-b.total_ns.value_or(-1), std::string_view(b.name));
    });
    return kernels;
  }

  static std::string label_of(CommonValue const& common, std::vector<RegionNames::Place> const& places) {
    auto const number = common.value();
    return number ? places.at(*number).label : std::string();
  }

  RegionTree const& tree_;
  RegionMetricChoice const& choice_;
  RegionNames const& names_;
  std::vector<RegionNames::Place> processes_;
  std::vector<RegionNames::Place> devices_;
  RegionSelector const& selector_;
  RegionRows rows_;
};

class RegionAssembler {
 public:
  RegionAssembler(Metrics const& metrics, RegionOptions const& options)
      : metrics_(metrics),
        options_(options),
        selector_(options.selection),
        choice_(options.metrics),
        tree_(options.max_regions, options.max_depth) {
    report_.source = metrics.source;
    report_.rows = rows_of(metrics);
    report_.selection = options.selection;
    report_.diagnostics = metrics.diagnostics;
  }

  RegionReport assemble() {
    if (metrics_.launches.empty()) throw NoData(metrics_.source + ": ncu measured nothing");
    for (MeasuredLaunch const& launch : metrics_.launches) add(launch);
    if (tree_.size() == 0) throw no_ranges();
    make_scopes();
    if (report_.aggregate().regions.empty()) throw nothing_selected();
    set_replay();
    warn();
    return std::move(report_);
  }

 private:
  void add(MeasuredLaunch const& launch) {
    if (launch.kind == MeasuredKind::range && report_.rows == RegionRows::kernels) {
      ++left_out_;
      return;
    }
    ++rows_;
    if (!launch.duration_ns) ++untimed_;
    if (launch.kind == MeasuredKind::summary) ++summaries_;
    RegionRow const row{launch, names_.kernel(launch.kernel), names_.process(launch), names_.device(launch),
                        choice_.values_of(launch)};
    Node const node = tree_.find_or_add(path_of(launch));
    add_to(aggregate_, node, row);
    add_to(processes_[row.process], node, row);
    add_to(devices_[row.device], node, row);
  }

  static void add_to(ScopeSums& scope, Node node, RegionRow const& row) {
    (node == no_index ? scope.outside : scope.nodes[node].own).add(row);
  }

  void make_scopes() {
    ScopeMaker const maker(tree_, choice_, names_, selector_, report_.rows);
    report_.scopes.push_back(maker.make(std::move(aggregate_)));
    report_.scopes.back().id = "aggregate";
    for (auto& [number, sums] : processes_) {
      RegionScope scope = maker.make(std::move(sums));
      scope.kind = RegionScopeKind::process;
      scope.id = "process:" + maker.processes().at(number).id;
      scope.process = maker.processes().at(number).label;
      report_.scopes.push_back(std::move(scope));
    }
    for (auto& [number, sums] : devices_) {
      RegionScope scope = maker.make(std::move(sums));
      scope.kind = RegionScopeKind::device;
      scope.id = "device:" + maker.devices().at(number).id;
      scope.device = maker.devices().at(number).label;
      report_.scopes.push_back(std::move(scope));
    }
  }

  /// Rows of kernels come from kernel replay unless we were told better; those of ranges from either of two.
  void set_replay() {
    bool const fits = (options_.replay == RegionReplay::range ||
                       options_.replay == RegionReplay::app_range) == (report_.rows == RegionRows::ranges);
    if (options_.replay != RegionReplay::unknown && fits) {
      report_.replay = options_.replay;
      return;
    }
    if (report_.rows == RegionRows::kernels) report_.replay = RegionReplay::kernel;
    if (!fits && options_.replay != RegionReplay::unknown) {
      say(Severity::warning, "the rows are of " + std::string(to_string(report_.rows)) +
                                 ", which replay mode " + std::string(to_string(options_.replay)) +
                                 " does not give");
    }
  }

  void warn() {
    if (left_out_ > 0) {
      say(Severity::warning, std::to_string(left_out_) +
                                 " row(s) of whole ranges are left out: rows of kernels are there, and their "
                                 "time would count twice; report on the file of range replay alone");
    }
    if (tree_.cut() > 0) {
      say(Severity::warning,
          std::to_string(tree_.cut()) +
              " row(s) are in further or deeper ranges than a report has: they count to the "
              "region around them");
    }
    if (untimed_ > 0) {
      say(Severity::warning, std::to_string(untimed_) + " of " + std::to_string(rows_) +
                                 " rows have no duration, so the times of their regions are unknown; measure "
                                 "gpu__time_duration.sum, too");
    }
    if (summaries_ > 0) {
      say(Severity::note, std::to_string(summaries_) +
                              " row(s) are averages over several launches: sums are those averages times "
                              "the launches");
    }
    for (std::string const& name : choice_.missing()) {
      say(Severity::warning, "no row has a metric '" + name + "'");
    }
  }

  [[nodiscard]] NoData no_ranges() const {
    return NoData(metrics_.source + ": none of " + std::to_string(rows_) +
                  " rows is in an NVTX range, so there are no regions; ranges seen: none. Mark the program "
                  "with ranges (llmprof/nvtx.hpp), and give ncu --nvtx");
  }

  [[nodiscard]] NoData nothing_selected() const {
    constexpr std::size_t most = 20;
    std::string text = metrics_.source + ": no region is selected";
    for (std::string const& pattern : options_.selection.include) text += " --region '" + pattern + '\'';
    for (std::string const& pattern : options_.selection.exclude) text += " --exclude '" + pattern + '\'';
    text += "; ranges seen: ";
    for (Node node = 0; node < std::min(most, tree_.size()); ++node) {
      text += (node == 0 ? "" : ", ") + to_string(tree_.path(node));
    }
    if (tree_.size() > most) text += " and " + std::to_string(tree_.size() - most) + " more";
    return NoData(text);
  }

  void say(Severity severity, std::string text) {
    report_.diagnostics.push_back({severity, std::move(text), metrics_.source, {}});
  }

  Metrics const& metrics_;
  RegionOptions const& options_;
  RegionSelector selector_;
  RegionMetricChoice choice_;
  RegionTree tree_;
  RegionNames names_;
  ScopeSums aggregate_;
  std::map<std::uint32_t, ScopeSums> processes_;
  std::map<std::uint32_t, ScopeSums> devices_;
  RegionReport report_;
  std::uint64_t rows_ = 0;
  std::uint64_t left_out_ = 0;
  std::uint64_t untimed_ = 0;
  std::uint64_t summaries_ = 0;
};

}  // namespace

RegionReport assemble_regions(Metrics const& metrics, RegionOptions const& options) {
  try {
    return RegionAssembler(metrics, options).assemble();
  } catch (NoData const&) {
    throw;
  } catch (InvalidArgument const&) {
    throw;
  } catch (Error const& error) {  // sums that do not fit
    throw ParseError(metrics.source, std::nullopt, error.what());
  }
}

}  // namespace llmprof::inline v0
