// SPDX-License-Identifier: MIT
#pragma once

// Tables as ncu prints them, for the tests of its parser.

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>

#include "libllmprof/support/file.hpp"
#include "llmprof/model/metrics.hpp"

namespace ncu_text {

inline std::string const raw_header =
    R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","dram__bytes.sum","gpu__time_duration.sum")csv"
    "\n";
inline std::string const raw_units = R"csv("","","","","","","","","","","","Mbyte","us")csv"
                                     "\n";

/// The cells that say which launch a row is about.
inline std::string launch_cells(std::string const& id, std::string const& kernel) {
  return '"' + id + R"csv(","42","engine","127.0.0.1",")csv" + kernel +
         R"csv(","1","7","(128, 1, 1)","(4, 2, 1)","0","9.0")csv";
}

inline std::string quoted(std::string const& cell) { return ",\"" + cell + '"'; }

inline std::string raw_row(std::string const& id, std::string const& kernel, std::string const& bytes,
                           std::string const& duration) {
  return launch_cells(id, kernel) + quoted(bytes) + quoted(duration) + '\n';
}

inline std::string const details_header =
    R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup")csv"
    "\n";

/// A row as ncu prints it: the columns of the rules are missing.
inline std::string details_row(std::string const& id, std::string const& kernel, std::string const& section,
                               std::string const& metric, std::string const& unit, std::string const& value) {
  return launch_cells(id, kernel) + quoted(section) + quoted(metric) + quoted(unit) + quoted(value) + ",\n";
}

inline std::string fixture(std::string const& name) {
  return llmprof::read_file(LLMPROF_TEST_DATA "/ncu-2025.3-h200/" + name);
}

inline std::int64_t total_ns(llmprof::Metrics const& metrics) {
  std::int64_t total = 0;
  for (llmprof::MeasuredLaunch const& launch : metrics.launches) {
    REQUIRE(launch.duration_ns);
    total += *launch.duration_ns * static_cast<std::int64_t>(launch.invocations);
  }
  return total;
}

inline bool has_diagnostic(llmprof::Metrics const& metrics, llmprof::Severity severity, std::uint64_t line,
                           std::string const& part) {
  return std::any_of(metrics.diagnostics.begin(), metrics.diagnostics.end(), [&](auto const& diagnostic) {
    return diagnostic.severity == severity && diagnostic.line == line &&
           diagnostic.text.find(part) != std::string::npos;
  });
}

}  // namespace ncu_text
