// SPDX-License-Identifier: MIT
#include "llmprof/parse/nsys_sqlite.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <iterator>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/error.hpp"
#include "support/nsys_maker.hpp"
#include "support/says.hpp"

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

std::filesystem::path const captures = std::filesystem::path(LLMPROF_TEST_DATA) / "nsys-2023.4-h200";

std::string values(std::initializer_list<std::int64_t> numbers) {
  std::string list;
  for (auto const number : numbers) list += (list.empty() ? "" : ",") + std::to_string(number);
  return "(" + list + ")";
}

std::string kernel(std::int64_t start, std::int64_t end, std::int64_t correlation, std::int64_t pid = 7,
                   std::int64_t name = 1, std::int64_t device = 0) {
  return "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES" +
         values({start, end, device, 1, 7, correlation, global_pid(pid), name}) + ";";
}

std::string call(std::int64_t start, std::int64_t correlation, std::int64_t pid = 7, std::int64_t tid = 70) {
  return "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES" +
         values({start, start + 5, global_tid(pid, tid), correlation, 3, 0}) + ";";
}

std::string range(std::string const& name, std::int64_t start, std::string const& end, int type = 59,
                  std::int64_t domain = 0, std::int64_t pid = 7, std::int64_t tid = 70) {
  return "INSERT INTO NVTX_EVENTS(start,end,eventType,text,globalTid,domainId) VALUES(" +
         std::to_string(start) + "," + end + "," + std::to_string(type) + ",'" + name + "'," +
         std::to_string(global_tid(pid, tid)) + "," + std::to_string(domain) + ");";
}

Trace read(TemporaryFolder const& folder, std::string const& sql) {
  auto const path = folder / "made.sqlite";
  {
    Database db(path);
    create_nsys_tables(db).run(sql);
  }
  return read_nsys_sqlite(path);
}

}  // namespace

TEST_CASE("A real capture of nsys 2023.4 reads whole") {
  auto const trace = read_nsys_sqlite(captures / "prefill-gated-torch-llama-1b.sqlite");
  CHECK(trace.tool == "NVIDIA Nsight Systems 2023.4.4.54");
  CHECK(trace.start_utc_ns == 1795813595846912148);
  CHECK(trace.launches.size() == 662);
  CHECK(trace.memory_operations.size() == 17);
  REQUIRE(trace.ranges.size() == 1);
  CHECK(trace.strings[trace.ranges[0].domain] == "LLM");
  CHECK(trace.strings[trace.ranges[0].name] == "prefill");
  REQUIRE(trace.devices.size() == 1);
  CHECK(trace.devices[0].name == "NVIDIA H200");
  CHECK(trace.devices[0].uuid == "13c0fd4e-1e59-d1d4-12a9-6a778ad9bca7");
  CHECK(trace.devices[0].sm_count == 132);
  CHECK(trace.devices[0].clock_hz == 1980000000);
  CHECK(trace.devices[0].memory_bandwidth == 4814304000000);
  CHECK_FALSE(says(trace, "incomplete"));

  auto const profile = analyze(trace);
  REQUIRE(profile.phases.size() == 1);
  CHECK(profile.phases[0].kernel_ns == 3777558);
  CHECK(profile.phases[0].wall_ns == 38802291 - 9426279);
  CHECK(profile.outside.calls == 0);
}

TEST_CASE("A capture that lost its kernels is called incomplete") {
  auto const profile = analyze(read_nsys_sqlite(captures / "incomplete-torch-llama-1b.sqlite"));
  CHECK(profile.total.calls == 335);
  CHECK(std::any_of(profile.diagnostics.begin(), profile.diagnostics.end(), [](Diagnostic const& d) {
    return d.text.find("17 of 22 ranges LLM@decode_all/LLM@decode_step have no GPU work") !=
           std::string::npos;
  }));
}

