// SPDX-License-Identifier: MIT
#include "llmprof/report/non_finite.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cctype>
#include <limits>

#include "llmprof/artifacts/environment.hpp"
#include "llmprof/artifacts/manifest.hpp"
#include "llmprof/report/kernels_markdown.hpp"
#include "llmprof/report/operators_markdown.hpp"
#include "llmprof/report/profile_json.hpp"
#include "llmprof/report/report_markdown.hpp"
#include "llmprof/report/stakeholder_summary.hpp"
#include "llmprof/report/tables.hpp"
#include "sample_metrics.hpp"
#include "sample_profile.hpp"
#include "temporary_folder.hpp"

using namespace llmprof;

namespace {

/// Whether `nan`, `inf` or `infinity` stands in the text as a word, in any case, with or without a sign.
bool has_non_number(std::string const& text) {
  std::string word;
  for (char const c : text + ' ') {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (word == "nan" || word == "inf" || word == "infinity") return true;
    word.clear();
  }
  return false;
}

void poison(KernelStats& stats, double bad) {
  stats.mean_ns = stats.median_ns = stats.stddev_ns = stats.sum_of_squares = bad;
}

Profile poisoned_profile(double bad) {
  Profile profile = sample_profile();
  for (KernelStats& stats : profile.kernels) poison(stats, bad);
  for (PhaseProfile& phase : profile.phases) {
    for (KernelStats& stats : phase.kernels) poison(stats, bad);
  }
  for (TimelineTrack& track : profile.timeline.tracks) {
    for (float& share : track.busy) share = static_cast<float>(bad);
  }
  return profile;
}

KernelTable poisoned_table(double bad) {
  KernelTable table;
  table.kernels = to_records(sample_profile(), sample_profile().kernels);
  for (KernelRecord& kernel : table.kernels) kernel.mean_ns = kernel.median_ns = kernel.stddev_ns = bad;
  return table;
}

Metrics poisoned_metrics(double bad) {
  Metrics metrics = sample_metrics();
  for (MeasuredLaunch& launch : metrics.launches) {
    std::string const printed = std::to_string(bad);  // as ncu prints it
    launch.metrics.add({.name = "poisoned", .value = bad, .unit = "us", .text = printed});
  }
  return metrics;
}

}  // namespace

TEST_CASE("no writer lets NaN or infinity out, and all say so", "[non_finite]") {
  double const bad =
      GENERATE(std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::quiet_NaN(),
               std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity());
  Profile const profile = poisoned_profile(bad);
  KernelTable const table = poisoned_table(bad);
  Metrics const metrics = poisoned_metrics(bad);

  std::vector<std::string> says_so{to_json(profile), report_markdown(profile), stakeholder_summary(profile),
                                   kernel_markdown(table.kernels), kernels_json(table)};
  std::vector<std::string> all = says_so;
  for (Format const format : {Format::table, Format::md, Format::csv, Format::json}) {
    all.push_back(format_kernels(table, {.format = format}));
    all.push_back(format_metrics(metrics, {}, {.format = format}));
    for (By const by : {By::none, By::process, By::device, By::rank}) {
      all.push_back(format_phases(profile, by, {.format = format}));
    }
  }
  all.push_back(metrics_json(metrics));
  all.push_back(operators_markdown(profile));
  TemporaryFolder const folder;
  EnvironmentSources sources;
  sources.root = folder.path();
  sources.folder = folder.path();
  all.push_back(to_json(collect_environment(sources)));
  all.push_back(to_json(take_stock(Artifacts::from_root(folder.path()))));

  for (std::string const& text : all) {
    CAPTURE(text);
    CHECK_FALSE(has_non_number(text));
  }
  for (std::string const& text : says_so) {
    CAPTURE(text);
    CHECK(text.find("no finite number and left out") != std::string::npos);
  }
  CHECK(non_finite(profile).size() == 1);
  CHECK(non_finite(table.kernels).at(0).text == "9 figures are no finite number and left out");
}

TEST_CASE("figures that are numbers need no warning", "[non_finite]") {
  CHECK(non_finite(sample_profile()).empty());
  CHECK(non_finite(to_records(sample_profile(), sample_profile().kernels)).empty());
  CHECK(has_non_number("x,-inf"));
  CHECK(has_non_number("NaN"));
  CHECK_FALSE(has_non_number("information about nanoseconds"));
}
