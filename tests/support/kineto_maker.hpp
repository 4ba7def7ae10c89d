// SPDX-License-Identifier: MIT
#pragma once

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include "llmprof/model/trace.hpp"
#include "support/says.hpp"

namespace llmprof::tests {

struct OnTrack {
  std::string pid = "42";
  std::string tid = "43";
};

/// A complete event; times are in microseconds, as text.
inline std::string event(std::string const& cat, std::string const& name, std::string const& ts,
                         std::string const& dur, OnTrack const& on = {}, std::string const& args = {}) {
  return R"({"ph": "X", "cat": ")" + cat + R"(", "name": ")" + name + R"(", "pid": )" + on.pid +
         R"(, "tid": )" + on.tid + R"(, "ts": )" + ts + R"(, "dur": )" + dur +
         (args.empty() ? "" : R"(, "args": {)" + args + "}") + "}";
}

inline std::string kernel(std::string const& name, std::string const& ts, std::string const& dur,
                          int correlation, int device = 0) {
  return event("kernel", name, ts, dur, {std::to_string(device), "7"},
               R"("device": )" + std::to_string(device) + R"(, "context": 1, "stream": 7, "correlation": )" +
                   std::to_string(correlation));
}

inline std::string call(std::string const& ts, int correlation, OnTrack const& on = {}) {
  return event("cuda_runtime", "cudaLaunchKernel", ts, "1", on,
               R"("cbid": 211, "correlation": )" + std::to_string(correlation));
}

inline std::string list_of(std::initializer_list<std::string> events) {
  std::string list;
  for (std::string const& event : events) list += (list.empty() ? "\n  " : ",\n  ") + event;
  return "[" + list + "\n]";
}

/// @param facts Members before the events, each with its comma.
inline std::string trace_text(std::initializer_list<std::string> events, std::string const& facts = {}) {
  return "{\n\"schemaVersion\": 1, " + facts + "\"traceEvents\": " + list_of(events) + "\n}\n";
}

inline std::string gzip(std::string const& bytes) {
  z_stream state{};
  if (deflateInit2(&state, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  std::string packed(deflateBound(&state, bytes.size()), '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  state.avail_in = static_cast<uInt>(bytes.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&state, Z_FINISH) != Z_STREAM_END) throw std::logic_error("deflateBound was too small");
  packed.resize(state.total_out);
  deflateEnd(&state);
  return packed;
}

}  // namespace llmprof::tests