TEST_CASE("A real capture of a CUDA graph: every kernel where the engine says it is") {
  // Prefill 4 x 12 kernels; 8 eager steps of 13; 16 replays of 12, captured in layers of attn (2) and mlp
  // (1); one on another thread inside the request, one outside, 12 for warm-up.
  auto const profile = analyze(read_nsys_sqlite(captures / "marked-engine-graph-node.sqlite"));
  auto const calls = [&](char const* path) { return profile.find(parse_path(path))->calls; };
  CHECK(profile.total.calls == 358);
  CHECK(profile.outside.calls == 1);
  CHECK(calls("LLM@request") == 48 + 104 + 192 + 1);
  CHECK(calls("LLM@request/LLM@prefill") == 48);
  CHECK(calls("LLM@decode_all") == 296);
  CHECK(calls("LLM@decode_all/LLM@decode_step/LLM@layer") == 8 * 12 + 16 * 12);
  CHECK(calls("LLM@decode_step/LLM@layer/LLM@attn") == 8 * 8 + 16 * 8);
  CHECK(calls("LLM@decode_step/LLM@layer/LLM@mlp") == 8 * 4 + 16 * 4);
  CHECK(calls("LLM@capture/LLM@layer") == 0);
  auto const* const step = profile.find(parse_path("LLM@decode_step"));
  CHECK(step->instances == 24);
  CHECK(step->tokens == 96);
  CHECK(profile.find(parse_path("LLM@prefill"))->tokens == 512);
  std::int64_t accounted = *profile.outside.kernel_ns;
  for (PhaseProfile const& phase : profile.phases) accounted += phase.exclusive_kernel_ns.value();
  CHECK(accounted == *profile.total.kernel_ns);
}

TEST_CASE("A capture without a GPU has ranges and says that it has no kernels") {
  auto const trace = read_nsys_sqlite(captures / "cpu-only-nvtx-ranges.sqlite");
  CHECK(trace.launches.empty());
  CHECK(trace.ranges.size() == 21);
  CHECK(says(trace, "no table of CUDA kernels"));
}

TEST_CASE("The bytes of a file read like the file") {
  auto const path = captures / "prefill-gated-torch-llama-1b.sqlite";
  auto const trace = read_nsys_sqlite_bytes(get_file(path), "-");
  CHECK(trace.launches.size() == 662);
  CHECK(trace.source == "-");
}

TEST_CASE("Equal correlation ids in two processes are told apart") {
  TemporaryFolder const folder;
  auto const trace = read(folder, call(100, 1, 7, 70) + call(200, 1, 8, 80) + kernel(1000, 1010, 1, 7) +
                                      kernel(2000, 2030, 1, 8) + range("seven", 90, "150", 59, 0, 7, 70) +
                                      range("eight", 190, "250", 59, 0, 8, 80));
  auto const profile = analyze(trace);
  CHECK(profile.find(parse_path("seven"))->kernel_ns == 10);
  CHECK(profile.find(parse_path("eight"))->kernel_ns == 30);
  CHECK(profile.outside.calls == 0);
}

TEST_CASE("All kernels of a graph launch share its call; a kernel without a call has no launch record") {
  TemporaryFolder const folder;
  auto const trace =
      read(folder, call(100, 5) + kernel(1000, 1010, 5) + kernel(1010, 1020, 5) + kernel(1020, 1030, 6));
  REQUIRE(trace.launches.size() == 3);
  CHECK(trace.launches[0].launch == 100);
  CHECK(trace.launches[1].thread == trace.launches[0].thread);
  CHECK(trace.launches[2].thread == no_index);
}

TEST_CASE("Calls in any order find their kernels") {
  TemporaryFolder const folder;
  std::string sql;
  for (int i = 0; i < 200; ++i) {
    sql += call(1000 + (i * 37) % 200, (i * 37) % 200);
    sql += kernel(5000 + i * 10, 5000 + i * 10 + 5, (i * 53) % 200);
  }
  auto const trace = read(folder, sql);
  for (int i = 0; i < 200; ++i)
    CHECK(trace.launches[static_cast<std::size_t>(i)].launch == 1000 + (i * 53) % 200);
}

TEST_CASE(
    "Launches without kernels make a capture incomplete, except in a stream capture and where they failed") {
  TemporaryFolder const folder;
  std::string const begin =
      "INSERT INTO StringIds VALUES(10,'cudaStreamBeginCapture_v10000'),(11,'cudaStreamEndCapture_v10000');";
  auto const other_call = [](std::int64_t start, std::int64_t name, std::int64_t result) {
    return "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES" +
           values({start, start + 1, global_tid(7, 70), 900 + start, name, result}) + ";";
  };
  std::string const captured =
      begin + other_call(10, 10, 0) + call(20, 1) + call(30, 2) + other_call(40, 11, 0);
  SECTION("captured launches are not lost") {
    CHECK_FALSE(says(read(folder, captured + call(50, 3) + kernel(100, 110, 3)), "incomplete"));
  }
  SECTION("a failed launch is not lost") {
    CHECK_FALSE(says(read(folder, other_call(60, 3, 98)), "incomplete"));
  }
  SECTION("any other is") {
    CHECK(says(read(folder, captured + call(50, 3) + call(60, 4) + kernel(100, 110, 3)),
               "1 of 4 kernel launches have no kernel"));
  }
}

