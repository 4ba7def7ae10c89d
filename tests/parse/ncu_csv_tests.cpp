// SPDX-License-Identifier: MIT
#include "llmprof/parse/ncu_csv.hpp"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "parse/ncu_text.hpp"

using llmprof::Label;
using llmprof::MeasuredKind;
using llmprof::MeasuredLaunch;
using llmprof::Metrics;
using llmprof::read_ncu_csv;
using llmprof::Severity;
using namespace ncu_text;

TEST_CASE("A raw page of ncu 2025.3 is read whole", "[ncu_csv]") {
  Metrics const metrics = read_ncu_csv(fixture("raw-auto-units.csv"), "raw.csv");
  REQUIRE(metrics.launches.size() == 20);
  CHECK(metrics.source == "raw.csv");
  CHECK(metrics.diagnostics.empty());
  CHECK(total_ns(metrics) == 63360);

  MeasuredLaunch const& first = metrics.launches.front();
  CHECK(first.id == 0);
  CHECK(first.kind == MeasuredKind::kernel);
  CHECK(first.invocations == 1);
  CHECK(first.pid == 683);
  CHECK(first.process == "python3.12");
  CHECK(first.host == "127.0.0.1");
  CHECK(
      first.kernel ==
      "void at::vectorized_gather_kernel<16, long>(char *, char *, T2 *, int, long, long, long, long, bool)");
  CHECK(first.grid == std::array<std::int64_t, 3>{128, 1, 1});
  CHECK(first.block == std::array<std::int64_t, 3>{256, 1, 1});
  CHECK(first.context == "1");
  CHECK(first.stream == "7");
  CHECK(first.device == "0");
  CHECK(first.compute_capability == "9.0");
  CHECK(first.path == std::vector<Label>{{"LLM", "prefill"}});
  CHECK(first.start_end.empty());
  CHECK(first.duration_ns == 2944);
  CHECK(first.line == 3);
  CHECK(first.metrics.size() == 1304);  // 1317 columns less the 13 that say which launch it is

  auto const throughput = first.find("dram__bytes.sum.per_second");
  REQUIRE(throughput);
  CHECK(throughput->value == 179.739130);
  CHECK(throughput->unit == "Gbyte/s");
  CHECK(first.find("device__attribute_total_memory")->value == 150109880320.0);
  auto const product = first.find("device__attribute_display_name");
  REQUIRE(product);
  CHECK_FALSE(product->value);
  CHECK(product->text == "NVIDIA H200");

  CHECK(metrics.launches[14].duration_ns == 9856);
  CHECK(metrics.launches[14].block == std::array<std::int64_t, 3>{32, 16, 1});
  CHECK(metrics.launches[14].line == 17);
}

TEST_CASE("Automatic and base units give the same durations", "[ncu_csv]") {
  Metrics const scaled = read_ncu_csv(fixture("raw-auto-units.csv"));
  Metrics const base = read_ncu_csv(fixture("raw-base-units.csv"));
  REQUIRE(scaled.launches.size() == base.launches.size());
  for (std::size_t i = 0; i < base.launches.size(); ++i) {
    CAPTURE(i);
    CHECK(scaled.launches[i].duration_ns == base.launches[i].duration_ns);
  }
}

TEST_CASE("A table behind the output of ncu and of the application is found", "[ncu_csv]") {
  Metrics const metrics = read_ncu_csv(fixture("raw-stdout-with-preamble-decode-step.csv"));
  REQUIRE(metrics.launches.size() == 30);
  CHECK(total_ns(metrics) == 96192);
  CHECK(metrics.launches.front().line == 7);
  CHECK(metrics.launches.front().path == std::vector<Label>{{"LLM", "decode_all"}, {"LLM", "decode_step"}});
  CHECK(has_diagnostic(metrics, Severity::note, 1, "unmodified GPU clocks"));
}

TEST_CASE("A details page of ncu 2025.3 is read whole", "[ncu_csv]") {
  Metrics const metrics = read_ncu_csv(fixture("details-auto-units.csv"));
  REQUIRE(metrics.launches.size() == 20);
  CHECK(metrics.diagnostics.empty());
  CHECK(metrics.launches[0].duration_ns == 2940);  // 2.94 us
  CHECK(metrics.launches[14].duration_ns == 9860);

  std::size_t count = 0;
  for (MeasuredLaunch const& launch : metrics.launches) count += launch.metrics.size();
  CHECK(count == 400);  // of 476 rows; the others are the advice of rules

  auto const frequency = metrics.launches[0].find("DRAM Frequency");
  REQUIRE(frequency);
  CHECK(frequency->section == "GPU Speed Of Light Throughput");
  CHECK(frequency->value == 3.16);
  CHECK(frequency->unit == "Ghz");
  CHECK(metrics.launches[0].path == std::vector<Label>{{"LLM", "prefill"}});
}

