// SPDX-License-Identifier: MIT
// Every figure of the kernel and range reports of the real nsys stats, on whole folders of captures.
//
// LLMPROF_TEST_CAPTURES names the folders, separated by ':'; our own captures are always among them. Both the
// trace and the profile are compared: the trace gives durations one by one, as nsys sees them, the profile
// what a user gets. Where nsys goes by another rule than we do, the rule is stated at the check.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/parse/nsys_sqlite.hpp"
#include "support/nsys_groups.hpp"
#include "support/nsys_reports.hpp"
#include "support/real_nsys.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
namespace fs = std::filesystem;

namespace {

/// A capture, what the real nsys prints about it, and what we make of it.
struct Both {
  std::map<std::string, Report> reports;
  Trace trace;
  Profile profile;
};

constexpr char const* copy_name = "capture.sqlite";

/// nsys writes beside the file that it reads, so it gets a copy.
Both both_on(fs::path const& capture, std::string const& nsys) {
  TemporaryFolder const folder;
  auto const path = folder / copy_name;
  fs::copy_file(capture, path);
  fs::permissions(path, fs::perms::owner_write, fs::perm_options::add);
  Both both;
  both.reports = reports_in(output_of('"' + nsys +
                                      "\" stats -r cuda_gpu_kern_sum,cuda_gpu_kern_gb_sum,nvtx_sum,"
                                      "nvtx_pushpop_sum,nvtx_startend_sum,nvtx_gpu_proj_sum,"
                                      "nvtx_kern_sum --format csv '" +
                                      path.string() + "' 2>&1"),
                            copy_name);
  both.trace = read_nsys_sqlite(path);
  both.profile = analyze(both.trace, {.max_phases = 1 << 20, .timeline_bins = 0});
  return both;
}

// --- Comparison

double mean(std::vector<std::int64_t> const& values) {
  double sum = 0;
  for (std::int64_t const value : values) sum += static_cast<double>(value);
  return sum / static_cast<double>(values.size());
}

double median(std::vector<std::int64_t> values) {
  std::sort(values.begin(), values.end());
  std::size_t const half = values.size() / 2;
  auto const upper = static_cast<double>(values[half]);
  return values.size() % 2 == 1 ? upper : (upper + static_cast<double>(values[half - 1])) / 2;
}

/// Of the sample; nsys prints 0 for one value.
double stddev(std::vector<std::int64_t> const& values) {
  if (values.size() < 2) return 0;
  double const middle = mean(values);
  double squares = 0;
  for (std::int64_t const value : values) squares += std::pow(static_cast<double>(value) - middle, 2);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// nsys prints one decimal.
void check_rounded(std::string const& cell, double ours) {
  CHECK_THAT(std::stod(cell), WithinAbs(ours, 0.051) || WithinRel(ours, 1e-9));
}

/// Titles of the figures of times: `Min (ns)`, or of projections `Proj Min (ns)`.
struct Titles {
  std::string total = "Total Time (ns)";
  std::string prefix;
};

void check_durations(Row row, std::vector<std::int64_t> const& durations, Titles const& titles) {
  std::int64_t total = 0;
  for (std::int64_t const lasted : durations) total += lasted;
  auto const cell = [&](char const* title) { return row[titles.prefix + title]; };
  CHECK(row[titles.total] == std::to_string(total));
  CHECK(cell("Min (ns)") == std::to_string(*std::min_element(durations.begin(), durations.end())));
  CHECK(cell("Max (ns)") == std::to_string(*std::max_element(durations.begin(), durations.end())));
  check_rounded(cell("Avg (ns)"), mean(durations));
  check_rounded(cell("Med (ns)"), median(durations));
  check_rounded(cell("StdDev (ns)"), stddev(durations));
}

/// Every row has its group and every group its row, with the same figures. @return how many there are.
std::size_t check_groups(Report const& report, std::vector<std::string> const& key_titles,
                         std::string const& count_title, Groups const& groups, Titles const& titles = {}) {
  std::set<Key> seen;
  for (Row row : report.rows) {
    Key key;
    for (std::string const& title : key_titles) key.push_back(row[title]);
    CAPTURE(key);
    CHECK(seen.insert(key).second);
    auto const found = groups.find(key);
    CHECK(found != groups.end());
    if (found == groups.end()) continue;
    CHECK(row[count_title] == std::to_string(found->second.members.size()));
    if (row.contains("NVTX Inst")) {
      CHECK(row["NVTX Inst"] == std::to_string(found->second.ranges.size()));
    }
    check_durations(row, found->second.durations, titles);
  }
  for (auto const& [key, group] : groups) {
    CAPTURE(key);
    CHECK(seen.contains(key));
  }
  return seen.size();
}

/// Kernels of the profile are per device, rows of nsys are not: those that are on one device are compared.
void check_profile_kernels(Both const& both, Report const& report) {
  std::map<std::string, std::vector<KernelStats const*>> by_name;
  for (KernelStats const& stats : both.profile.kernels) {
    by_name[both.profile.kernel_names[stats.kernel]].push_back(&stats);
  }
  CHECK(by_name.size() == report.rows.size());
  for (Row row : report.rows) {
    auto const& found = by_name[row["Name"]];
    CAPTURE(row["Name"]);
    if (found.size() != 1) continue;
    KernelStats const& stats = *found.front();
    CHECK(row["Instances"] == std::to_string(stats.calls));
    CHECK(row["Total Time (ns)"] == std::to_string(*stats.total_ns));
    CHECK(row["Min (ns)"] == std::to_string(*stats.min_ns));
    CHECK(row["Max (ns)"] == std::to_string(*stats.max_ns));
    check_rounded(row["Avg (ns)"], *stats.mean_ns);
    check_rounded(row["Med (ns)"], *stats.median_ns);
    check_rounded(row["StdDev (ns)"], stats.stddev_ns.value_or(0));
  }
}

/// The labels of push/pop ranges alone. A start/end range holds the launches of every thread of its process
/// for us, for nsys those of its own thread, and none at all if another thread ended it.
std::map<std::string, Label> push_pop_labels(Trace const& trace) {
  std::map<std::string, Label> labels;
  for (Range const& range : trace.ranges) {
    labels.try_emplace(tag(trace, range), Label{std::string(trace.strings[range.domain]),
                                                std::string(trace.strings[range.name])});
  }
  for (Range const& range : trace.ranges) {
    if (range.kind == RangeKind::start_end) labels.erase(tag(trace, range));
  }
  return labels;
}

bool has_open_ranges(Trace const& trace) {
  return std::any_of(trace.ranges.begin(), trace.ranges.end(), [](Range const& range) { return range.open; });
}

bool has_start_end_ranges(Trace const& trace) {
  return std::any_of(trace.ranges.begin(), trace.ranges.end(),
                     [](Range const& range) { return range.kind == RangeKind::start_end; });
}

/// A row of nsys is all ranges of a name, at whatever depth; ours are told apart by their paths.
void check_profile_ranges(Both const& both, Report const& report) {
  using Sums = std::map<std::string, std::pair<std::int64_t, std::int64_t>>;
  Sums theirs;
  Sums ours;
  for (Row row : report.rows) {
    theirs[row["Range"]].first += std::stoll(row["Instances"]);
    theirs[row["Range"]].second += std::stoll(row["Total Time (ns)"]);
  }
  for (PhaseProfile const& phase : both.profile.phases) {
    Label const& label = phase.path.back();
    auto& sums = ours[tag(label.domain, label.name)];
    sums.first += static_cast<std::int64_t>(phase.instances.value_or(0));
    sums.second += phase.wall_ns.value_or(0);
  }
  if (!has_open_ranges(both.trace)) CHECK(theirs == ours);
}

/// Spans of the profile. A row of nsys is all ranges of a name, and ranges without GPU work have none.
void check_profile_spans(Both const& both, Report const& report) {
  if (has_open_ranges(both.trace)) return;
  std::map<std::string, std::int64_t> theirs;
  std::map<std::string, std::int64_t> ours;
  for (Row row : report.rows) theirs[row["Range"]] += std::stoll(row["Total Proj Time (ns)"]);
  for (PhaseProfile const& phase : both.profile.phases) {
    Label const& label = phase.path.back();
    ours[tag(label.domain, label.name)] += phase.span_ns.value_or(0);
  }
  for (auto const& [name, label] : push_pop_labels(both.trace)) {
    CAPTURE(name);
    CHECK(ours[name] == theirs[name]);
  }
}

/// Calls and time of a kernel.
using Work = std::pair<std::uint64_t, std::int64_t>;

/// Kernels of the phases of a label, each once however often the label nests in itself.
std::map<std::string, Work> phase_kernels(Profile const& profile,
                                          std::vector<PhaseProfile const*> const& phases) {
  std::map<std::string, Work> kernels;
  for (KernelStats const& stats : merged(phases).kernels) {
    Work& work = kernels[profile.kernel_names[stats.kernel]];
    work.first += stats.calls;
    work.second += *stats.total_ns;
  }
  return kernels;
}

/// Members of the groups of one range, by kernel. nsys has them right; its sums count a launch twice where
/// the range stands in one of the same name.
std::map<std::string, Work> row_kernels(Trace const& trace, Groups const& groups, std::string const& range) {
  std::map<std::string, Work> kernels;
  for (auto const& [key, group] : groups) {
    if (key[0] != range) continue;
    Work& work = kernels[key.back()];
    for (std::size_t const index : group.members) {
      ++work.first;
      work.second += duration(trace.launches[index]);
    }
  }
  return kernels;
}

/// nsys does not follow the nodes of a graph into the ranges of their capture: those phases are left out.
/// @return how many labels were compared.
std::size_t check_profile_phases(Both const& both, Groups const& groups) {
  std::size_t compared = 0;
  std::uint64_t replayed = 0;
  for (PhaseProfile const& phase : both.profile.phases) replayed += phase.replayed.calls;
  for (auto const& [name, label] : push_pop_labels(both.trace)) {
    auto const phases = both.profile.find_all({label});
    auto const is_replayed = [](PhaseProfile const* phase) { return phase->replayed.calls > 0; };
    if (std::any_of(phases.begin(), phases.end(), is_replayed)) continue;
    CAPTURE(name);
    CHECK(phase_kernels(both.profile, phases) == row_kernels(both.trace, groups, name));
    ++compared;
  }
  if (replayed > 0 || has_start_end_ranges(both.trace)) return compared;
  Work outside;
  for (auto const& [kernel, work] : row_kernels(both.trace, groups, "")) {
    outside.first += work.first;
    outside.second += work.second;
  }
  CHECK(outside.first == *both.profile.outside.calls + *both.profile.no_launch_record.calls);
  CHECK(outside.second == *both.profile.outside.kernel_ns + *both.profile.no_launch_record.kernel_ns);
  return compared;
}

struct Compared {
  std::size_t kernels = 0;
  std::size_t shapes = 0;
  std::size_t ranges = 0;
  std::size_t projections = 0;
  std::size_t kernels_in_ranges = 0;
  std::size_t phases = 0;
};

/// Runs `check` on a report that nsys could make, else says why it could not.
template <class Check>
void on_report(Both const& both, std::string const& name, std::ostream& left_out, Check const& check) {
  auto const found = both.reports.find(name);
  if (found == both.reports.end()) {
    left_out << "  " << name << ": nsys made none (it failed, or took longer than a minute)\n";
  } else if (!found->second.refusal.empty()) {
    left_out << "  " << name << ": " << found->second.refusal << '\n';
  } else {
    check(found->second);
  }
}

void compare(Both const& both, Compared& done, std::ostream& left_out) {
  on_report(both, "cuda_gpu_kern_sum", left_out, [&](Report const& report) {
    done.kernels += check_groups(report, {"Name"}, "Instances", kernels_by_name(both.trace));
    check_profile_kernels(both, report);
  });
  on_report(both, "cuda_gpu_kern_gb_sum", left_out, [&](Report const& report) {
    done.shapes +=
        check_groups(report, {"Name", "GridXYZ", "BlockXYZ"}, "Instances", kernels_by_shape(both.trace));
  });
  on_report(both, "nvtx_sum", left_out, [&](Report const& report) {
    done.ranges += check_groups(report, {"Range", "Style"}, "Instances", ranges_by_name(both.trace));
    check_profile_ranges(both, report);
  });
  for (auto const& [name, style] :
       {std::pair("nvtx_pushpop_sum", "PushPop"), std::pair("nvtx_startend_sum", "StartEnd")}) {
    on_report(both, name, left_out, [&, style = style](Report const& report) {
      Groups const groups = groups_of_style(ranges_by_name(both.trace), style);
      done.ranges += check_groups(report, {"Range"}, "Instances", groups);
    });
  }
  on_report(both, "nvtx_gpu_proj_sum", left_out, [&](Report const& report) {
    done.projections += check_groups(report, {"Range", "Style"}, "Range Instances",
                                     projections_by_name(both.trace), {"Total Proj Time (ns)", "Proj "});
    check_profile_spans(both, report);
  });
  on_report(both, "nvtx_kern_sum", left_out, [&](Report const& report) {
    Groups const groups = kernels_by_range(both.trace);
    done.kernels_in_ranges +=
        check_groups(report, {"NVTX Range", "Style", "PID", "TID", "Kernel Name"}, "Kern Inst", groups);
    done.phases += check_profile_phases(both, groups);
  });
}

// --- The captures

void add_captures(std::vector<fs::path>& captures, fs::path const& folder) {
  for (auto const& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".sqlite") captures.push_back(entry.path());
  }
}

std::vector<fs::path> folders_of_others() {
  char const* const given = std::getenv("LLMPROF_TEST_CAPTURES");
  std::vector<fs::path> folders;
  std::istringstream list(given == nullptr ? "" : given);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (!folder.empty()) folders.emplace_back(folder);
  }
  return folders;
}

