// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::inline v0 {

/// @pre the record's kind is that of T
template <class T>
T const& as(spool::Record const& record) noexcept {
  return static_cast<T const&>(record);
}

/// When the writing thread wrote it; 0 for records that do not say.
inline std::uint64_t time_of(spool::Record const& record) noexcept {
  switch (record.kind) {
    case spool::Kind::push:
    case spool::Kind::start:
    case spool::Kind::mark: return as<spool::RangeRecord>(record).time;
    case spool::Kind::pop:
    case spool::Kind::end: return as<spool::RangeEndRecord>(record).time;
    case spool::Kind::launch: return as<spool::LaunchRecord>(record).time;
    case spool::Kind::graph_node: return as<spool::GraphNodeRecord>(record).time;
    case spool::Kind::window: return as<spool::WindowRecord>(record).time;
    default: return 0;
  }
}

}  // namespace llmprof::inline v0
