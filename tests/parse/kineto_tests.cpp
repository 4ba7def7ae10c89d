// SPDX-License-Identifier: MIT
#include "llmprof/parse/kineto.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/parse/input.hpp"
#include "support/kineto_maker.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using namespace llmprof::tests;

namespace {

Trace read(std::string const& text) { return read_kineto_bytes(text, "made.json"); }

std::string graph_call(std::string const& name, std::string const& ts, int correlation) {
  return event("cuda_runtime", name, ts, "9", {}, "\"correlation\": " + std::to_string(correlation));
}

}  // namespace

TEST_CASE("A kernel belongs to the ranges that are open where its API call begins", "[kineto]") {
  // Kernels come before their calls, calls before the ranges: events are in no order.
  auto const trace = read(trace_text({
      kernel("gemm", "1005.5", "2.25", 9),
      kernel("add", "1008", "1.125", 10),
      kernel("late", "1012", "4", 11),
      call("1003", 9),
      call("1004", 10),
      call("1011", 11),
      event("cpu_op", "aten::mm", "1002.5", "1"),
      event("user_annotation", "decode", "1001", "9"),
  }));
  CHECK(trace.source == "made.json");
  CHECK(trace.tool == "PyTorch profiler (Kineto)");
  CHECK(trace.format == "PyTorch trace");
  CHECK(trace.diagnostics.empty());
  REQUIRE(trace.launches.size() == 3);
  CHECK(trace.launches[0].start == 1005500);
  CHECK(trace.launches[0].end == 1007750);
  CHECK(trace.launches[0].launch == 1003000);
  REQUIRE(trace.processes.size() == 1);
  CHECK(trace.processes[0].pid == 42);
  REQUIRE(trace.threads.size() == 1);
  CHECK(trace.threads[0].tid == 43);

  auto const profile = analyze(trace);
  CHECK(profile.find(parse_path("decode"))->kernel_ns == 2250 + 1125);
  CHECK(profile.find(parse_path("decode"))->wall_ns == 9000);
  CHECK(profile.find(parse_path("decode/cpu_op@aten::mm"))->kernel_ns == 2250);
  CHECK(profile.outside.kernel_ns == 4000);
}

TEST_CASE("One graph launch runs many kernels", "[kineto]") {
  auto const name = GENERATE(as<std::string>(), "cudaGraphLaunch", "hipGraphLaunch");
  auto const profile = analyze(read(trace_text({
      event("user_annotation", "decode", "10", "20"),
      graph_call(name, "12", 77),
      kernel("a", "40", "1", 77),
      kernel("b", "41", "2", 77),
      kernel("a", "43", "3", 77),
  })));
  CHECK(profile.find(parse_path("decode"))->calls == 3);
  CHECK(profile.find(parse_path("decode"))->kernel_ns == 6000);
}

TEST_CASE("Kernels without an id or without a call have no launch record", "[kineto]") {
  auto const trace = read(trace_text({
      call("1", 0),
      call("2", 5),
      kernel("id 0", "10", "1", 0),
      kernel("no call", "11", "1", 6),
      event("kernel", "no arguments", "12", "1", {"3", "8"}),
      kernel("whole", "13", "1", 5),
  }));
  REQUIRE(trace.launches.size() == 4);
  CHECK(trace.launches[0].thread == no_index);
  CHECK(trace.launches[1].thread == no_index);
  CHECK(trace.launches[2].thread == no_index);
  CHECK(trace.launches[3].thread == 0);
  // Without arguments, the process and thread of an event are its GPU and its stream.
  Stream const& stream = trace.streams[trace.launches[2].stream];
  CHECK(trace.devices[stream.device].ordinal == 3);
  CHECK(stream.stream == 8);
  CHECK(analyze(trace).no_launch_record.calls == 3);
  CHECK_FALSE(says(trace, "cannot be tied"));
}

TEST_CASE("A trace without API calls says that kernels cannot be tied to ranges", "[kineto]") {
  auto const trace = read(trace_text({kernel("a", "1", "2", 3)}));
  CHECK(trace.launches.size() == 1);
  CHECK(says(trace, "no CUDA API call"));
}