/// @return how many figures of each kind were compared.
Compared compare_all(std::vector<fs::path> captures, std::string const& nsys) {
  std::sort(captures.begin(), captures.end());
  Compared done;
  std::ostringstream left_out;
  for (fs::path const& capture : captures) {
    CAPTURE(capture);
    std::ostringstream reasons;
    compare(both_on(capture, nsys), done, reasons);
    if (!reasons.str().empty()) left_out << capture.filename().string() << '\n' << reasons.str();
  }
  WARN("compared " << captures.size() << " captures: " << done.kernels << " kernels, " << done.shapes
                   << " kernels by grid and block, " << done.ranges << " ranges, " << done.projections
                   << " projections, " << done.kernels_in_ranges << " kernels in ranges, " << done.phases
                   << " phases; left out:\n"
                   << left_out.str());
  return done;
}

}  // namespace

TEST_CASE("Every figure of nsys stats on our captures equals ours", "[nsys]") {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  std::vector<fs::path> captures;
  add_captures(captures, fs::path(LLMPROF_TEST_DATA) / "nsys-2023.4-h200");
  // Not those of whole graphs: the projections of nsys 2023.4 leave CUPTI_ACTIVITY_KIND_GRAPH_TRACE out.
  add_captures(captures, fs::path(LLMPROF_TEST_DATA) / "collector-h200");
  Compared const done = compare_all(captures, nsys);
  CHECK(done.kernels > 0);
  CHECK(done.shapes > 0);
  CHECK(done.ranges > 0);
  CHECK(done.projections > 0);
  CHECK(done.kernels_in_ranges > 0);
  CHECK(done.phases > 0);
}

TEST_CASE("Every figure of nsys stats on the captures of others equals ours", "[nsys]") {
  std::string const nsys = real_nsys();
  if (nsys.empty()) SKIP(no_nsys_message);
  auto const folders = folders_of_others();
  if (folders.empty())
    SKIP("no captures of others: name their folders in LLMPROF_TEST_CAPTURES, with ':' between");
  std::vector<fs::path> captures;
  for (fs::path const& folder : folders) add_captures(captures, folder);
  Compared const done = compare_all(captures, nsys);
  CHECK(done.kernels > 0);
}
