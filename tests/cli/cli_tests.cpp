// SPDX-License-Identifier: MIT
// The command line as scripts see it: what the commands print.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/parse/csv.hpp"
#include "support/command_line.hpp"
#include "support/nsys_maker.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
namespace json = boost::json;
namespace fs = std::filesystem;

TEST_CASE("kernels --format json is what the contract says") {
  auto const result = llmprof_with({"kernels", prefill, "--format", "json"});
  REQUIRE(result.status == 0);
  auto const document = json::parse(result.out);
  CHECK(keys_of(document) == "schema calls total_ns kernels diagnostics");
  CHECK(document.at("schema") == "llmprof.kernels/1");
  CHECK(document.at("calls") == 662);
  CHECK(document.at("total_ns") == 3777558);
  auto const& kernels = document.at("kernels").as_array();
  REQUIRE(kernels.size() == 27);
  CHECK(keys_of(kernels[0]) == "name device calls total_ns mean_ns min_ns median_ns max_ns stddev_ns");
  CHECK(kernels[0].at("name") == "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT");
  CHECK(kernels[0].at("device") == "NVIDIA H200 (0)");
  CHECK(kernels[0].at("calls") == 33);
  std::int64_t calls = 0;
  std::int64_t total = 0;
  for (auto const& kernel : kernels) {
    calls += kernel.at("calls").to_number<std::int64_t>();
    total += kernel.at("total_ns").to_number<std::int64_t>();
  }
  CHECK(calls == 662);
  CHECK(total == 3777558);
}

TEST_CASE("kernels --top cuts the list and keeps the totals") {
  auto const document = json::parse(llmprof_with({"kernels", prefill, "--top", "3", "--format", "json"}).out);
  CHECK(document.at("kernels").as_array().size() == 3);
  CHECK(document.at("calls") == 662);
  CHECK(document.at("total_ns") == 3777558);
}

