// SPDX-License-Identifier: MIT
// Writes the seed corpora: fuzz_seeds FOLDER makes FOLDER/TARGET/NAME. Seeds are small: the fuzzer changes a
// byte here and there, so most of a file should matter.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/command/presets.hpp"
#include "llmprof/parse/csv.hpp"
#include "llmprof/parse/nsys_sqlite.hpp"
#include "llmprof/report/json.hpp"
#include "llmprof/report/profile_json.hpp"
#include "support/kineto_maker.hpp"
#include "support/sample_profile.hpp"
#include "support/spool_maker.hpp"
#include "support/temporary_folder.hpp"
#include "tests/fuzz/nsys_rows.hpp"
#include "tests/fuzz/packed_spool.hpp"

using namespace llmprof;
using namespace llmprof::tests;
namespace fs = std::filesystem;

namespace {

using Named = std::pair<std::string, std::string>;

fs::path const data = LLMPROF_TEST_DATA;

// --- nsys SQLite

/// Two phases on two threads, copies, marks, names, warnings.
constexpr char const* engine_rows = R"(S 1,kernel_a
S 2,cudaLaunchKernel_v7000
S 3,prefill
S 4,main thread
M EXPORT_PRODUCT_NAME,Nsight Systems
M EXPORT_PRODUCT_VERSION,2023.4
T 1700000000
G 0,NVIDIA H200,GPU-1,0,9,0,132,1980000000,4800000000000,150000000000
D 5,0,0
P 5:0,python
N 5:6,4
W 2,CUDA events were lost
V ,,75,LLM,,1,5:6,,,
V 100,900,59,,3,1,5:6,512,,
V 200,300,59,attn,,1,5:6,,8,
V 150,,59,open,,0,5:7,,,1.5
V 120,800,60,request,,1,5:6,,,
V 400,,34,tokens,,1,5:6,64,,
R 210,5:6,1,2,0
R 220,5:6,2,2,0
R 950,5:7,3,2,0
K 300,350,0,1,7,1,5:0,1,,8,1,1,128,1,1
K 340,400,0,1,8,2,5:0,1,,8,1,1,128,1,1
K 1000,1010,0,1,7,3,5:0,unknown,,1,1,1,1,1,1
K 1100,1110,1,1,7,,6:0,9,,,,,,,
C 500,510,0,1,7,2,5:0,4096,
Z 520,530,0,1,7,9,5:0,16,
)";

/// A graph that was captured inside a range and launched in another, and one that was traced as a whole.
constexpr char const* graph_rows = R"(S 1,kernel_a
S 2,cudaStreamBeginCapture_v10000
S 3,cudaStreamEndCapture_v10000
S 4,cudaGraphLaunch_v10000
V 90,250,59,warmup,,0,7:70,,,
V 110,190,59,layer.0,,0,7:70,,,
V 400,600,59,decode_step,,0,7:70,4,,
R 100,7:70,1,2,0
R 200,7:70,2,3,0
R 450,7:70,9,4,0
E 150,7:70,1,
E 210,7:70,2,1
E 300,7:70,3,2
E 310,7:70,5,6
E 311,7:70,6,5
K 500,510,0,1,7,9,7:0,1,3,,,,,,
K 510,530,0,1,7,9,7:0,1,5,,,,,,
H 540,600,0,1,7,9,7:0
)";

/// The schema of 2020, and times that cannot be.
constexpr char const* odd_rows = R"(S 1,k
S -1,negative
S 9223372036854775807,largest
O 0,Tesla V100,7,0,80,1380000,16160
M EXPORT_PRODUCT_VERSION,
V 5,4,59,ends early,,,1:1,,,
V 9223372036854775807,-9223372036854775808,60,far,,,1:1,,,
K 10,5,0,1,7,1,1:0,1,,,,,,,
K -9223372036854775808,9223372036854775807,0,1,7,1,1:0,1,,,,,,,
K 10,20,-1,-1,-1,-1,-1,-5,-1,-1,4294967296,1,1,1,1
R -1,1:1,1,,1
)";

std::vector<Named> nsys_rows() { return {{"engine", engine_rows}, {"graph", graph_rows}, {"odd", odd_rows}}; }