TEST_CASE("Summaries of ncu 2025.3 are read", "[ncu_csv]") {
  SECTION("per kernel") {
    Metrics const metrics = read_ncu_csv(fixture("summary-per-kernel.csv"));
    REQUIRE(metrics.launches.size() == 18);
    MeasuredLaunch const& first = metrics.launches.front();
    CHECK(first.kind == MeasuredKind::summary);
    CHECK(first.pid == 683);
    CHECK(first.invocations == 1);
    CHECK(first.duration_ns == 1700);
    CHECK(metrics.launches[8].invocations == 2);
    CHECK(metrics.launches[8].duration_ns == 2450);  // minimum 2.43, maximum 2.46
    std::uint64_t launches = 0;
    for (MeasuredLaunch const& launch : metrics.launches) launches += launch.invocations;
    CHECK(launches == 20);
  }
  SECTION("per NVTX range") {
    Metrics const metrics = read_ncu_csv(fixture("summary-per-nvtx.csv"));
    REQUIRE(metrics.launches.size() == 18);
    CHECK(metrics.launches.front().path == std::vector<Label>{{"LLM", "prefill"}});
    CHECK(metrics.launches.front().grid == std::array<std::int64_t, 3>{2, 1, 1});
  }
}

TEST_CASE("Durations follow their unit and count once", "[ncu_csv]") {
  auto const [unit, value, want] = GENERATE(table<std::string, std::string, std::int64_t>({
      {"ns", "2,944", 2944},
      {"nsecond", "10720", 10720},
      {"us", "6.46", 6460},
      {"usecond", "1,234.5", 1234500},
      {"ms", "10.195552", 10195552},
      {"msecond", "1.5", 1500000},
      {"s", "1.2", 1200000000},
      {"second", "2", 2000000000},
      {"us", "0", 0},
      {"us", "2.9444", 2944},
      {"us", "2.9446", 2945},
  }));
  CAPTURE(unit, value);
  std::string const text =
      details_header + details_row("0", "k", "GPU Speed Of Light Throughput", "Duration", unit, value);
  CHECK(read_ncu_csv(text).launches.at(0).duration_ns == want);
}

TEST_CASE("The metric comes before the shown duration, in any order", "[ncu_csv]") {
  std::string const shown = details_row("0", "k", "GPU Speed Of Light Throughput", "Duration", "us", "6.46");
  std::string const exact =
      details_row("0", "k", "Command line profiler metrics", "gpu__time_duration.sum", "ns", "6,464");
  std::string const missing =
      details_row("0", "k", "Command line profiler metrics", "gpu__time_duration.sum", "", "n/a");
  CHECK(read_ncu_csv(details_header + shown + exact).launches.at(0).duration_ns == 6464);
  CHECK(read_ncu_csv(details_header + exact + shown).launches.at(0).duration_ns == 6464);
  CHECK(read_ncu_csv(details_header + missing + shown).launches.at(0).duration_ns == 6460);
  CHECK(read_ncu_csv(details_header + shown + shown).launches.size() == 1);
}

TEST_CASE("A launch without a duration has none", "[ncu_csv]") {
  Metrics const other =
      read_ncu_csv(details_header + details_row("0", "k", "Occupancy", "Registers", "", "32"));
  CHECK_FALSE(other.launches.at(0).duration_ns);
  Metrics const missing = read_ncu_csv(raw_header + raw_units + raw_row("0", "k", "1.5", "n/a"));
  CHECK_FALSE(missing.launches.at(0).duration_ns);
}

TEST_CASE("A duration without a unit of time is unknown", "[ncu_csv]") {
  Metrics const metrics =
      read_ncu_csv(details_header + details_row("0", "k", "GPU Speed Of Light", "Duration", "", "6.46"));
  CHECK_FALSE(metrics.launches.at(0).duration_ns);
  CHECK(has_diagnostic(metrics, Severity::warning, 2, "without a unit of time"));
}

