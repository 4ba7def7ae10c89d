// SPDX-License-Identifier: MIT
// How much of the GPU time of real captures has a class: our own, and those in the folders that
// LLMPROF_TEST_CAPTURES names, separated by ':'.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "llmprof/analyze/kernel_classifier.hpp"
#include "llmprof/error.hpp"
#include "llmprof/session/inputs.hpp"

using namespace llmprof;
namespace fs = std::filesystem;

namespace {

using Times = std::map<KernelClass, std::int64_t>;

std::vector<fs::path> files_below(fs::path const& folder) {
  std::vector<fs::path> files;
  for (auto const& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
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

/// None for what is no capture, or has no kernels: folders hold texts and damaged files as well.
std::optional<Profile> profile_of(fs::path const& file) {
  try {
    return load_inputs({file}).profile;
  } catch (Error const&) {
    return std::nullopt;
  }
}

/// Kernel time by class.
Times times_of(Profile const& profile) {
  Times times;
  for (KernelStats const& kernel : profile.kernels) {
    KernelClass const found = KernelClassifier::built_in().classify(profile.kernel_names[kernel.kernel]);
    times[found] += kernel.total_ns.value_or(0);
  }
  return times;
}

std::int64_t total_of(Times const& times) {
  std::int64_t total = 0;
  for (auto const& [kernel_class, time] : times) total += time;
  return total;
}

/// Captures of other programs lie beside those of LLMs: these have products or attention.
bool is_of_llm(Times const& times) {
  auto const has = [&](KernelClass kernel_class) { return times.contains(kernel_class); };
  return has(KernelClass::gemm) || has(KernelClass::attention) || has(KernelClass::attention_decode) ||
         has(KernelClass::attention_prefill);
}

double unknown_share(Times const& times) {
  auto const other = times.find(KernelClass::other);
  return other == times.end() ? 0.0
                              : static_cast<double>(other->second) / static_cast<double>(total_of(times));
}

}  // namespace

TEST_CASE("every kernel of our captures has a class", "[kernel-classes]") {
  int captures = 0;
  for (char const* const folder :
       {"collector-h200", "collector-h200-whole", "nsys-2023.4-h200", "ncu-2025.3-h200"}) {
    for (fs::path const& file : files_below(fs::path(LLMPROF_TEST_DATA) / folder)) {
      auto const profile = profile_of(file);
      if (!profile) continue;
      ++captures;
      for (std::string const& name : profile->kernel_names) {
        // `layer_part<2>` only makes a GPU busy, and its name says nothing.
        // ncu calls a graph that it measured as a whole `graph`.
        if (name.find("layer_part") != std::string::npos || name == "graph") continue;
        CAPTURE(file, name);
        CHECK(KernelClassifier::built_in().classify(name) != KernelClass::other);
      }
    }
  }
  CHECK(captures > 10);
}

TEST_CASE("at most 5 % of an LLM's GPU time is without a class", "[kernel-classes]") {
  auto const folders = folders_of_others();
  if (folders.empty())
    SKIP("no captures of others: name their folders in LLMPROF_TEST_CAPTURES, with ':' between");
  std::ostringstream seen;
  for (fs::path const& folder : folders) {
    for (fs::path const& file : files_below(folder)) {
      auto const profile = profile_of(file);
      if (!profile) continue;
      Times const times = times_of(*profile);
      if (total_of(times) == 0 || !is_of_llm(times)) continue;
      CAPTURE(file);
      seen << '\n' << 100.0 * unknown_share(times) << " % " << file.filename().string();
      CHECK(unknown_share(times) <= 0.05);
    }
  }
  WARN("without a class:" << seen.str());
}