TEST_CASE("Categories are known in the spellings of all years", "[kineto]") {
  auto const [cat, kernels, copies, ranges] =
      GENERATE(table<std::string, std::size_t, std::size_t, std::size_t>({
          {"kernel", 1, 0, 0},
          {"Kernel", 1, 0, 0},
          {"gpu_memcpy", 0, 1, 0},
          {"Memcpy", 0, 1, 0},
          {"gpu_memset", 0, 1, 0},
          {"Memset", 0, 1, 0},
          {"cpu_op", 0, 0, 1},
          {"Operator", 0, 0, 1},
          {"user_annotation", 0, 0, 1},
          {"gpu_user_annotation", 0, 0, 0},
          {"python_function", 0, 0, 0},
          {"overhead", 0, 0, 0},
          {"Trace", 0, 0, 0},
          {"", 0, 0, 0},
      }));
  CAPTURE(cat);
  auto const trace = read(trace_text({event(cat, "e", "1", "2")}));
  CHECK(trace.launches.size() == kernels);
  CHECK(trace.memory_operations.size() == copies);
  CHECK(trace.ranges.size() == ranges);
}

TEST_CASE("API calls are known in the spellings of all years", "[kineto]") {
  auto const cat =
      GENERATE(as<std::string>(), "cuda_runtime", "cuda_driver", "Runtime", "hip_runtime", "runtime");
  auto const trace = read(
      trace_text({event(cat, "launch", "1.5", "2", {}, R"("correlation": "8")"), kernel("k", "5", "1", 8)}));
  CHECK(trace.launches.at(0).thread == 0);
  CHECK(trace.launches.at(0).launch == 1500);
}

TEST_CASE("A trace of 2021 has words where numbers are now", "[kineto]") {
  auto const trace = read(trace_text({
      event("Operator", "aten::add", "1", "20", {"42", "\"43\""}),
      event("Runtime", "cudaLaunchKernel", "5", "2", {"42", "\"43\""}, "\"correlation\": 1"),
      event("Kernel", "k", "30", "1", {"1", "\"stream 7\""}, R"("external id": 3, "correlation": 1)"),
  }));
  CHECK(trace.threads.size() == 1);
  REQUIRE(trace.launches.size() == 1);
  CHECK(trace.streams[trace.launches[0].stream].stream == 7);
  CHECK(trace.devices[0].ordinal == 1);
  CHECK(analyze(trace).find(parse_path("cpu_op@aten::add"))->kernel_ns == 1000);
}

TEST_CASE("Copies and sets have bytes, kernels have shapes", "[kineto]") {
  auto const trace = read(trace_text({
      event("kernel", "k", "1", "0", {"0", "7"},
            R"("grid": [17, 2, 1], "block": [128, 1, 3], "x": {"grid": 1})"),
      event("kernel", "odd", "1", "0", {"0", "7"}, R"("grid": [-1, 5000000000, 1, 4], "block": "128")"),
      event("gpu_memcpy", "Memcpy HtoD", "2", "1", {"0", "7"}, "\"bytes\": 4096"),
      event("gpu_memset", "Memset", "4", "1", {"0", "7"}),
  }));
  REQUIRE(trace.launches.size() == 2);
  CHECK(trace.launches[0].end == trace.launches[0].start);  // of no duration, and kept
  CHECK(trace.shapes[trace.launches[0].shape] == LaunchShape{{17, 2, 1}, {128, 1, 3}});
  CHECK(trace.shapes[trace.launches[1].shape] == LaunchShape{{0, 0, 1}, {0, 0, 0}});
  REQUIRE(trace.memory_operations.size() == 2);
  CHECK(trace.memory_operations[0].bytes == 4096);
  CHECK(trace.memory_operations[0].kind == MemoryOperationKind::copy);
  CHECK(trace.memory_operations[1].kind == MemoryOperationKind::set);
}

TEST_CASE("Devices, rank, start and names come from beside the events", "[kineto]") {
  auto const trace = read(trace_text(
      {kernel("k", "1", "1", 1, 1), call("0", 1),
       R"({"name": "process_name", "ph": "M", "ts": 0, "pid": 42, "tid": 0, "args": {"name": "python"}})",
       R"({"name": "process_name", "ph": "M", "ts": 0, "pid": 1, "tid": 0, "args": {"name": "not a CPU"}})",
       R"({"args": {"name": "thread 43: main"}, "name": "thread_name", "ph": "M", "pid": 42, "tid": 43})"},
      R"("deviceProperties": [{"id": 0, "name": "Small"}, {"id": 1, "name": "H\u003100", "totalGlobalMem": 85,
         "computeMajor": 9, "computeMinor": 0, "numSms": 132, "new": [{}]}], "displayTimeUnit": "ns",
         "distributedInfo": {"backend": "nccl", "rank": 3, "pg_config": [{"ranks": [0, 1]}]},
         "baseTimeNanoseconds": 1767189312000000000, )"));
  REQUIRE(trace.devices.size() == 1);
  CHECK(trace.devices[0].ordinal == 1);
  CHECK(trace.devices[0].name == "H100");
  CHECK(trace.devices[0].compute_major == 9);
  CHECK(trace.devices[0].compute_minor == 0);
  CHECK(trace.devices[0].sm_count == 132);
  CHECK(trace.devices[0].memory_bytes == 85);
  CHECK(trace.processes.at(0).rank == 3);
  CHECK(trace.processes.at(0).name == "python");
  CHECK(trace.threads.at(0).name == "thread 43: main");
  CHECK(trace.start_utc_ns == 1767189312000000000);
  CHECK(trace.launches.at(0).start == 1000);  // displayTimeUnit is for the viewer
}