/// A real export with four rows a table: all its columns, in little room.
std::string cut_export(fs::path const& real, fs::path const& scratch) {
  fs::remove(scratch);
  sqlite3* raw = nullptr;
  if (sqlite3_open(scratch.c_str(), &raw) != SQLITE_OK) throw std::runtime_error("cannot write a database");
  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> const db(raw, sqlite3_close);
  auto const run = [&](std::string const& sql) {
    if (sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
      throw std::runtime_error(sql + ": " + sqlite3_errmsg(raw));
    }
  };
  run("PRAGMA page_size=512");
  run("ATTACH '" + real.string() + "' AS real");
  std::vector<std::string> tables;
  auto const take = [](void* list, int, char** cells, char**) {
    static_cast<std::vector<std::string>*>(list)->emplace_back(cells[0]);
    return 0;
  };
  char const* const wanted =
      "SELECT name FROM real.sqlite_master WHERE type = 'table' AND name NOT LIKE 'ENUM%' AND name NOT LIKE "
      "'sqlite%'";
  sqlite3_exec(raw, wanted, take, &tables, nullptr);
  for (std::string const& table : tables) {
    run("CREATE TABLE " + table + " AS SELECT * FROM real." + table + " LIMIT 4");
  }
  return get_file(scratch);
}

std::vector<Named> nsys_files(TemporaryFolder const& scratch) {
  std::vector<Named> files;
  for (auto const& [name, rows] : nsys_rows()) {
    files.emplace_back(name, fuzz::nsys_export_of(rows, 512));
    files.emplace_back(name + "-4096", fuzz::nsys_export_of(rows, 4096));
  }
  for (auto const& entry : fs::directory_iterator(data / "nsys-2023.4-h200")) {
    files.emplace_back(entry.path().stem(), cut_export(entry.path(), scratch / "cut.sqlite"));
  }
  return files;
}

// --- ncu

bool begins_table(std::string_view line) { return line.find("\"ID\"") != std::string_view::npos; }

/// Some of a thousand columns: who the launch is, its time, and every hundredth metric.
bool is_kept(std::string_view title, std::size_t index) {
  constexpr std::size_t first_metric = 16;
  constexpr std::size_t one_of = 100;
  return index < first_metric || index % one_of == 0 || title == "gpu__time_duration.sum";
}

std::string cut_table(CsvReader& reader) {
  constexpr int most_rows = 8;
  std::vector<std::string_view> cells;
  std::vector<std::size_t> kept;
  std::string text;
  for (int row = 0; row < most_rows && reader.read_row(cells); ++row) {
    for (std::size_t i = 0; row == 0 && i < cells.size(); ++i) {
      if (is_kept(cells[i], i)) kept.push_back(i);
    }
    std::string line;
    for (std::size_t const i : kept) {
      if (i < cells.size()) line += (line.empty() ? "\"" : ",\"") + std::string(cells[i]) + '"';
    }
    text += line + '\n';
  }
  return text;
}

/// What stands before the first table, and its first rows.
std::string cut_ncu(std::string const& whole) {
  constexpr int most_lines = 30;
  CsvReader reader(whole);
  std::string text;
  for (int line = 0; line < most_lines && !reader.at_end(); ++line) {
    if (begins_table(reader.peek_line())) return text + cut_table(reader);
    text.append(reader.peek_line()).append("\n");
    reader.skip_line();
  }
  return text;
}

/// As Windows redirects it.
std::string utf16(std::string const& text) {
  std::string wide = "\xff\xfe";
  for (char const c : text) wide.append({c, '\0'});
  return wide;
}

std::vector<Named> ncu_files() {
  std::vector<Named> files;
  for (auto const& entry : fs::directory_iterator(data / "ncu-2025.3-h200")) {
    files.emplace_back(entry.path().stem(), cut_ncu(get_file(entry.path())));
  }
  files.emplace_back("utf16", utf16(files.front().second));
  return files;
}

std::vector<Named> ncu_rows() {
  return {
      {"raw",
       R"([{"ID":"","Kernel Name":"","gpu__time_duration.sum":"us"},)"
       R"({"ID":"0","Process ID":"7","Kernel Name":"k<4>","Grid Size":"8, 4, 1","gpu__time_duration.sum":"1,234.5"}])"},
      {"details",
       R"([{"ID":3,"Kernel Name":"k","Section Name":"S","Metric Name":"Duration","Metric Unit":"us",)"
       R"("Metric Value":1.5},{"ID":3,"Kernel Name":"k","Metric Name":"L2 Hit Rate","Metric Unit":"%","Average":NaN}])"},
      {"own",
       R"({"schema":"llmprof.metrics/1","launches":[{"id":1,"pid":2,"kind":"summary","invocations":3,"kernel":"k",)"
       R"("grid":[1,2,3],"path":["LLM@a\\/b"],"duration_ns":7,"metrics":[{"section":"S","name":"sm__x.avg",)"
       R"("value":null,"unit":"%","text":"n/a","label":"L"}]}],"diagnostics":[]})"},
      {"nested",
       R"({"kernels":[{"name":"k","metrics":{"sm__x.avg":{"value":1e3,"unit":"inst"},"y [us]":2}}]})"},
  };
}

// --- the others