TEST_CASE("A data row in the place of the units makes units and durations unknown", "[ncu_csv]") {
  Metrics const metrics =
      read_ncu_csv(raw_header + raw_row("0", "k", "1.5", "2.944") + raw_row("1", "k", "1.5", "3.1"));
  REQUIRE(metrics.launches.size() == 2);
  CHECK_FALSE(metrics.launches[0].duration_ns);
  CHECK_FALSE(metrics.launches[1].duration_ns);
  CHECK(metrics.launches[0].find("dram__bytes.sum")->value == 1.5);
  CHECK(metrics.launches[0].find("dram__bytes.sum")->unit == "?");
  CHECK(has_diagnostic(metrics, Severity::warning, 2, "without the row of units"));
}

TEST_CASE("Cells without a value are absent, and counted", "[ncu_csv]") {
  auto const cell = GENERATE(as<std::string>(), "n/a", "N/A", "nan", "-nan", "inf", "-inf", "(!) nan",
                             "(!) 12.5", "no data", "<null>");
  CAPTURE(cell);
  Metrics const metrics =
      read_ncu_csv(raw_header + raw_units + raw_row("0", "k", cell, "2.5") + raw_row("1", "k", cell, "2.5"));
  auto const metric = metrics.launches.at(0).find("dram__bytes.sum");
  REQUIRE(metric);
  CHECK_FALSE(metric->value);
  CHECK(metric->text == cell);
  CHECK(has_diagnostic(metrics, Severity::note, 3, "2 values not available"));
  CHECK(total_ns(metrics) == 5000);
}

TEST_CASE("An empty cell is absent and needs no remark", "[ncu_csv]") {
  Metrics const metrics = read_ncu_csv(raw_header + raw_units + raw_row("0", "k", "", "2.5"));
  CHECK_FALSE(metrics.launches.at(0).find("dram__bytes.sum")->value);
  CHECK(metrics.diagnostics.empty());
}

TEST_CASE("Of a list of instances the leading number is the value", "[ncu_csv]") {
  Metrics const metrics =
      read_ncu_csv(raw_header + raw_units + raw_row("0", "k", "158 (0: 158; 1: 7)", "2.5 (0: 2.5)"));
  auto const metric = metrics.launches.at(0).find("dram__bytes.sum");
  REQUIRE(metric);
  CHECK(metric->value == 158.0);
  CHECK(metric->text == "158 (0: 158; 1: 7)");
  CHECK(metrics.launches.at(0).duration_ns == 2500);
}

TEST_CASE("Launches are told apart by process, ID and kernel", "[ncu_csv]") {
  SECTION("rows of one launch need not stand together") {
    Metrics const metrics =
        read_ncu_csv(details_header + details_row("0", "a", "S", "Duration", "us", "1.5") +
                     details_row("1", "b", "S", "Duration", "us", "2.5") +
                     details_row("0", "a", "S", "Registers", "", "32"));
    REQUIRE(metrics.launches.size() == 2);
    CHECK(metrics.launches[0].metrics.size() == 2);
  }
  SECTION("IDs repeat across processes") {
    std::string other = details_row("0", "a", "S", "Duration", "us", "2.5");
    other.replace(other.find("42"), 2, "43");
    Metrics const metrics =
        read_ncu_csv(details_header + details_row("0", "a", "S", "Duration", "us", "1.5") + other);
    REQUIRE(metrics.launches.size() == 2);
    CHECK(metrics.launches[1].pid == 43);
  }
  SECTION("a launch that is repeated on the raw page counts once") {
    std::string const row = raw_row("0", "k", "1.5", "2.5");
    Metrics const metrics =
        read_ncu_csv(raw_header + raw_units + row + raw_row("1", "k", "1.5", "2.5") + row);
    CHECK(metrics.launches.size() == 2);
    CHECK(has_diagnostic(metrics, Severity::warning, 5, "there already"));
  }
}

TEST_CASE("One metric name with two units stays two metrics", "[ncu_csv]") {
  Metrics const metrics = read_ncu_csv(
      details_header +
      details_row("0", "k", "GPU Speed Of Light Throughput", "Memory Throughput", "%", "61.83") +
      details_row("0", "k", "Memory Workload Analysis", "Memory Throughput", "Gbyte/s", "143.20"));
  auto const& list = metrics.launches.at(0).metrics;
  REQUIRE(list.size() == 2);
  CHECK(list[0].unit == "%");
  CHECK(list[1].unit == "Gbyte/s");
  CHECK(list[1].section == "Memory Workload Analysis");
}