TEST_CASE("Figures of a device that it cannot have are unknown in a trace of PyTorch, too", "[kineto]") {
  auto const trace = read(trace_text({kernel("k", "1", "1", 1, 0)},
                                     R"("deviceProperties": [{"id": 0, "name": "A", "computeMajor": -10,
         "computeMinor": 1e3, "numSms": 0, "totalGlobalMem": -1}], )"));
  REQUIRE(trace.devices.size() == 1);
  CHECK(trace.devices[0].name == "A");
  CHECK_FALSE(trace.devices[0].compute_major.has_value());
  CHECK_FALSE(trace.devices[0].compute_minor.has_value());
  CHECK_FALSE(trace.devices[0].sm_count.has_value());
  CHECK_FALSE(trace.devices[0].memory_bytes.has_value());
}

TEST_CASE("A device that the list lacks has its facts if all of the list are alike", "[kineto]") {
  std::string const one = R"({"id": 0, "name": "A", "numSms": 304})";
  auto const alike = read(trace_text({kernel("k", "1", "1", 1, 9)}, "\"deviceProperties\": [" + one + "], "));
  CHECK(alike.devices.at(0).ordinal == 9);
  CHECK(alike.devices.at(0).name == "A");
  auto const mixed = read(trace_text({kernel("k", "1", "1", 1, 9)},
                                     "\"deviceProperties\": [" + one + R"(, {"id": 1, "name": "B"}], )"));
  CHECK(mixed.devices.at(0).name.empty());
  CHECK_FALSE(mixed.devices.at(0).sm_count);
}

TEST_CASE("Facts of a job that are not known stay unknown", "[kineto]") {
  auto const trace = read(trace_text({kernel("k", "1", "1", 1), call("0", 1)},
                                     R"("distributedInfo": {"rank": "none"}, "baseTimeNanoseconds": {}, )"));
  CHECK_FALSE(trace.processes.at(0).rank);
  CHECK_FALSE(trace.start_utc_ns);
  CHECK(trace.devices.at(0).name.empty());
}

TEST_CASE("In traces put together, a track of a GPU belongs to the process that calls tell", "[kineto]") {
  OnTrack const first{"100", "1"};
  OnTrack const second{"200", "1"};
  auto const trace = read(trace_text({
      call("1", 1, first),
      call("2", 1, second),  // the same id in both
      call("3", 2, first),
      call("4", 3, second),
      kernel("a", "10", "1", 1, 0),
      kernel("b", "11", "1", 2, 0),  // GPU 0 is of process 100
      kernel("c", "12", "1", 1, 1),
      kernel("d", "13", "1", 3, 1),  // GPU 1 is of process 200
      kernel("e", "14", "1", 1, 2),  // nothing tells of GPU 2
      kernel("f", "15", "1", 99, 1),
  }));
  auto const pid_of = [&](std::size_t launch) {
    return trace.processes[trace.streams[trace.launches[launch].stream].process].pid;
  };
  REQUIRE(trace.launches.size() == 6);
  CHECK(trace.launches[0].launch == 1000);
  CHECK(pid_of(0) == 100);
  CHECK(trace.launches[2].launch == 2000);
  CHECK(pid_of(2) == 200);
  CHECK(trace.launches[3].launch == 4000);
  CHECK(trace.launches[4].thread == no_index);
  CHECK(trace.launches[5].thread == no_index);
  CHECK(pid_of(5) == 200);
  CHECK(says(trace, "1 kernels and copies may have been launched by any of several processes"));
}

TEST_CASE("Of two calls with one id, the earlier one counts", "[kineto]") {
  auto const trace = read(trace_text({call("7", 1), call("5", 1), kernel("k", "10", "1", 1)}));
  CHECK(trace.launches.at(0).launch == 5000);
}

TEST_CASE("Times are exact where doubles are not", "[kineto]") {
  auto const trace = read(trace_text({kernel("k", "1700000000123456.789", "0.001", 1)}));
  CHECK(trace.launches.at(0).start == 1700000000123456789);
  CHECK(trace.launches.at(0).end == 1700000000123456790);
}