TEST_CASE("kernels --phase takes labels as people and nsys write them") {
  for (auto const* const label : {"LLM@prefill", "LLM:prefill"}) {
    auto const result = llmprof_with({"kernels", prefill, "--phase", label, "--format", "json"});
    CHECK(result.status == 0);
    CHECK(json::parse(result.out).at("calls") == 662);
  }
  auto const unknown = llmprof_with({"kernels", prefill, "--phase", "decode"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, ContainsSubstring("no phase 'decode'; it has LLM@prefill"));
}

TEST_CASE("kernels --phase puts phases of one label together") {
  TemporaryFolder const folder;
  auto const path = folder / "requests.sqlite";
  {
    std::string const tid = std::to_string(global_tid(7, 70));
    std::string const pid = std::to_string(global_pid(7));
    Database db(path);
    create_nsys_tables(db)
        .run("INSERT INTO NVTX_EVENTS(start,end,eventType,text,globalTid,domainId) VALUES(0,100,59,'warm'," +
             tid + ",0),(10,90,59,'prefill'," + tid + ",0),(200,300,59,'real'," + tid +
             ",0),(210,290,59,'prefill'," + tid + ",0)")
        .run("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(20,21," + tid + ",1,3,0),(220,221," + tid +
             ",2,3,0)")
        .run("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(50,60,0,1,7,1," + pid + ",1),(250,270,0,1,7,2," +
             pid + ",1)");
  }
  auto const result = llmprof_with({"kernels", path.string(), "--phase", "prefill", "--format", "json"});
  REQUIRE(result.status == 0);
  auto const document = json::parse(result.out);
  CHECK(document.at("calls") == 2);
  CHECK(document.at("total_ns") == 30);
  CHECK_THAT(result.out, ContainsSubstring("2 phases end in 'prefill'"));
  auto const one = json::parse(
      llmprof_with({"kernels", path.string(), "--phase", "real/prefill", "--format", "json"}).out);
  CHECK(one.at("total_ns") == 20);
}

TEST_CASE("phases --format json is what the contract says") {
  auto const result = llmprof_with({"phases", prefill, "--format", "json"});
  REQUIRE(result.status == 0);
  auto const document = json::parse(result.out);
  CHECK(keys_of(document) == "schema phases outside no_launch_record total diagnostics");
  auto const& phase = document.at("phases").at(0);
  CHECK(keys_of(phase) ==
        "label path depth processes instances wall_ns span_ns asynchronous kernel_ns exclusive_kernel_ns "
        "gpu_busy_ns "
        "calls tokens devices");
  CHECK(phase.at("label") == "LLM@prefill");
  CHECK(phase.at("path") == json::array{"LLM@prefill"});
  CHECK(phase.at("depth") == 0);
  CHECK(phase.at("wall_ns") == 29376012);
  CHECK(phase.at("span_ns") == 28670665);
  CHECK(phase.at("asynchronous") == false);
  CHECK(phase.at("kernel_ns") == 3777558);
  CHECK(phase.at("gpu_busy_ns") == 3790676);
  CHECK(phase.at("tokens").is_null());
  CHECK(keys_of(phase.at("devices").at(0)) == "device calls kernel_ns gpu_busy_ns");
  CHECK(document.at("outside") == json::value{{"calls", 0}, {"kernel_ns", 0}});
  CHECK(document.at("total") == json::value{{"calls", 662}, {"kernel_ns", 3777558}});
}

TEST_CASE("phases of a capture without kernels are a success") {
  auto const result = llmprof_with({"phases", ranges_only, "--format", "json"});
  REQUIRE(result.status == 0);
  auto const phases_document = json::parse(result.out);
  auto const& phases = phases_document.at("phases").as_array();
  REQUIRE(phases.size() == 3);
  CHECK(phases[2].at("path") == json::array{"LLM@decode_all", "LLM@decode_step"});
  CHECK(phases[2].at("instances") == 15);
  CHECK(phases[2].at("wall_ns") == 77890848);
  CHECK(phases[2].at("span_ns").is_null());
  CHECK(phases[2].at("asynchronous").is_null());
}

TEST_CASE("phases --by splits every phase") {
  auto const by = GENERATE("process", "device", "rank");
  auto const result = llmprof_with({"phases", prefill, "--by", by, "--format", "json"});
  CHECK(result.status == 0);
  auto const phase_document = json::parse(result.out);
  auto const& phase = phase_document.at("phases").at(0);
  CHECK(phase.as_object().contains(by));
  CHECK(phase.at("calls") == 662);
}

TEST_CASE("No kernels is status 3 with the reason, and nothing on standard output") {
  auto const result = llmprof_with({"kernels", ranges_only});
  CHECK(result.status == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, StartsWith("llmprof: ") && ContainsSubstring("no CUDA kernels in it"));
  auto const table = llmprof_with({"phases", raw});
  CHECK(table.status == 3);
  CHECK_THAT(table.err, ContainsSubstring("a table without a timeline has no phases"));
}

TEST_CASE("Tables of ranges give phases, and what they do not tell is null") {
  TemporaryFolder const folder;
  auto const sums = folder / "sums.csv";
  auto const kernels = folder / "kernels.csv";
  put_file(sums, "Time (%),Total Time (ns),Instances,Style,Range\n90.0,900,3,PushPop,LLM:prefill\n");
  put_file(kernels,
           "NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Kernel Name\n"
           "LLM:prefill,PushPop,1,1,3,6,600,k\n");
  auto const both = llmprof_with({"phases", sums.string(), kernels.string(), "--format", "json"});
  REQUIRE(both.status == 0);
  auto const document = json::parse(both.out);
  auto const& phase = document.at("phases").at(0);
  CHECK(phase.at("label") == "LLM@prefill");
  CHECK(phase.at("instances") == 3);
  CHECK(phase.at("wall_ns") == 900);
  CHECK(phase.at("calls") == 6);
  CHECK(phase.at("kernel_ns") == 600);
  for (char const* key : {"processes", "span_ns", "exclusive_kernel_ns", "gpu_busy_ns", "tokens"}) {
    CAPTURE(key);
    CHECK(phase.at(key).is_null());
  }
  CHECK(document.at("outside") == json::value{{"calls", nullptr}, {"kernel_ns", nullptr}});
  auto const csv = llmprof_with({"phases", sums.string(), "--format", "csv"});
  CHECK_THAT(csv.out, ContainsSubstring("LLM@prefill,LLM@prefill,0,,3,900,,,,,,,"));
}

TEST_CASE("What tables of ranges cannot answer is status 3 with the reason") {
  TemporaryFolder const folder;
  auto const path = (folder / "kernels.csv").string();
  put_file(path,
           "NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Kernel Name\n"
           "LLM:prefill,PushPop,1,1,3,6,600,k\n");
  auto const whole = llmprof_with({"kernels", path});
  CHECK(whole.status == 3);
  CHECK_THAT(whole.err, ContainsSubstring("no table in it has the kernels of the capture"));
  auto const phase = llmprof_with({"kernels", path, "--phase", "LLM@prefill", "--format", "csv"});
  CHECK(phase.status == 0);
  CHECK_THAT(phase.out, ContainsSubstring("k,,6,600,100"));
  auto const split = llmprof_with({"phases", path, "--by", "process"});
  CHECK(split.status == 3);
  CHECK_THAT(split.err, ContainsSubstring("do not tell phases by process"));
  auto const twice = llmprof_with({"phases", path, path});
  CHECK(twice.status != 0);
  CHECK_THAT(twice.err, ContainsSubstring("two tables of the report nvtx_kern_sum"));
}

TEST_CASE("A trace of PyTorch without kernels is status 3 with what it has instead") {
  TemporaryFolder const folder;
  auto const path = folder / "trace.json";
  put_file(path, R"({"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "a", "ts": 1, "dur": 2}]})");
  auto const result = llmprof_with({"kernels", path.string()});
  CHECK(result.status == 3);
  CHECK_THAT(result.err, ContainsSubstring("but 1 operators") && ContainsSubstring("ProfilerActivity.CUDA"));
  CHECK(llmprof_with({"phases", path.string()}).status == 0);
  put_file(path, R"({"traceEvents": []})");
  CHECK(llmprof_with({"phases", path.string()}).status == 3);
}