TEST_CASE("Rows of rules are no metrics", "[ncu_csv]") {
  std::string const rule =
      R"csv("0","42","engine","127.0.0.1","k","1","7","(128, 1, 1)","(4, 2, 1)","0","9.0","SpeedOfLight","","","","SOLBottleneck","OPT","Low use, below 60.0%, of compute","local","38.17")csv"
      "\n";
  Metrics const metrics =
      read_ncu_csv(details_header + rule + details_row("0", "k", "S", "Duration", "us", "1.5"));
  REQUIRE(metrics.launches.size() == 1);
  CHECK(metrics.launches[0].metrics.size() == 1);
}

TEST_CASE("The label of a chart's row is kept", "[ncu_csv]") {
  std::string const text =
      R"csv("ID","Process ID","Kernel Name","Section Name","Body Item Label","Metric Name","Metric Unit","Metric Value")csv"
      "\n"
      R"csv("0","42","k","GPU Speed Of Light Roofline Chart","DRAM Roofline","DRAM Frequency","Ghz","13.77")csv"
      "\n";
  CHECK(read_ncu_csv(text).launches.at(0).find("DRAM Frequency")->label == "DRAM Roofline");
}

TEST_CASE("Tables of 2019 have no shape, no device, and a time", "[ncu_csv]") {
  std::string const text =
      R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Kernel Time","Context","Stream","Section Name","Metric Name","Metric Unit","Metric Value")csv"
      "\n"
      R"csv("0","7","cfd","127.0.0.1","flux(int,float*)","2020-Apr-09 15:38:19","1","7","GPU Speed Of Light","Duration","nsecond","8,928")csv"
      "\n";
  Metrics const metrics = read_ncu_csv(text);
  MeasuredLaunch const& launch = metrics.launches.at(0);
  CHECK(launch.duration_ns == 8928);
  CHECK_FALSE(launch.grid);
  CHECK_FALSE(launch.block);
  CHECK(launch.device.empty());
}

TEST_CASE("Columns are found by name, unknown ones are ignored", "[ncu_csv]") {
  std::string const text =
      R"csv("Green Context","Kernel Name","Process ID","gpu__time_duration.sum","ID","Notes","sm__cycles_active.avg")csv"
      "\n"
      R"csv("","","","us","","","cycle")csv"
      "\n"
      R"csv("5","k","42","2.5","3","1,2","12.5")csv"
      "\n";
  Metrics const metrics = read_ncu_csv(text);
  MeasuredLaunch const& launch = metrics.launches.at(0);
  CHECK(launch.id == 3);
  CHECK(launch.duration_ns == 2500);
  CHECK(launch.metrics.size() == 2);
}

TEST_CASE("Results of range replay are ranges, not kernels", "[ncu_csv]") {
  Metrics const metrics = read_ncu_csv(raw_header + raw_units + raw_row("0", "range", "1.5", "900.5") +
                                       raw_row("1", "k", "1.5", "2.5"));
  REQUIRE(metrics.launches.size() == 2);
  CHECK(metrics.launches[0].kind == MeasuredKind::range);
  CHECK(metrics.launches[1].kind == MeasuredKind::kernel);
}

TEST_CASE("Summaries keep the number of launches and the average", "[ncu_csv]") {
  std::string const text =
      R"csv("Device","Kernel Name","Invocations","Section Name","Metric Name","Metric Unit","Minimum","Maximum","Average")csv"
      "\n"
      R"csv("0","add","100","Command line profiler metrics","dram__bytes.sum","byte","23,989.00","23,991.00","23,990.00")csv"
      "\n"
      R"csv("0","add","100","Command line profiler metrics","gpu__time_duration.sum","nsecond","17,466,880.00","17,480,032.00","17,473,124.16")csv"
      "\n"
      R"csv("1","add","50","Command line profiler metrics","gpu__time_duration.sum","nsecond","1,000.00","3,000.00","2,000.00")csv"
      "\n";
  Metrics const metrics = read_ncu_csv(text);
  REQUIRE(metrics.launches.size() == 2);
  CHECK(metrics.launches[0].kind == MeasuredKind::summary);
  CHECK(metrics.launches[0].invocations == 100);
  CHECK(metrics.launches[0].duration_ns == 17473124);
  CHECK(metrics.launches[0].find("dram__bytes.sum")->value == 23990.0);
  CHECK(metrics.launches[1].device == "1");
  CHECK(metrics.launches[1].invocations == 50);
}
