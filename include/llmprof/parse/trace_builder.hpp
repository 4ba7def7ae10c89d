// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "llmprof/export.hpp"
#include "llmprof/model/trace.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What a parser delivers events to: it hands out the indexes of processes, threads, devices, streams and
/// shapes.
///
/// Not thread-safe: one builder belongs to one parser.
class TraceBuilder {
 public:
  explicit TraceBuilder(std::string source);

  /// The trace under construction: parsers append events to its vectors directly.
  [[nodiscard]] Trace& trace() noexcept { return trace_; }

  [[nodiscard]] StringId intern(std::string_view text) { return trace_.strings.intern(text); }
  [[nodiscard]] std::uint32_t process(std::string_view host, std::int64_t pid);
  [[nodiscard]] std::uint32_t thread(std::uint32_t process, std::int64_t tid);
  [[nodiscard]] std::uint32_t device(std::string_view host, std::int64_t ordinal);
  [[nodiscard]] std::uint32_t stream(Stream const& stream);
  [[nodiscard]] std::uint32_t shape(LaunchShape const& shape);

  void note(std::string text);
  void warn(std::string text);

  /// Gives the trace away; the builder is empty afterwards.
  [[nodiscard]] Trace finish();

 private:
  Trace trace_;
  std::map<std::pair<std::string, std::int64_t>, std::uint32_t> processes_;
  std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> threads_;
  std::map<std::pair<std::string, std::int64_t>, std::uint32_t> devices_;
  std::map<std::array<std::int64_t, 4>, std::uint32_t> streams_;
  std::map<std::array<std::array<std::int32_t, 3>, 2>, std::uint32_t> shapes_;
};

}  // namespace v0
}  // namespace llmprof