TEST_CASE("Domains are named per process, in any row order, and a forked child inherits them") {
  TemporaryFolder const folder;
  auto const trace = read(folder, range("prefill", 10, "20", 59, 3) + range("child", 30, "40", 59, 3, 8, 80) +
                                      range("LLM", 1, "NULL", 75, 3) + range("lost", 50, "60", 59, 4) +
                                      range("bare", 70, "80", 59, 0));
  REQUIRE(trace.ranges.size() == 4);
  CHECK(trace.strings[trace.ranges[0].domain] == "LLM");
  CHECK(trace.strings[trace.ranges[1].domain] == "LLM");
  CHECK(trace.strings[trace.ranges[2].domain] == "domain 4");
  CHECK(trace.strings[trace.ranges[3].domain].empty());
}

TEST_CASE("Only ranges and marks are read from NVTX events") {
  TemporaryFolder const folder;
  auto const trace = read(folder, range("thread name", 10, "NULL", 39) + range("category", 10, "NULL", 33) +
                                      range("old push/pop", 20, "30", 70) + range("start/end", 40, "50", 60) +
                                      range("old start/end", 60, "70", 71) + range("tokens", 65, "NULL", 34));
  REQUIRE(trace.ranges.size() == 3);
  CHECK(trace.ranges[0].kind == RangeKind::push_pop);
  CHECK(trace.ranges[1].kind == RangeKind::start_end);
  CHECK(trace.ranges[2].kind == RangeKind::start_end);
  REQUIRE(trace.marks.size() == 1);
  CHECK(trace.marks[0].time == 65);
}

TEST_CASE("A range that is still open ends with the capture") {
  TemporaryFolder const folder;
  auto const trace = read(folder, range("open", 10, "NULL") + call(100, 1) + kernel(200, 260, 1));
  REQUIRE(trace.ranges.size() == 1);
  CHECK(trace.ranges[0].open);
  CHECK(trace.ranges[0].end == 260);
  CHECK(says(trace, "1 range(s) were still open"));
}

TEST_CASE("Registered names, payloads, and payloads that are not integers") {
  TemporaryFolder const folder;
  std::string const head =
      "INSERT INTO NVTX_EVENTS(start,end,eventType,globalTid,domainId,text,textId,uint64Value,"
      "int64Value,doubleValue) VALUES(10,20,59," +
      std::to_string(global_tid(7, 70)) + ",0,";
  auto const trace =
      read(folder, head + "'ignored',1,NULL,512,NULL);" + head + "NULL,2,9,NULL,NULL);" + head +
                       "'real',NULL,NULL,NULL,0.5);" + head + "NULL,77,NULL,NULL,NULL);");
  REQUIRE(trace.ranges.size() == 4);
  CHECK(trace.strings[trace.ranges[0].name] == "kernel_a");
  CHECK(trace.ranges[0].payload == 512);
  CHECK(trace.ranges[1].payload == 9);
  CHECK_FALSE(trace.ranges[2].has_payload);
  CHECK(says(trace, "1 payload(s) that are not integers"));
  CHECK(trace.strings[trace.ranges[3].name] == "(name 77 is not in StringIds)");
}

