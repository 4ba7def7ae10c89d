// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "apps/llmprof/cli.hpp"

namespace llmprof::tests {

inline std::filesystem::path const data = LLMPROF_TEST_DATA;
inline std::string const prefill =
    (data / "nsys-2023.4-h200" / "prefill-gated-torch-llama-1b.sqlite").string();
inline std::string const ranges_only = (data / "nsys-2023.4-h200" / "cpu-only-nvtx-ranges.sqlite").string();
inline std::string const raw = (data / "ncu-2025.3-h200" / "raw-auto-units.csv").string();

struct Result {
  int status;
  std::string out;
  std::string err;
};

/// Runs the command line in this process.
inline Result llmprof_with(std::vector<std::string> const& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  int const status = llmprof::cli::run(arguments, out, err);
  return {status, out.str(), err.str()};
}

/// The keys of an object, in their order.
inline std::string keys_of(boost::json::value const& value) {
  std::string keys;
  for (auto const& member : value.as_object()) keys += (keys.empty() ? "" : " ") + std::string(member.key());
  return keys;
}

inline std::filesystem::path only_entry(std::filesystem::path const& folder) {
  std::vector<std::filesystem::path> entries;
  for (auto const& entry : std::filesystem::directory_iterator(folder)) entries.push_back(entry.path());
  REQUIRE(entries.size() == 1);
  return entries.front();
}

}  // namespace llmprof::tests