std::vector<Named> nsys_tables() {
  std::string const header =
      "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n";
  std::string const rows =
      "75.0,3000,3,1000.0,900.0,800,1300,264.6,\"void gemm<float, 128>(T1::Params)\"\n"
      "25.0,1000,1,1000.0,1000.0,1000,1000,0.0,softmax\n";
  return {
      {"plain", header + rows},
      {"twice", header + rows + rows},
      {"preamble",
       "NOTICE: Existing SQLite export found: run.sqlite\nProcessing [run.sqlite] with "
       "[cuda_gpu_kern_sum.py]... \n" +
           header + rows + "\n"},
      {"old", "Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,Name\n60.0,600,2,300.0,200,400,a\n"},
      {"gpu_trace",
       "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,Device,Ctx,Strm,Name\n"
       "10,100,1,8,1,1,128,1,1,32,NVIDIA H200 (0),1,7,gemm\n20,5,2,,,,,,,,NVIDIA H200 (0),1,7,[CUDA memcpy "
       "HtoD]\n"},
      {"nvtx",
       "Time (%),Total Time (ns),Instances,Avg (ns),Style,Range\n50.0,600,2,300.0,PushPop,LLM:prefill\n"},
      {"nvtx_kern",
       "NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Min (ns),Max (ns),Kernel Name\n"
       ":a: b,PushPop,1,2,3,4,400,100.0,50,200,gemm\n"},
      {"text",
       " Time (%)  Total Time (ns)  Instances  Name \n --------  ---------------  ---------  ----\n"
       "     75.0            3,000          3  gemm\n\n"},
      {"json",
       "[\n  {\"Time (%)\": 75.0, \"Total Time (ns)\": 3000, \"Instances\": 3, \"Name\": \"gemm\"}\n]\n"},
      {"units", "Time,Total Time (ms),Instances,Avg (us),Name\n50%,\"1,234.5\",2,6.17e5,a\n"},
      {"empty",
       "Processing [run.sqlite] with [cuda_gpu_kern_sum.py]... \nSKIPPED: run.sqlite does not "
       "contain CUDA kernel data.\n"},
      {"utf16", utf16(header + rows)}};
}

std::vector<Named> kineto_traces() {
  std::string const facts =
      R"("deviceProperties": [{"id": 0, "name": "NVIDIA H100", "totalGlobalMem": 85520809984, "computeMajor": 9,
      "computeMinor": 0, "numSms": 132}], "distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8},
      "baseTimeNanoseconds": 1700000000000000000, )";
  std::string const name =
      R"({"name": "thread_name", "ph": "M", "ts": 0, "pid": 42, "tid": 43, "args": {"name": "thread 43"}})";
  std::string const whole = trace_text(
      {event("user_annotation", "prefill", "10", "50.250"), event("cpu_op", "aten::mm", "12", "9"),
       event("cuda_profiler_range", "r", "1", "2"), call("15", 1), kernel("gemm", "20.5", "3.125", 1),
       event("gpu_memcpy", "Memcpy HtoD", "30", "1", {"0", "7"},
             R"("device": 0, "stream": 7, "bytes": 64, "grid": [1, 2, 3], "correlation": 1)"),
       kernel("late", "90", "NaN", 4), name},
      facts);
  std::string const bare = list_of({kernel("k", "1", "2", 1), call("0", 1)});
  return {{"whole", whole},
          {"bare", bare},
          {"cut", whole.substr(0, whole.size() / 2)},
          {"gzip", gzip(whole)},
          {"gzip-bare", gzip(bare)},
          {"gzip-cut", gzip(whole).substr(0, 200)}};
}

std::vector<Named> profiles() {
  std::vector<Named> files{{"sample", to_json(sample_profile())}, {"empty", to_json(Profile{})}};
  for (auto const& [name, rows] : nsys_rows()) {
    Trace const trace = read_nsys_sqlite_bytes(fuzz::nsys_export_of(rows), name);
    files.emplace_back(name, to_json(analyze(trace, {.timeline_bins = 8})));
  }
  return files;
}

/// What `kernels` and `phases` print.
std::vector<Named> own_tables() {
  Profile const profile = sample_profile();
  KernelTable table;
  table.kernels = to_records(profile, profile.kernels);
  finish(table);
  return {{"phases", phases_json(profile)},
          {"phases-by-rank", phases_json(profile, By::rank)},
          {"phases-empty", phases_json(Profile{})},
          {"kernels", kernels_json(table)},
          {"kernels-empty", kernels_json(KernelTable{})}};
}

