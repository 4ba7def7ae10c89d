// SPDX-License-Identifier: MIT
// Traces of Kineto that are odd, broken, cut off or hostile.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/analyze/analyze.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/input.hpp"
#include "llmprof/parse/kineto.hpp"
#include "support/kineto_maker.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

Trace read(std::string const& text) { return read_kineto_bytes(text, "made.json"); }

}  // namespace

TEST_CASE("Events with impossible times are left out, counted, and the first one described", "[kineto]") {
  auto const [ts, dur, fault] = GENERATE(table<std::string, std::string, std::string>({
      {"1", "-5", "it lasts -5 us"},
      {"1", "7440000000000000", "'dur' is not a duration: '7440000000000000' us"},  // 236 years
      {"1", "99999999999999999999999", "is not a duration"},
      {"1", "NaN", "'dur' is not a duration: 'NaN'"},
      {"1", "\"\"", "it has no 'dur'"},
      {"1", "{}", "it has no 'dur'"},
      {"N/A", "1", "'ts' is not a time: 'N/A'"},
      {"\"\"", "1", "'ts' is not a time: ''"},
      {"9e15", "1", "'ts' is not a time: '9e15'"},
      {"2305843009213693", "31536000000000", "it ends out of range"},
  }));
  CAPTURE(ts, dur);
  auto const trace = read(trace_text({kernel("odd one", ts, dur, 1), kernel("odd two", ts, dur, 2),
                                      event("cpu_op", "fine", "1", "2"), kernel("fine", "1", "2", 3)}));
  REQUIRE(trace.launches.size() == 1);
  CHECK(trace.ranges.size() == 1);
  CHECK(says(trace, "2 event(s) left out; the first: 'odd one': "));
  CHECK(says(trace, fault));
}

TEST_CASE("An event without its fields is left out or read without them", "[kineto]") {
  auto const trace = read(trace_text({
      "{}",
      R"({"ph": "X"})",
      R"({"ph": "X", "cat": "kernel", "name": "no times"})",
      R"({"ph": ["X"], "cat": {"kernel": 1}, "name": [], "args": 3})",
      R"({"ph": "Complete", "cat": "kernel", "ts": 1, "dur": 1})",
      R"({"ph": "X", "cat": "kernel", "ts": 1, "dur": 1, "args": [1]})",
      R"({"ph": "X", "cat": "user_annotation", "name": {"a": "b"}, "ts": 1, "dur": 1, "pid": null})",
      R"({"ph": "M", "name": "process_name", "args": {"name": "x"}})",
  }));
  REQUIRE(trace.launches.size() == 1);
  CHECK(trace.strings[trace.launches[0].name].empty());
  CHECK(trace.ranges.size() == 1);
  CHECK(says(trace, "1 event(s) left out"));
}

TEST_CASE("What is before a break is kept, and the warning gives its byte", "[kineto]") {
  std::string const good = kernel("good", "1", "2", 1);
  auto const [bad, fault] = GENERATE(table<std::string, std::string>({
      {R"({"name": "a "quoted" word", "ph": "X"})", "expected ',' or '}', found 'q'"},
      {R"({"ph": "X", "args": {"x": "a "b""}})", "expected ',' or '}', found 'b'"},
      {R"({"ph" "X"})", "expected ':', found '\"'"},
      {R"({ph: "X"})", "expected a name in quotes, found 'p'"},
      {R"({"ph": })", "expected a value, found '}'"},
      {R"({"ph": "X"])", "expected ',' or '}', found ']'"},
      {"{\"ph\": \x02}", "expected a value, found byte 0x02"},
      {R"({"args": [1 2]})", "expected ',' or ']', found '2'"},
      {R"({"args": )" + std::string(300, '[') + std::string(300, ']') + "}", "deeper than 256"},
      {R"({"args": ")" + std::string(17 << 20, 'x') + "\"}", "more than 16 MiB"},
  }));
  auto const trace =
      read("{\"traceEvents\": [" + good + ",\n" + bad + ",\n" + kernel("after", "5", "2", 2) + "]}");
  CAPTURE(bad.substr(0, 100));
  CHECK(trace.launches.size() == 1);
  CHECK(says(trace, fault));
  CHECK(says(trace, "the rest is not read"));
}

TEST_CASE("A trace that was cut off before its kernels gives no advice about profiling", "[kineto]") {
  auto const text = trace_text({event("cpu_op", "aten::add", "1", "2"), kernel("k", "4", "2", 1)});
  auto const trace = read(text.substr(0, text.find("kernel")));
  CHECK(says(trace, "the rest is not read, so kernels and ranges may be missing"));
  CHECK(says(trace, "no events of category 'kernel', but 1 operators"));
  CHECK_FALSE(says(trace, "ProfilerActivity"));
}

