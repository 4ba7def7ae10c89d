// SPDX-License-Identifier: MIT
#include "libllmprof/parse/detect.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "libllmprof/parse/ncu_columns.hpp"
#include "libllmprof/parse/nsys_json.hpp"
#include "libllmprof/parse/nsys_layout.hpp"
#include "libllmprof/parse/nsys_report.hpp"
#include "libllmprof/support/block_source.hpp"
#include "libllmprof/support/utf16.hpp"
#include "llmprof/parse/csv.hpp"
#include "llmprof/parse/input.hpp"

namespace llmprof::inline v0 {
namespace {

using namespace std::string_view_literals;

/// A head of 64 KiB inflates to many times that, and facts of the job may come before the events.
constexpr std::size_t inflated_head_size = std::size_t{2} << 20;

constexpr auto npos = std::string_view::npos;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != npos; }

std::string_view after_blanks(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// `llmprof.profile/1`: what the member `schema` of an object says; empty if it is not of llmprof. A string
/// in the text cannot be taken for it: its quotes are escaped.
std::string_view llmprof_schema(std::string_view text) {
  constexpr std::string_view key = "\"schema\"";
  if (!after_blanks(text).starts_with('{')) return {};
  for (auto at = text.find(key); at != npos; at = text.find(key, at + 1)) {
    auto value = after_blanks(text.substr(at + key.size()));
    if (!value.starts_with(':')) continue;
    value = after_blanks(value.substr(1));
    if (value.starts_with("\"llmprof.")) return value.substr(1, value.find('"', 1) - 1);
  }
  return {};
}

/// What llmprof wrote and reads back, of whatever version.
InputKind kind_of_schema(std::string_view schema) {
  constexpr std::array<std::pair<std::string_view, InputKind>, 4> families{
      {{"llmprof.profile/", InputKind::profile_json},
       {"llmprof.kernels/", InputKind::kernels_json},
       {"llmprof.phases/", InputKind::phases_json},
       {"llmprof.metrics/", InputKind::ncu_json}}};
  for (auto const& [family, kind] : families) {
    if (schema.starts_with(family)) return kind;
  }
  return InputKind::unknown;
}

/// Objects with the words of a table of ncu.
bool is_ncu_json(std::string_view text) {
  text = after_blanks(text);
  if (!text.starts_with('{') && !(text.starts_with('[') && after_blanks(text.substr(1)).starts_with('{')))
    return false;
  constexpr std::array words{"\"Kernel Name\"", "\"Metric Name\"", "gpu__", "sm__", "dram__", "launch__"};
  return std::any_of(words.begin(), words.end(), [&](char const* word) { return contains(text, word); });
}

/// An object with the keys of Kineto, or a bare list of events.
bool is_chrome_trace(std::string_view text) {
  text = after_blanks(text);
  if (text.starts_with('{')) {
    return contains(text, "\"traceEvents\"") || contains(text, "\"deviceProperties\"") ||
           contains(text, "\"distributedInfo\"");
  }
  return text.starts_with('[') && after_blanks(text.substr(1)).starts_with('{') && contains(text, "\"ph\"");
}

/// The head may end in the middle of a header of 50 KiB, so this looks for words, not for cells.
bool is_ncu_header(std::string_view line) {
  if (!contains(line, "Kernel Name")) return false;
  if (contains(line, "Push/Pop_Range") || contains(line, "Start/Stop_Range")) return true;
  if (contains(line, "Metric Name") && contains(line, "Metric Unit")) return true;
  return contains(line, "\"ID\",") || contains(line, "\"Process ID\",") || line.starts_with("ID,");
}

bool is_ncu_message(std::string_view line) {
  return contains(line, "==PROF==") || contains(line, "==WARNING==") || contains(line, "==ERROR==");
}

bool is_nsys_stats_line(CsvReader const& lines) {
  if (find_nsys_head(lines)) return true;
  std::string_view const line = lines.peek_line();
  return (contains(line, "SKIPPED: ") && contains(line, "does not contain")) ||
         (line.starts_with("Processing [") && contains(line, "] with ["));
}

/// The kind of the first line that tells.
InputKind kind_of_lines(std::string_view text) {
  CsvReader lines(text);
  bool has_nsys_line = false;
  while (!lines.at_end()) {
    std::string_view const line = lines.peek_line();
    if (is_ncu_message(line) || is_ncu_header(line) || !find_other_ncu_page(line).empty()) {
      return InputKind::ncu_csv;
    }
    has_nsys_line = has_nsys_line || is_nsys_stats_line(lines);
    lines.skip_line();
  }
  return has_nsys_line ? InputKind::nsys_stats : InputKind::unknown;
}

InputKind kind_of(std::string_view head) {
  if (head.starts_with("SQLite format 3\0"sv)) return InputKind::sqlite;
  if (is_gzip(head)) {
    return is_chrome_trace(inflated_head(head, inflated_head_size)) ? InputKind::kineto_json
                                                                    : InputKind::unknown;
  }
  if (is_utf16(head)) return kind_of_lines(utf8_from_utf16(head));
  if (auto const schema = llmprof_schema(head); !schema.empty()) return kind_of_schema(schema);
  if (is_chrome_trace(head)) return InputKind::kineto_json;
  if (is_nsys_json(head)) return InputKind::nsys_stats;
  if (is_ncu_json(head)) return InputKind::ncu_json;
  if (after_blanks(head).starts_with('{')) return InputKind::unknown;
  return kind_of_lines(head);
}

/// A kind of file that is known by how it begins.
struct Magic {
  std::string_view begin;
  std::string_view description;
};

constexpr std::string_view ncu_report_magic = "NVR\0"sv;
constexpr std::string_view nsys_report_magic = "NVIDIA Tegra Profiler Report";

constexpr std::array magics{
    Magic{"\x1f\x8b"sv, "it is compressed with gzip, and not a trace of PyTorch; unpack it first"},
    Magic{ncu_report_magic,
          "it is a report of Nsight Compute; make a table of it with `ncu --import FILE.ncu-rep --csv --page "
          "raw`"},
    Magic{nsys_report_magic,
          "it is a report of Nsight Systems; export it with `nsys export --type sqlite FILE.nsys-rep`"},
    Magic{"\x7f"
          "ELF",
          "it is a program or a library; profile it with `nsys profile --trace=cuda,nvtx FILE`, and export "
          "what that writes"},
    Magic{"\x89PNG", "it is a PNG image"},
    Magic{"\xff\xd8\xff", "it is a JPEG image"},
    Magic{"%PDF-", "it is a PDF document"},
    Magic{"PK\x03\x04", "it is a ZIP archive; unpack it first"},
    Magic{"\x28\xb5\x2f\xfd", "it is compressed with zstd; unpack it first"},
    Magic{"\xfd"
          "7zXZ",
          "it is compressed with xz; unpack it first"},
    Magic{"BZh", "it is compressed with bzip2; unpack it first"},
    Magic{"PAR1", "it is a Parquet file; export SQLite instead: `nsys export --type sqlite FILE.nsys-rep`"},
    Magic{"\x89HDF", "it is an HDF5 file; export SQLite instead: `nsys export --type sqlite FILE.nsys-rep`"},
    Magic{"ARROW1", "it is an Arrow file; export SQLite instead: `nsys export --type sqlite FILE.nsys-rep`"},
};

/// The first line, without what a terminal would act on.
std::string shown_begin(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string shown(text.substr(0, std::min(most, text.find_first_of("\r\n"))));
  auto const is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  std::replace_if(shown.begin(), shown.end(), is_control, '?');
  return shown;
}

std::string describe_json(std::string_view text) {
  if (auto const schema = llmprof_schema(text); !schema.empty()) {
    return "it is JSON of llmprof, but " + shown_begin(schema) +
           " is not read back; read are profile.json, metrics.json, and what `kernels` and `phases` print "
           "with --format json; or give the capture";
  }
  return "it is JSON of an unknown kind; known are profile.json of llmprof, traces of PyTorch, SQLite "
         "exports "
         "of nsys, and tables of nsys stats and ncu";
}

bool has_line_like(std::string_view text, bool (*matches)(std::string_view)) {
  CsvReader lines(text);
  while (!lines.at_end()) {
    if (matches(lines.peek_line())) return true;
    lines.skip_line();
  }
  return false;
}

/// `==1234== NVPROF is profiling process 1234`, `==1234== Profiling result:`
bool is_nvprof_line(std::string_view line) {
  if (!line.starts_with("==")) return false;
  auto const close = line.find("==", 2);
  return close != npos && close > 2 && line.substr(2, close - 2).find_first_not_of("0123456789") == npos;
}

bool is_nsys_command(std::string_view line) {
  auto const at = line.find("nsys");
  if (at == npos) return false;
  auto const rest = line.substr(at + 4);
  return rest.starts_with(" profile") || rest.starts_with(" launch") || rest.starts_with(" stats");
}

bool is_ncu_listing(std::string_view line) {
  return line.starts_with("Identifier ") && (contains(line, "Display Name") || contains(line, "Sections"));
}

/// Words in the text that tell, most telling first; empty if there are none.
std::string_view describe_text(std::string_view text) {
  if (has_line_like(text, is_nvprof_line)) {
    return "it is output of nvprof, which is not supported; profile with nsys or ncu";
  }
  if (has_line_like(text, is_ncu_listing))
    return "it is a list of sections or sets of ncu, not a measurement";
  if (has_line_like(text, is_nsys_text_rule)) {
    return "it is a table in text format whose titles are not known; make the table with `nsys stats "
           "--report "
           "cuda_gpu_kern_sum --format csv`";
  }
  if (contains(text, "nsys-report-") || contains(text, ".qdstrm")) {
    return "it is what nsys printed, without a table; export the report with `nsys export --type sqlite "
           "FILE.nsys-rep`";
  }
  if (has_line_like(text, is_nsys_command)) return "it is a command line of nsys, not its output";
  return {};
}

bool is_html(std::string_view text) {
  return text.starts_with("<!DOCTYPE html") || text.starts_with("<!doctype html") ||
         text.starts_with("<html");
}

/// `--format hdoc` and `htable`.
bool is_nsys_html(std::string_view text) {
  return (is_html(text) && contains(text, "Nsight Systems Stats Output")) ||
         (text.starts_with("<table>") && contains(text, "<th>Time (%)</th>"));
}

}  // namespace

std::string_view to_string(InputKind kind) noexcept {
  switch (kind) {
    case InputKind::sqlite: return "nsys SQLite export";
    case InputKind::nsys_stats: return "nsys stats table";
    case InputKind::ncu_csv: return "ncu CSV";
    case InputKind::ncu_json: return "ncu JSON";
    case InputKind::profile_json: return "profile of llmprof";
    case InputKind::kernels_json: return "kernels of llmprof";
    case InputKind::phases_json: return "phases of llmprof";
    case InputKind::kineto_json: return "PyTorch trace";
    case InputKind::unknown: return "unknown";
  }
  return "";
}

InputKind detect(std::string_view head) noexcept {
  try {
    return kind_of(head);
  } catch (std::exception const&) {  // out of memory: there are no other failures here
    return InputKind::unknown;
  }
}

std::optional<ReportKind> report_kind(std::string_view head) noexcept {
  if (head.starts_with(nsys_report_magic)) return ReportKind::nsys;
  if (head.starts_with(ncu_report_magic)) return ReportKind::ncu;
  return std::nullopt;
}

std::string describe_unknown(std::string_view head) {
  if (head.empty()) return "it is empty";
  for (Magic const& magic : magics) {
    if (head.starts_with(magic.begin)) return std::string(magic.description);
  }
  std::string converted;
  if (is_utf16(head)) head = converted = utf8_from_utf16(head);
  std::string_view const text = after_blanks(head);
  if (text.empty()) return "it holds nothing but blanks";
  if (text.starts_with('{') || text.starts_with("[{")) return describe_json(text);
  if (is_nsys_html(text)) {
    return "it is a table of nsys in HTML; make it again with `nsys stats --format csv`";
  }
  if (is_html(text)) return "it is an HTML page, not a capture";
  if (auto const description = describe_text(text); !description.empty()) return std::string(description);
  if (contains(head, "\0"sv)) return "it is a binary file of an unknown kind";
  return "it is of an unknown kind and begins with '" + shown_begin(text) +
         "'; known are SQLite exports of nsys, traces of PyTorch, tables of nsys stats and ncu, and "
         "profile.json of "
         "llmprof";
}

}  // namespace llmprof::inline v0
