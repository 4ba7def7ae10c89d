// SPDX-License-Identifier: MIT
#include "libllmprof/collect/spool_follower.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "libllmprof/collect/spool_records.hpp"
#include "llmprof/error.hpp"
#include "support/spool_maker.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace llmprof;
using namespace llmprof::tests;
using spool::Kind;

using Records = SpoolRecords;

/// In a folder of its own.
struct Spool : TemporaryFolder, SpoolMaker {
  explicit Spool(std::uint64_t kept = 0) : SpoolMaker(TemporaryFolder::path() / "1-1-0.spool", kept) {}
  using SpoolMaker::path;
  [[nodiscard]] spool::Header read_header() const { return read_spool_header(path); }
};

LivePhase phase(LiveFigures const& figures, std::string const& path) {
  for (LivePhase const& each : figures.phases) {
    if (to_string(each.path) == path) return each;
  }
  return {};
}

}  // namespace

TEST_CASE("what a thread wrote to the rest of another's chunk follows what it wrote before") {
  Spool spool;
  Records rest;
  rest.thread(1).name(1, "step").push(10, 1).pop(20).thread(2).push(300, 1).launch(310, 5).pop(320);
  Records own;
  own.thread(2).push(30, 1).pop(40).push(200, 1).launch(210, 4).pop(290);
  Records device;
  device.thread(3).name(2, "kernel").kernel(215, 50, 4, 2).kernel(315, 70, 5, 2);
  spool.chunk(rest);
  spool.chunk(own);
  spool.chunk(device);
  SpoolFollower follower(spool.path);
  follower.finish();
  LiveFigures const figures = follower.figures();
  REQUIRE(figures.phases.size() == 1);
  CHECK(phase(figures, "step").instances == 4);
  CHECK(phase(figures, "step").wall_ns == 10 + 10 + 90 + 20);
  CHECK(phase(figures, "step").kernel_ns == 120);
  CHECK(figures.unattributed_calls == 0);
}

TEST_CASE("names are known to all threads from when they are written, whenever theirs does something") {
  Spool spool;
  Records early;
  early.thread(1).name(1, "step").name(2, "tokens").push(500, 1).pop(510);
  Records worker;
  worker.thread(2).push(10, 1).mark(15, 2, 7).pop(20).thread(3).name(3, "late").push(400, 1).pop(410);
  worker.thread(2).push(30, 1).mark(35, 2, 3).pop(40);
  spool.chunk(early);
  spool.chunk(worker);
  SpoolFollower follower(spool.path);
  follower.finish();
  CHECK(phase(follower.figures(), "step").instances == 4);
  CHECK(phase(follower.figures(), "step").tokens == 10);
}

TEST_CASE(
    "a chunk of the ring is freed when it is complete and read, and read again when it is filled again") {
  Spool spool(1);
  spool.chunk(Records().thread(1).name(1, "step").push(10, 1).pop(20));
  std::uint64_t const ring = spool.chunk(Records().thread(1).push(30, 1).pop(40));
  SpoolFollower follower(spool.path);
  follower.follow();
  CHECK(spool.read_header().freed == 0);  // it is being filled
  spool.header.ring[0] = spool::Turn::follower;
  spool.write_header();
  follower.follow();
  CHECK(spool.read_header().freed == 1);
  CHECK(spool.read_header().ring[0] == spool::Turn::free);
  spool.write_chunk(ring, Records().thread(1).push(50, 1).pop(70));
  spool.header.refilled = 1;
  spool.header.freed = 1;
  spool.header.ring[0] = spool::Turn::writer;
  spool.write_header();
  follower.finish();
  CHECK(phase(follower.figures(), "step").instances == 3);
  CHECK(phase(follower.figures(), "step").wall_ns == 40);
}

TEST_CASE("after a loss nothing is taken to be open that was") {
  Spool spool;
  spool.chunk(Records().thread(1).name(1, "request").name(2, "step").start(10, 1, 77).push(20, 2));
  spool.chunk(Records().thread(1).lost(1).push(50, 2).pop(60));
  SpoolFollower follower(spool.path);
  follower.finish();
  CHECK(phase(follower.figures(), "step").instances == 1);
  CHECK(phase(follower.figures(), "request/step").instances == 0);
}

TEST_CASE("beyond the limit the events of all threads end at the same moment") {
  Spool spool(2);
  spool.chunk(Records().thread(1).name(1, "fast").push(10, 1).pop(20).push(90, 1));
  spool.chunk(
      Records().thread(2).name(2, "slow").push(30, 2).pop(40).push(95, 2).pop(105).push(500, 2).pop(600));
  spool.chunk(Records().thread(1).pop(110).push(700, 1).pop(710));
  spool.header.ring_entered = 100;
  spool.header.refilled = 1;
  spool.write_header();
  SpoolReader const reader(spool.path);
  std::vector<std::uint64_t> times;
  reader.for_each([&](std::uint32_t, spool::Record const& record) {
    if (record.kind == Kind::push || record.kind == Kind::pop) times.push_back(time_of(record));
  });
  CHECK(times == std::vector<std::uint64_t>{10, 20, 90, 30, 40, 95});
  CHECK(reader.window_ends() == std::vector<std::uint64_t>{100});
}

TEST_CASE("a spool may lie") {
  Spool spool(1);
  spool.chunk(Records().thread(1).name(1, "step").push(10, 1).pop(20));
  spool.header.next_chunk = UINT64_MAX / 2;
  spool.header.ring_begin = spool::header_bytes + 1;
  spool.write_header();
  SpoolFollower follower(spool.path);
  follower.finish();
  std::filesystem::resize_file(spool.path, 100);
  CHECK_THROWS_AS(follower.follow(), Error);
}

#ifndef LLMPROF_SANITIZED  // which keep what was freed
namespace {

std::size_t resident_kb() {
  std::ifstream status("/proc/self/statm");
  std::size_t whole = 0;
  std::size_t resident = 0;
  status >> whole >> resident;
  return resident * 4;
}

}  // namespace

TEST_CASE("what was read takes no memory") {
  Spool spool(1000);
  Records records;
  records.thread(1).name(1, "step");
  for (std::uint64_t i = 0; i < 3500; ++i) records.push(10 * i + 1, 1).pop(10 * i + 2);
  for (int i = 0; i < 200; ++i) spool.chunk(records, true);  // 50 MB
  SpoolFollower follower(spool.path);
  std::size_t const before = resident_kb();
  follower.finish();
  CHECK(resident_kb() - before < 30'000);
}
#endif