TEST_CASE("Kernel names may be text, or ids that nobody knows") {
  TemporaryFolder const folder;
  auto const trace =
      read(folder, kernel(1, 2, 1, 7, 99) + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(3,4,0,1,7,2," +
                       std::to_string(global_pid(7)) + ",'void k<int>(int)');");
  CHECK(trace.strings[trace.launches[0].name] == "(name 99 is not in StringIds)");
  CHECK(trace.strings[trace.launches[1].name] == "void k<int>(int)");
}

TEST_CASE("Copies without a correlation id are tied to no call") {
  TemporaryFolder const folder;
  auto const trace =
      read(folder, call(100, 0) +
                       "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER, end INTEGER, deviceId"
                       " INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER,"
                       " globalPid INTEGER, bytes INTEGER);"
                       "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(200,210,0,1,7,NULL," +
                       std::to_string(global_pid(7)) + ",64);");
  REQUIRE(trace.memory_operations.size() == 1);
  CHECK(trace.memory_operations[0].thread == no_index);
}

TEST_CASE("Times that cannot be true are odd rows in every table") {
  TemporaryFolder const folder;
  std::int64_t const far = std::int64_t{1} << 62;
  auto const trace =
      read(folder, call(100, 1) + call(far, 2) + kernel(200, 210, 1) + kernel(far, far + 10, 2) +
                       range("r", 90, "120") + range("mark", far, "NULL", 34) + range("open", 95, "NULL") +
                       range("far", -far, "10") +
                       "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(NULL,1,1,1,1,0);");
  CHECK(trace.launches.size() == 1);
  CHECK(trace.marks.empty());
  REQUIRE(trace.ranges.size() == 2);
  CHECK(trace.ranges[1].end == 210);
  CHECK(says(trace, "CUPTI_ACTIVITY_KIND_KERNEL: 1 row(s) left out"));
  CHECK(says(trace, "CUPTI_ACTIVITY_KIND_RUNTIME: 2 row(s) left out"));
  CHECK(says(trace, "NVTX_EVENTS: 2 row(s) left out"));
}

TEST_CASE("One correlation id for everything takes no longer than many") {
  TemporaryFolder const folder;
  std::string const many =
      " (WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM k WHERE i<99999) SELECT i FROM k)";
  auto const trace = read(folder, "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i,i+1,0,1,7,1," +
                                      std::to_string(global_pid(7)) + ",1 FROM" + many +
                                      ";INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT 500+i,501+i," +
                                      std::to_string(global_tid(7, 70)) + ",1,3,0 FROM" + many + ";");
  REQUIRE(trace.launches.size() == 100000);
  CHECK(trace.launches.front().launch == 500);
  CHECK(trace.launches.back().launch == 500);
}

TEST_CASE("Ids of -1 everywhere are ids like others") {
  TemporaryFolder const folder;
  auto const trace = read(folder,
                          "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(10,20,-1,-1,-1,-1,-1,1);"
                          "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(5,6,-1,-1,3,0);");
  REQUIRE(trace.launches.size() == 1);
  REQUIRE(trace.streams.size() == 1);
  REQUIRE(trace.threads.size() == 1);
  CHECK(trace.streams[0].stream == -1);
  CHECK(trace.launches[0].stream == 0);
  CHECK(trace.launches[0].thread == 0);
}

TEST_CASE("Odd rows are left out, counted, and the first is described") {
  TemporaryFolder const folder;
  auto const trace = read(folder, kernel(10, 20, 1) + kernel(30, 20, 2) +
                                      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES('soon',4,0,1,7,2,0,1);");
  CHECK(trace.launches.size() == 1);
  CHECK(says(trace, "2 row(s) left out; the first: it ends (20) before it starts (30)"));
}

TEST_CASE("A graph node is followed over its clones to the capture of its original") {
  TemporaryFolder const folder;
  auto const capture = [](std::int64_t start, char const* name) {
    return "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES" +
           values({start, start + 1, global_tid(7, 70), start, name[0] == 'B' ? 10 : 11, 0}) + ";";
  };
  std::string const tables =
      "INSERT INTO StringIds VALUES(10,'cudaStreamBeginCapture_v10000'),(11,'cudaStreamEndCapture_v10000');"
      "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL ADD COLUMN graphNodeId INTEGER;"
      "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start INTEGER, globalTid INTEGER, graphNodeId INTEGER,"
      " originalGraphNodeId INTEGER);";
  auto const node = [](std::int64_t start, std::int64_t id, std::string const& original) {
    return "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES(" + std::to_string(start) + "," +
           std::to_string(global_tid(7, 70)) + "," + std::to_string(id) + "," + original + ");";
  };
  auto const replayed = [](std::int64_t id) {
    return "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES" +
           values({500, 510, 0, 1, 7, 1, global_pid(7), 1, id}) + ";";
  };
  auto const trace =
      read(folder, tables + capture(100, "Begin") + capture(200, "End") + node(150, 1, "NULL") +
                       node(210, 2, "NULL") + node(211, 2, "1") + node(300, 3, "2") + node(400, 4, "NULL") +
                       node(410, 5, "6") + node(411, 6, "5") + replayed(3) + replayed(4) + replayed(5) +
                       replayed(9) + call(450, 1));
  REQUIRE(trace.graph_nodes.size() == 4);
  CHECK(trace.graph_nodes[0].created == 150);
  CHECK(trace.graph_nodes[0].capture_begin == 100);
  CHECK(trace.graph_nodes[0].thread == trace.launches[0].thread);
  CHECK(trace.graph_nodes[1].thread == no_index);  // built outside a capture
  CHECK(trace.graph_nodes[2].thread == no_index);  // clones in a circle
  CHECK(trace.graph_nodes[3].thread == no_index);  // never created
}

TEST_CASE("Figures of a device that it cannot have are unknown") {
  TemporaryFolder const folder;
  auto const trace =
      read(folder,
           "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT, cuDevice INTEGER, smCount INTEGER, "
           "clockRate INTEGER, memoryBandwidth INTEGER, totalMemory INTEGER, computeMajor INTEGER, "
           "computeMinor INTEGER);"
           "INSERT INTO TARGET_INFO_GPU "
           "VALUES(0,'A',0,-124,-516423562,0,-1048576,-10,9223372036854775807);" +
               kernel(1, 2, 1, 7));
  REQUIRE(trace.devices.size() == 1);
  CHECK(trace.devices[0].name == "A");
  CHECK_FALSE(trace.devices[0].sm_count.has_value());
  CHECK_FALSE(trace.devices[0].clock_hz.has_value());
  CHECK_FALSE(trace.devices[0].memory_bandwidth.has_value());
  CHECK_FALSE(trace.devices[0].memory_bytes.has_value());
  CHECK_FALSE(trace.devices[0].compute_major.has_value());
  CHECK_FALSE(trace.devices[0].compute_minor.has_value());
}

TEST_CASE("Devices are those of the process where CUDA numbers them anew") {
  TemporaryFolder const folder;
  auto const trace = read(
      folder,
      "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT, uuid TEXT, cuDevice INTEGER);"
      "INSERT INTO TARGET_INFO_GPU VALUES(0,'A','00000000-0000-0000-0000-000000000000',0),(1,'B','b-1',1);"
      "CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
      "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(1,0,7),(0,0,8);" +
          kernel(1, 2, 1, 7) + kernel(3, 4, 1, 8) + kernel(5, 6, 2, 9, 1, 5));
  auto const device = [&](std::size_t i) {
    return trace.devices[trace.streams[trace.launches[i].stream].device];
  };
  CHECK(device(0).name == "B");
  CHECK(device(0).uuid == "b-1");
  CHECK(device(1).name == "A");
  CHECK(device(1).uuid.empty());
  CHECK(device(2).name.empty());
  CHECK(device(2).ordinal == 5);
}

TEST_CASE("Names of processes and threads, and warnings of nsys that concern the figures") {
  TemporaryFolder const folder;
  auto const trace = read(
      folder,
      "CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);"
      "INSERT INTO PROCESSES VALUES" +
          values({global_pid(7), 7}).replace(values({global_pid(7), 7}).size() - 1, 1, ",'engine')") +
          ";"
          "INSERT INTO PROCESSES VALUES" +
          values({global_pid(7), 7}).replace(values({global_pid(7), 7}).size() - 1, 1, ",'nsys-launcher')") +
          ";"
          "CREATE TABLE ThreadNames(nameId INTEGER, priority INTEGER, globalTid INTEGER);"
          "INSERT INTO ThreadNames VALUES" +
          values({2, 20, global_tid(7, 70)}) +
          ";"
          "CREATE TABLE DIAGNOSTIC_EVENT(severity INTEGER, text TEXT);"
          "INSERT INTO DIAGNOSTIC_EVENT VALUES(1,'Profiling has started.'),(2,'Not all CUDA events\n might "
          "have been collected.'),"
          "(2,'No OpenGL events collected.'),(2,'No OpenGL events collected.');" +
          call(10, 1) + kernel(20, 30, 1));
  CHECK(trace.processes.at(0).name == "engine");
  CHECK(trace.threads.at(0).name == "kernel_b");
  CHECK(says(trace, "nsys: Not all CUDA events might have been collected."));
  auto const of_nsys = std::count_if(trace.diagnostics.begin(), trace.diagnostics.end(),
                                     [](Diagnostic const& d) { return d.text.starts_with("nsys: "); });
  CHECK(of_nsys == 2);
}

TEST_CASE("Suffixed tables are found, the newest first") {
  TemporaryFolder const folder;
  auto const trace = read(folder,
                          "ALTER TABLE NVTX_EVENTS RENAME TO NVTX_EVENTS_V2;"
                          "INSERT INTO NVTX_EVENTS_V2(start,end,eventType,text,globalTid,domainId) VALUES"
                          "(1,2,59,'r'," +
                              std::to_string(global_tid(7, 70)) + ",0);");
  CHECK(trace.ranges.size() == 1);
}

TEST_CASE("What is not an nsys export is refused with a sentence") {
  TemporaryFolder const folder;
  auto const path = folder / "bad.sqlite";
  auto const good = get_file(captures / "prefill-gated-torch-llama-1b.sqlite");

  SECTION("no file") {
    CHECK_THROWS_AS(read_nsys_sqlite(folder / "nothing.sqlite"), IoError);
    CHECK_THROWS_WITH(read_nsys_sqlite(folder / "nothing.sqlite"),
                      ContainsSubstring("nothing.sqlite: cannot be opened"));
  }
  SECTION("empty") {
    put_file(path, "");
    CHECK_THROWS_WITH(read_nsys_sqlite(path), ContainsSubstring("the file is empty"));
  }
  SECTION("another format") {
    put_file(path, std::string(200, 'x'));
    CHECK_THROWS_WITH(read_nsys_sqlite(path), ContainsSubstring("not a SQLite file"));
  }
  SECTION("cut off in the header") {
    put_file(path, good.substr(0, 50));
    CHECK_THROWS_WITH(read_nsys_sqlite(path), ContainsSubstring("inside its header"));
  }
  SECTION("truncated") {
    put_file(path, good.substr(0, good.size() / 2));
    CHECK_THROWS_AS(read_nsys_sqlite(path), ParseError);
    CHECK_THROWS_WITH(read_nsys_sqlite(path),
                      ContainsSubstring("truncated") && ContainsSubstring(std::to_string(good.size())));
    CHECK_THROWS_WITH(read_nsys_sqlite_bytes(good.substr(0, 8192), "-"), ContainsSubstring("truncated"));
  }
  SECTION("damaged inside") {
    auto damaged = good;
    for (std::size_t at = 3 * 4096; at < 40 * 4096; ++at) damaged[at] = '\x5a';
    put_file(path, damaged);
    CHECK_THROWS_AS(read_nsys_sqlite(path), ParseError);
  }
  SECTION("another program's database") {
    Database(path).run("CREATE TABLE bookmarks(url TEXT)");
    CHECK_THROWS_WITH(read_nsys_sqlite(path),
                      ContainsSubstring("not an nsys export") && ContainsSubstring("bookmarks"));
  }
  SECTION("a view in place of a table") {
    Database db(path);
    create_nsys_tables(db)
        .run("DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL")
        .run(
            "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 "
            "FROM r) "
            "SELECT x AS start, x AS end, 1 AS demangledName FROM r");
    CHECK_THROWS_WITH(read_nsys_sqlite(path),
                      ContainsSubstring("CUPTI_ACTIVITY_KIND_KERNEL is a view, not a table"));
  }
  SECTION("a column missing") {
    Database db(path);
    create_nsys_tables(db).run("ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN end");
    CHECK_THROWS_WITH(read_nsys_sqlite(path),
                      ContainsSubstring("has no column 'end'") && ContainsSubstring("demangledName"));
  }
  SECTION("no name column") {
    Database db(path);
    create_nsys_tables(db).run("ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN demangledName");
    CHECK_THROWS_WITH(read_nsys_sqlite(path), ContainsSubstring("has no column 'demangledName'"));
  }
}

TEST_CASE("A file in WAL mode reads from a folder that cannot be written") {
  TemporaryFolder const folder;
  auto const path = folder / "wal 100%?.sqlite";
  {
    Database db(path);
    db.run("PRAGMA journal_mode=WAL");
    create_nsys_tables(db).run(kernel(10, 20, 1));
  }
  std::filesystem::permissions(folder.path(),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  auto const launches = read_nsys_sqlite(path).launches.size();
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  CHECK(launches == 1);
}