std::vector<Named> grammars() {
  return {{"path", R"(LLM@decode_all/LLM:decode_step/a\@b\/c\\/:x/std::sort)"},
          {"csv", "a,\"b,\"\"c\"\"\",\"d\r\ne\"\r\nf,,\"g\"h\r\n\n"},
          {"bom", "\xef\xbb\xbf\"ID\",\"Kernel Name\"\n"},
          {"ncu", "==PROF== Connected to process 1\n\"ID\",\"Process ID\",\"Kernel Name\"\n"},
          {"nsys", "Time (%),Total Time (ns),Instances,Avg (ns),Name\n"},
          {"sqlite", std::string("SQLite format 3\0", 16)},
          {"profile", R"({"schema":"llmprof.profile/1"})"},
          {"kineto", R"({"schemaVersion": 1, "traceEvents": [{"ph": "X"}]})"},
          {"utf16", utf16("\"ID\",\"a\"\n")}};
}

std::vector<Named> settings_files() {
  std::vector<Named> files{{"set", "ncu.metrics=[a, 'b,c']"}, {"all", to_yaml(to_config(Settings{}))}};
  for (Preset const& preset : presets()) files.emplace_back(preset.name, preset.yaml);
  return files;
}

std::vector<Named> request_files() {
  std::vector<Named> files;
  for (fs::directory_entry const& entry : fs::directory_iterator(data / "requests"))
    files.emplace_back(entry.path().filename().string(), get_file(entry.path()));
  return files;
}

/// Ranges, marks and launches of two threads, kernels in and outside a graph, copies, waits.
SpoolRecords engine_records() {
  SpoolRecords records;
  records.thread(7).name(1, "LLM").name(2, "prefill").name(3, "tokens").name(4, "cuLaunchKernel");
  records.domain(1, 1).api(307, 4).window(100, true);
  records.push(1000, 2).launch(1100, 1, 307).launch(1200, 2, 307).mark(1300, 3, 512).pop(1400);
  records.start(1500, 2, 77).launch(1600, 3, 307).end(1700, 77).thread_end(7);
  records.window(9000, false);
  return records;
}

SpoolRecords device_records() {
  SpoolRecords records;
  records.thread(8).name(5, "_Z4gemmPf").name(6, "NVIDIA H200");
  records.add(spool::Kind::device,
              spool::DeviceRecord{.bandwidth_kb = 4'800'000'000, .processors = 132, .major = 9, .name = 6});
  records.add(spool::Kind::graph_node, spool::GraphNodeRecord{.time = 900, .node = 5});
  records.add(spool::Kind::graph_node, spool::GraphNodeRecord{.time = 950, .node = 6, .original = 5});
  records.kernel(1150, 50, 1, 5).kernel(1250, 70, 2, 5, 6).kernel(1, 2, 99, 5);
  records.add(spool::Kind::copy,
              spool::MemoryRecord{.correlation = 3, .begin = 1650, .end = 1660, .bytes = 64});
  records.add(spool::Kind::graph, spool::GraphRecord{.correlation = 3, .begin = 1670, .end = 1690});
  records.add(spool::Kind::wait, spool::WaitRecord{.correlation = 3, .begin = 1700, .end = 1710});
  return records;
}

std::vector<Named> spools(TemporaryFolder const& scratch) {
  SpoolMaker plain(scratch / "plain.spool");
  plain.header.pid = 7;
  plain.header.opened = 100;
  plain.header.closed = 10'000;
  plain.header.cupti = plain.header.nvtx = spool::Attach::attached;
  plain.chunk(engine_records(), true);
  plain.chunk(device_records());
  SpoolMaker full(scratch / "full.spool", 1, 4);
  full.header.ring_entered = 1500;
  full.header.refilled = full.header.freed = 1;
  full.header.ring[0] = spool::Turn::follower;
  full.chunk(engine_records(), true);
  full.chunk(device_records());
  full.chunk(SpoolRecords().thread(7).lost(7).push(2000, 2).pop(2100).thread(9).push(2050, 2).pop(2060));
  return {{"plain", fuzz::pack_spool(get_file(plain.path))}, {"full", fuzz::pack_spool(get_file(full.path))}};
}

void write(fs::path const& folder, std::vector<Named> const& seeds) {
  for (auto const& [name, content] : seeds) put_file(folder / name, content);
}

void write_all(fs::path const& out) {
  TemporaryFolder const scratch;
  write(out / "grammars", grammars());
  write(out / "kineto", kineto_traces());
  write(out / "ncu_csv", ncu_files());
  write(out / "ncu_json", ncu_rows());
  write(out / "nsys_rows", nsys_rows());
  write(out / "nsys_sqlite", nsys_files(scratch));
  write(out / "nsys_stats", nsys_tables());
  write(out / "profile_json", profiles());
  write(out / "request_metrics", request_files());
  write(out / "settings", settings_files());
  write(out / "spool", spools(scratch));
  write(out / "tables_json", own_tables());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds FOLDER\n");
    return 2;
  }
  try {
    write_all(argv[1]);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "fuzz_seeds: %s\n", error.what());
    return 1;
  }
  return 0;
}