TEST_CASE("Annotations that cross are read as they are", "[kineto]") {
  auto const trace =
      read(trace_text({event("user_annotation", "one", "1", "10"), event("user_annotation", "two", "5", "10"),
                       call("12", 1), kernel("k", "20", "1", 1)}));
  CHECK(trace.ranges.size() == 2);
  CHECK(analyze(trace).find(parse_path("two"))->calls == 1);
}

TEST_CASE("Names may have escapes and control characters", "[kineto]") {
  auto const trace = read(trace_text({kernel(R"(a\"b\\c\u00e9\ud83d\ude00\t)"
                                             "\x01\n",
                                             "1", "1", 1)}));
  CHECK(trace.strings[trace.launches.at(0).name] == "a\"b\\c\xc3\xa9\xf0\x9f\x98\x80\t\x01\n");
}

TEST_CASE("Words that are not JSON are read over", "[kineto]") {
  auto const word = GENERATE(as<std::string>(), "NaN", "-Infinity", "N/A", "nan", "inf", "None");
  auto const trace =
      read(trace_text({event("kernel", "k", "1", "2", {"0", "7"}, "\"est\": " + word + ", \"bytes\": 1"),
                       kernel("k", "5", "2", 1)}));
  CHECK(trace.launches.size() == 2);
}

TEST_CASE("A bare list of events, a byte order mark and a last comma are fine", "[kineto]") {
  auto const event_list = list_of({kernel("k", "1", "2", 1), call("0", 1)});
  CHECK(read(event_list).launches.size() == 1);
  CHECK(read("\xEF\xBB\xBF" + event_list).launches.size() == 1);
  auto const with_comma = "{\"traceEvents\": [" + kernel("k", "1", "2", 1) + ",], }";
  CHECK(read(with_comma).launches.size() == 1);
  CHECK(read("[ null, 3, [1, {}], " + kernel("k", "1", "2", 1) + "]").launches.size() == 1);
}

TEST_CASE("Without kernels the notes say what was recorded", "[kineto]") {
  auto const operators = read(trace_text({event("cpu_op", "aten::add", "1", "2")}));
  CHECK(operators.launches.empty());
  CHECK(
      says(operators, "no events of category 'kernel', but 1 operators, 0 annotations and 0 CUDA API calls"));
  CHECK(says(operators, "ProfilerActivity.CUDA"));
  CHECK(says(read(trace_text({call("1", 1)})), "what the GPU did was not recorded"));
  CHECK(says(read(trace_text({event("cuda_profiler_range", "k", "1", "2")})), "counters of ranges"));
  CHECK(
      says(read(trace_text({R"({"ph": "B", "name": "x", "ts": 1, "pid": 1, "tid": 1})"})), "1 begin events"));
  CHECK(says(read("{\"traceEvents\": []}"), "no events of category 'kernel'"));
}

TEST_CASE("read_capture knows a trace by its content, plain, packed and from memory", "[kineto]") {
  TemporaryFolder const folder;
  auto const text = trace_text({kernel("k", "1", "2", 1), call("0", 1)}, "\"deviceProperties\": [], ");
  for (std::string const& bytes : {text, gzip(text), list_of({kernel("k", "1", "2", 1)})}) {
    put_file(folder / "trace.txt", bytes);
    auto const capture = read_capture(folder / "trace.txt");
    REQUIRE(std::holds_alternative<Trace>(capture));
    CHECK(std::get<Trace>(capture).launches.size() == 1);
    CHECK(read_kineto(folder / "trace.txt").source == (folder / "trace.txt").string());
  }
  // Facts of the job that fill the head: the whole text tells.
  auto const late =
      "{\"job\": \"" + std::string(200'000, 'x') + "\", \"traceEvents\": [" + kernel("k", "1", "2", 1) + "]}";
  put_file(folder / "late", late);
  CHECK(std::get<Trace>(read_capture(folder / "late")).launches.size() == 1);
  put_file(folder / "late.gz", gzip(late));
  CHECK(std::get<Trace>(read_capture(folder / "late.gz")).launches.size() == 1);
}

TEST_CASE("Progress of a trace grows to the end", "[kineto]") {
  std::string text = "[";
  for (int i = 0; i < 40'000; ++i) text += kernel("k", std::to_string(i), "1", i) + ",";
  text += "{}]";
  std::vector<double> shares;
  auto const trace = read_kineto_bytes(text, "many", [&](double share) { shares.push_back(share); });
  CHECK(trace.launches.size() == 40'000);
  REQUIRE(shares.size() == 2);
  CHECK((0.3 < shares[0] && shares[0] < shares[1] && shares[1] <= 1.0));
}