TEST_CASE("The byte of a break counts from the begin of the JSON", "[kineto]") {
  std::string const text = "[" + kernel("good", "1", "2", 1) + ", {\"a\" \"b\"}]";
  auto const offset = std::to_string(text.rfind("\"b\""));
  CHECK(says(read(text), "the JSON breaks at byte " + offset + ": "));
  CHECK(says(read(gzip(text)), "the JSON breaks at byte " + offset + ": "));
  // Behind many blocks, too.
  std::string const blanks(1'000'000, ' ');
  CHECK(says(read(blanks + text), "at byte " + std::to_string(1'000'000 + text.rfind("\"b\""))));
}

TEST_CASE("Where nothing was read, a broken trace is an error", "[kineto]") {
  auto const [text, fault] = GENERATE(table<std::string, std::string>({
      {"", "breaks at byte 0: the text ends in the middle"},
      {"{", "breaks at byte 1: the text ends in the middle"},
      {"{\"traceEvents\": [", "breaks at byte 17: the text ends in the middle"},
      {"{\"traceEvents\": [{\"ph\": \"X\"", "the text ends in the middle"},
      {"[}", "breaks at byte 1: expected a value, found '}'"},
      {"{]", "expected a name in quotes"},
      {"hello", "expected '{', found 'h'"},
      {"{\"a\": 1}", "has no traceEvents"},
      {"{\"traceEvents\": {}}", "has no traceEvents"},
      {"{\"traceEvents\": null}", "has no traceEvents"},
      {"{\"traceEvents\": []} x", "more follows the end"},
      {"\x1f\x8b", "its compressed data end too early"},
      {"\x1f\x8bnoise and more noise", "its compressed data are damaged"},
  }));
  CAPTURE(text);
  CHECK_THROWS_AS(read(text), ParseError);
  CHECK_THROWS_WITH(read(text), ContainsSubstring("made.json: ") && ContainsSubstring(fault));
}

TEST_CASE("A trace that was cut off anywhere gives its whole events, or an error", "[kineto]") {
  std::string const text = trace_text({kernel("a", "1", "2", 1), kernel("b", "4", "2", 2), call("0", 1)});
  std::size_t before = 0;
  for (std::size_t size = 0; size < text.size() - 2; ++size) {
    CAPTURE(size);
    try {
      auto const trace = read(text.substr(0, size));
      CHECK(says(trace, "the JSON breaks at byte " + std::to_string(size) + ": the text ends in the middle"));
      CHECK(trace.launches.size() >= before);
      before = trace.launches.size();
    } catch (ParseError const&) {
      CHECK(before == 0);
    }
  }
  CHECK(before == 2);
}

TEST_CASE("Any byte may be damaged without worse than an error", "[kineto]") {
  std::string const text =
      trace_text({kernel("a", "1", "2", 1), call("0", 1)}, "\"deviceProperties\": [{\"id\": 0}], ");
  for (char const damage : {'"', '\\', '{', ']', ',', '\0', 'e', '9', '\x80'}) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::string damaged = text;
      damaged[i] = damage;
      try {
        auto const trace = read(damaged);
        CHECK(trace.launches.size() <= 1);
      } catch (ParseError const&) {
        continue;
      }
    }
  }
}

TEST_CASE("Damage of compressed traces is told", "[kineto]") {
  std::string events = "[";
  for (int i = 0; i < 20'000; ++i) {
    events += kernel("kernel " + std::to_string(i * 7919 % 10007), std::to_string(i), "1", i) + ",";
  }
  std::string const text = events + "{}]";
  std::string const packed = gzip(text);

  SECTION("whole") { CHECK(read(packed).launches.size() == 20'000); }
  SECTION("cut off") {
    auto const trace = read(packed.substr(0, packed.size() / 2));
    CHECK((trace.launches.size() > 1000 && trace.launches.size() < 20'000));
    CHECK(says(trace, "its compressed data end too early; the rest is not read"));
  }
  SECTION("damaged") {
    std::string damaged = packed;
    std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(damaged.size() / 2), 64, '\xff');
    auto const trace = read(damaged);
    CHECK(trace.launches.size() < 20'000);
    CHECK(says(trace, "the rest is not read"));
  }
  SECTION("the checksum is wrong") {
    std::string damaged = packed;
    damaged[damaged.size() - 6] ^= 0x55;
    auto const trace = read(damaged);
    CHECK(trace.launches.size() == 20'000);
    CHECK(says(trace, "its compressed data are damaged"));
  }
  SECTION("the last bytes are missing") {
    CHECK(says(read(packed.substr(0, packed.size() - 3)), "its compressed data end too early"));
  }
  SECTION("in two members") {
    std::string const half = text.substr(0, text.size() / 2);
    auto const trace = read(gzip(half) + gzip(text.substr(half.size())));
    CHECK(trace.launches.size() == 20'000);
    CHECK_FALSE(says(trace, "not read"));
  }
  SECTION("with padding") { CHECK_FALSE(says(read(packed + std::string(512, '\0')), "not read")); }
}

TEST_CASE("What is compressed and no trace is said to be that", "[kineto]") {
  TemporaryFolder const folder;
  put_file(folder / "words.gz", gzip("hello world\n"));
  CHECK_THROWS_WITH(read_capture(folder / "words.gz"),
                    ContainsSubstring("compressed with gzip, and not a trace"));
}
