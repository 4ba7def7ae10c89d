// SPDX-License-Identifier: MIT
#pragma once

// What the fuzz targets share: the stages behind a parser, as a user would go on, and what must hold there.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "llmprof/error.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/model/stats_tables.hpp"
#include "llmprof/model/trace.hpp"

namespace llmprof::fuzz {

/// Ends the process, as a crash does, if something that must hold does not.
void demand(bool holds, char const* what);

/// Analyses, writes and reads back what a parser gave.
/// @throws Error where a stage refuses it, which is a right answer.
void use(Trace const& trace);
void use(StatsTables const& tables);
void use(Metrics const& metrics);
void use(Profile const& profile);

/// Runs one input. What llmprof refuses with its own exception is a right answer; any other exception ends
/// the process.
template <class Attempt>
int run(std::uint8_t const* data, std::size_t size, Attempt const& attempt) {
  try {
    attempt(std::string_view(reinterpret_cast<char const*>(data), size));
  } catch (Error const&) {
  }
  return 0;
}

}  // namespace llmprof::fuzz
