// SPDX-License-Identifier: MIT
#include "llmprof/parse/request_metrics.hpp"

#include <algorithm>
#include <utility>

#include "libllmprof/parse/flat_json.hpp"
#include "libllmprof/parse/request_run.hpp"
#include "libllmprof/support/block_source.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/json_scanner.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view expected =
    "expected the JSON of `vllm bench serve --save-result`, the JSON Lines of sglang.bench_serving, "
    "profile_export_aiperf.json of AIPerf, profile_export_genai_perf.json of GenAI-Perf, or `llama-bench -o "
    "json`";
/// A file that breaks more often is none of JSON.
constexpr std::size_t most_breaks = 16;
/// Members that a message shows.
constexpr std::size_t most_named = 5;

std::string members_of(FlatJson const& object) {
  auto const& members = object.members();
  std::string names;
  for (std::size_t i = 0; i < std::min(most_named, members.size()); ++i)
    names += (i == 0 ? "'" : ", '") + members[i] + "'";
  if (members.empty()) return "no members";
  return names + (members.size() > most_named ? " and more" : "");
}

/// Reads JSON after JSON: one document, or one a line.
class RequestReader {
 public:
  RequestReader(std::string_view text, std::string source) : text_(text) {
    metrics_.source = std::move(source);
  }

  RequestMetrics read() {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
    while (find_document()) {
      try {
        read_document();
      } catch (JsonBreak const& what) {
        report_break(what);
      }
    }
    if (metrics_.runs.empty()) fail_without_runs();
    if (breaks_ > 0) {
      warn("the JSON breaks here and what follows is left out, up to the next result: " + broken_,
           broken_line_);
    }
    return std::move(metrics_);
  }

 private:
  bool find_document() {
    begin_ = std::min(text_.find_first_not_of(blanks, begin_), text_.size());
    return begin_ < text_.size();
  }

  void read_document() {
    auto const blocks = memory_blocks(text_.substr(begin_));
    JsonScanner json(*blocks);
    if (json.peek() == '[') {
      json.elements([&] { read_result(json); });
    } else {
      read_result(json);
    }
    begin_ += json.offset();
  }

  void read_result(JsonScanner& json) {
    auto const line = line_at(begin_ + json.offset());
    if (json.peek() != '{') return json.skip();
    FlatJson const result(json, samples_list);
    auto const tool = request_tool(result);
    if (!tool) return keep_unknown(result, line);
    RequestRun run = read_request_run(result, *tool);
    run.line = line;
    judge(run);
    metrics_.runs.push_back(std::move(run));
  }

  /// Says what a reader of the latencies should know.
  void judge(RequestRun const& run) {
    if (run.requests == 0) warn("no request was answered, so there are no latencies", run.line);
    if (run.failed.value_or(0) > 0) {
      warn(std::to_string(*run.failed) + " request(s) failed: the figures are of the others", run.line);
    }
  }

  void keep_unknown(FlatJson const& result, std::uint64_t line) {
    if (unknown_.empty()) {
      unknown_ = members_of(result);
      unknown_line_ = line;
      is_records_ = result.has("metadata.request_start_ns") || result.has("metadata.session_num");
    }
    ++unknown_count_;
  }

  /// Goes on with the next line that begins a document: a run that was killed leaves half of one.
  void report_break(JsonBreak const& what) {
    if (breaks_++ == 0) {
      broken_ = what.what();
      broken_line_ = line_at(std::min<std::size_t>(begin_ + what.offset(), text_.size()));
    }
    std::size_t next = text_.find('\n', begin_);
    while (next < text_.size() - 1 && text_[next + 1] != '{' && text_[next + 1] != '[')
      next = text_.find('\n', next + 1);
    begin_ = breaks_ < most_breaks ? std::min(next, text_.size()) : text_.size();
  }

  [[noreturn]] void fail_without_runs() const {
    if (unknown_count_ > 0) {
      throw ParseError(metrics_.source, unknown_line_,
                       is_records_
                           ? "these are records of single requests (profile_export.jsonl of AIPerf); "
                             "give profile_export_aiperf.json, which is beside it"
                           : "no results of requests: it has " + unknown_ + "; " + std::string(expected));
    }
    if (breaks_ > 0) {
      throw ParseError(metrics_.source, broken_line_, "no JSON: " + broken_ + "; " + std::string(expected));
    }
    throw ParseError(metrics_.source, {}, "there is no result in it; " + std::string(expected));
  }

  /// Lines are counted from where they were last, for documents come in order but where the JSON breaks.
  std::uint64_t line_at(std::size_t place) {
    if (place < counted_) {
      counted_ = 0;
      line_ = 1;
    }
    auto const from = text_.begin() + static_cast<std::ptrdiff_t>(counted_);
    auto const to = text_.begin() + static_cast<std::ptrdiff_t>(place);
    line_ += static_cast<std::uint64_t>(std::count(from, to, '\n'));
    counted_ = place;
    return line_;
  }

  void warn(std::string text, std::uint64_t line) {
    metrics_.diagnostics.push_back({Severity::warning, std::move(text), metrics_.source, line});
  }

  std::string_view text_;
  std::size_t begin_ = 0;    // of the document that is read
  std::size_t counted_ = 0;  // lines before it are line_ - 1
  std::uint64_t line_ = 1;
  RequestMetrics metrics_;
  std::string unknown_;  // members of the first object that is no result
  std::uint64_t unknown_line_ = 0;
  std::uint64_t unknown_count_ = 0;
  bool is_records_ = false;
  std::size_t breaks_ = 0;
  std::string broken_;  // why the first of them breaks
  std::uint64_t broken_line_ = 0;
};

}  // namespace

RequestMetrics read_request_metrics(std::string_view text, std::string source) {
  return RequestReader(text, std::move(source)).read();
}

RequestMetrics read_request_metrics_file(std::filesystem::path const& path) {
  return read_request_metrics(read_file(path), path.string());
}

}  // namespace llmprof::inline v0