TEST_CASE("Neither ranges nor kernels is status 3 of phases") {
  TemporaryFolder const folder;
  auto const path = folder / "empty.sqlite";
  {
    Database db(path);
    create_nsys_tables(db);
  }
  auto const result = llmprof_with({"phases", path.string()});
  CHECK(result.status == 3);
  CHECK_THAT(result.err, ContainsSubstring("has no ranges"));
}

TEST_CASE("Metrics of ncu, all of them or the ones that are asked for") {
  auto const one = llmprof_with({"metrics", raw, "--metric", "gpu__time_duration.sum", "--format", "json"});
  REQUIRE(one.status == 0);
  auto const launches_document = json::parse(one.out);
  auto const& launches = launches_document.at("launches").as_array();
  REQUIRE(launches.size() == 20);
  CHECK(launches[0].at("metrics").as_array().size() == 1);
  CHECK(launches[0].at("metrics").at(0).at("unit") == "us");
  auto const unknown = llmprof_with({"metrics", raw, "--metric", "no.such", "--format", "csv"});
  CHECK(unknown.status == 0);
  CHECK_THAT(unknown.err, ContainsSubstring("no.such"));
  CHECK(llmprof_with({"metrics", prefill}).status == 3);
}

TEST_CASE("CSV reads back with full names and all figures") {
  auto const result = llmprof_with({"kernels", prefill, "--format", "csv"});
  CHECK(result.status == 0);
  llmprof::CsvReader reader(result.out);
  std::vector<std::string_view> cells;
  std::vector<std::vector<std::string>> rows;
  while (reader.read_row(cells)) rows.emplace_back(cells.begin(), cells.end());
  REQUIRE(rows.size() == 28);
  CHECK(rows[0] == std::vector<std::string>{"kernel_name", "device", "calls", "total_ns", "mean_ns", "min_ns",
                                            "median_ns", "max_ns", "stddev_ns"});
  // The third by time, as the tables of the capture have it.
  REQUIRE(rows[3].size() == 9);
  CHECK(rows[3][0] ==
        "void at::native::elementwise_kernel<(int)128, (int)4, void at::native::gpu_kernel_impl_nocast<"
        "at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, at::native::binary_internal::"
        "MulFunctor<float>>>(at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)");
  CHECK(std::vector(rows[3].begin() + 1, rows[3].begin() + 4) ==
        std::vector<std::string>{"NVIDIA H200 (0)", "97", "350140"});
  CHECK(rows[3][5] == "2368");
  CHECK(rows[3][7] == "4672");
  CHECK(std::stod(rows[3][4]) == 350140.0 / 97);
}

TEST_CASE("What kernels and phases print as JSON, they read back") {
  TemporaryFolder const folder;
  for (std::string const command : {"kernels", "phases"}) {
    auto const first = llmprof_with({command, prefill, "--format", "json"});
    REQUIRE(first.status == 0);
    std::string const file = (folder / (command + ".json")).string();
    put_file(file, first.out);
    auto const again = llmprof_with({command, file, "--format", "json"});
    CHECK(again.status == 0);
    CHECK(again.out == first.out);
  }
  std::string const phases = (folder / "phases.json").string();
  auto const kernels = llmprof_with({"kernels", phases});
  CHECK(kernels.status == 3);
  CHECK_THAT(kernels.err, ContainsSubstring("it tells phases, but not their kernels"));
  CHECK(llmprof_with({"phases", phases, "--by", "process"}).status == 3);
  CHECK(llmprof_with({"phases", (folder / "kernels.json").string()}).status == 3);
}

TEST_CASE("A list of phases without phases is one") {
  TemporaryFolder const folder;
  std::string const file = (folder / "phases.json").string();
  put_file(file, R"({"schema":"llmprof.phases/1","phases":[],"outside":{"calls":1,"kernel_ns":5},
    "no_launch_record":{"calls":0,"kernel_ns":null},"total":{"calls":1,"kernel_ns":5},"diagnostics":[]})");
  CHECK(llmprof_with({"phases", file}).status == 0);
}
