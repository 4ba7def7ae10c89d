// SPDX-License-Identifier: MIT
// What every reader of spool records asks of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::inline v0 {

template <class T>
[[nodiscard]] T const& record_as(spool::Record const& record) noexcept {
  return static_cast<T const&>(record);
}

/// The size that a record of this kind has at least; 0: no such kind.
[[nodiscard]] inline std::size_t least_size(spool::Kind kind) noexcept {
  using spool::Kind;
  switch (kind) {
    case Kind::thread:
    case Kind::thread_end:
    case Kind::lost: return sizeof(spool::ThreadRecord);
    case Kind::name: return sizeof(spool::NameRecord);
    case Kind::domain: return sizeof(spool::DomainRecord);
    case Kind::api: return sizeof(spool::ApiRecord);
    case Kind::push:
    case Kind::start:
    case Kind::mark: return sizeof(spool::RangeRecord);
    case Kind::pop:
    case Kind::end: return sizeof(spool::RangeEndRecord);
    case Kind::launch: return sizeof(spool::LaunchRecord);
    case Kind::kernel: return sizeof(spool::KernelRecord);
    case Kind::copy:
    case Kind::set: return sizeof(spool::MemoryRecord);
    case Kind::graph_node: return sizeof(spool::GraphNodeRecord);
    case Kind::graph: return sizeof(spool::GraphRecord);
    case Kind::device: return sizeof(spool::DeviceRecord);
    case Kind::window: return sizeof(spool::WindowRecord);
    case Kind::wait: return sizeof(spool::WaitRecord);
  }
  return 0;
}

/// The record at `at`; null if there is no whole, sensible one before `end`.
[[nodiscard]] inline spool::Record const* record_at(std::uint8_t const* at,
                                                    std::uint8_t const* end) noexcept {
  auto const left = static_cast<std::size_t>(end - at);
  if (left < sizeof(std::uint64_t)) return nullptr;
  auto const* record = reinterpret_cast<spool::Record const*>(at);
  std::size_t const least = least_size(record->kind);
  bool const sane = least != 0 && record->size >= least && record->size % 8 == 0 && record->size <= left;
  return sane ? record : nullptr;
}

/// When the writing thread wrote it; 0 for records that do not say.
[[nodiscard]] inline std::uint64_t time_of(spool::Record const& record) noexcept {
  using spool::Kind;
  switch (record.kind) {
    case Kind::push:
    case Kind::start:
    case Kind::mark: return record_as<spool::RangeRecord>(record).time;
    case Kind::pop:
    case Kind::end: return record_as<spool::RangeEndRecord>(record).time;
    case Kind::launch: return record_as<spool::LaunchRecord>(record).time;
    case Kind::graph_node: return record_as<spool::GraphNodeRecord>(record).time;
    case Kind::window: return record_as<spool::WindowRecord>(record).time;
    default: return 0;
  }
}

/// When the thread wrote it, or the device began with it; 0 for records that do not say.
[[nodiscard]] inline std::uint64_t moment_of(spool::Record const& record) noexcept {
  using spool::Kind;
  switch (record.kind) {
    case Kind::kernel: return record_as<spool::KernelRecord>(record).begin;
    case Kind::copy:
    case Kind::set: return record_as<spool::MemoryRecord>(record).begin;
    case Kind::graph: return record_as<spool::GraphRecord>(record).begin;
    case Kind::wait: return record_as<spool::WaitRecord>(record).begin;
    default: return time_of(record);
  }
}

/// The text behind a name record: of a damaged one, what its size leaves.
[[nodiscard]] inline std::string_view text_of(spool::NameRecord const& name) noexcept {
  std::size_t const room = name.size - sizeof(name);
  return {reinterpret_cast<char const*>(&name + 1), std::min<std::size_t>(name.length, room)};
}

}  // namespace llmprof::inline v0
