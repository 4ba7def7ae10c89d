// SPDX-License-Identifier: MIT
#include "llmprof/parse/kineto.hpp"

#include <utility>

#include "libllmprof/parse/kineto_reader.hpp"
#include "libllmprof/parse/kineto_values.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/input.hpp"

namespace llmprof::inline v0 {

KinetoReader::KinetoReader(BlockSource& blocks, std::string source,
                           std::function<void(double)> const& progress)
    : blocks_(blocks), json_(blocks), source_(std::move(source)), progress_(progress), builder_(source_) {}

Trace KinetoReader::read() {
  builder_.trace().tool = "PyTorch profiler (Kineto)";
  builder_.trace().format = to_string(InputKind::kineto_json);
  try {
    read_document();
  } catch (JsonBreak const& what) {
    report_break(what);
  }
  if (!has_events_) throw ParseError(source_, {}, "it has no traceEvents, so it is no trace of PyTorch");
  settle_launches();
  apply_devices();
  apply_names();
  report_what_is_missing();
  return builder_.finish();
}

/// Most traces are objects; a bare list of events is a Chrome trace too.
void KinetoReader::read_document() {
  if (json_.peek() == '[') {
    read_events();
  } else {
    json_.members([this](std::string_view key) { read_member(key); });
  }
  json_.expect_end();
}

void KinetoReader::read_member(std::string_view key) {
  char const first = json_.peek();
  if (key == "traceEvents" && first == '[') return read_events();
  if (key == "deviceProperties" && first == '[') return read_devices();
  if (key == "distributedInfo" && first == '{') return read_distributed_info();
  if (key == "baseTimeNanoseconds" && first != '[' && first != '{') {
    builder_.trace().start_utc_ns = integer_from(json_.text());
    return;
  }
  json_.skip();
}

void KinetoReader::read_events() {
  constexpr std::uint64_t between_progress = 1U << 14U;
  has_events_ = true;
  json_.elements([&] {
    if (json_.peek() != '{') return json_.skip();
    read_kineto_event(json_, event_);
    take_event();
    if (++events_ % between_progress == 0 && progress_) progress_(blocks_.share());
  });
}

void KinetoReader::report_break(JsonBreak const& what) {
  std::string const where = "the JSON breaks at byte " + std::to_string(what.offset()) + ": " + what.what();
  if (events_ == 0) throw ParseError(source_, {}, where);
  is_broken_ = true;
  builder_.warn(where + "; the rest is not read, so kernels and ranges may be missing");
}

Trace read_kineto(std::filesystem::path const& path, std::function<void(double)> const& progress) {
  auto const blocks = inflated(file_blocks(path));
  return KinetoReader(*blocks, path == "-" ? "standard input" : path.string(), progress).read();
}

Trace read_kineto_bytes(std::string_view bytes, std::string source,
                        std::function<void(double)> const& progress) {
  auto const blocks = inflated(memory_blocks(bytes));
  return KinetoReader(*blocks, std::move(source), progress).read();
}

}  // namespace llmprof::inline v0
