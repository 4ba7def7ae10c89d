// SPDX-License-Identifier: MIT
// Spools as a process leaves them from moment to moment, written by hand.
#include "libllmprof/collect/spool_follower.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "libllmprof/collect/spool_records.hpp"
#include "llmprof/error.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace llmprof;
using spool::Chunk;
using spool::Kind;

/// What a thread wrote to a chunk: parts of threads, one behind the other.
class Records {
 public:
  Records& thread(std::uint32_t tid) {
    spool::ThreadRecord record;
    record.tid = tid;
    return add(Kind::thread, record);
  }
  Records& lost(std::uint32_t tid) {
    spool::ThreadRecord record;
    record.tid = tid;
    return add(Kind::lost, record);
  }
  Records& name(std::uint32_t id, std::string const& text) {
    std::vector<char> bytes(sizeof(spool::NameRecord) + (text.size() + 7) / 8 * 8);
    spool::NameRecord record;
    record.id = id;
    record.length = static_cast<std::uint32_t>(text.size());
    record.size = static_cast<std::uint16_t>(bytes.size());
    record.kind = Kind::name;
    std::memcpy(bytes.data(), &record, sizeof(record));
    std::memcpy(bytes.data() + sizeof(record), text.data(), text.size());
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  Records& push(std::uint64_t time, std::uint32_t name) { return range(Kind::push, time, name, 0); }
  Records& pop(std::uint64_t time) { return end(Kind::pop, time, 0); }
  Records& start(std::uint64_t time, std::uint32_t name, std::uint64_t id) {
    return range(Kind::start, time, name, id);
  }
  Records& launch(std::uint64_t time, std::uint32_t correlation) {
    spool::LaunchRecord record;
    record.time = time;
    record.correlation = correlation;
    return add(Kind::launch, record);
  }
  Records& kernel(std::uint64_t begin, std::uint64_t ns, std::uint32_t correlation, std::uint32_t name) {
    spool::KernelRecord record;
    record.begin = begin;
    record.end = begin + ns;
    record.correlation = correlation;
    record.name = name;
    return add(Kind::kernel, record);
  }
  [[nodiscard]] std::vector<char> const& bytes() const { return bytes_; }

 private:
  Records& range(Kind kind, std::uint64_t time, std::uint32_t name, std::uint64_t id) {
    spool::RangeRecord record;
    record.time = time;
    record.name = name;
    record.range = id;
    return add(kind, record);
  }
  Records& end(Kind kind, std::uint64_t time, std::uint64_t id) {
    spool::RangeEndRecord record;
    record.time = time;
    record.range = id;
    return add(kind, record);
  }
  template <class Record>
  Records& add(Kind kind, Record record) {
    record.size = sizeof(record);
    record.kind = kind;
    auto const* const bytes = reinterpret_cast<char const*>(&record);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof(record));
    return *this;
  }
  std::vector<char> bytes_;
};

class Spool {
 public:
  /// @param kept Chunks before the ring; none is to have no ring.
  explicit Spool(std::uint64_t kept = 0, std::uint64_t ring = 8) {
    header.next_chunk = spool::header_bytes;
    if (kept > 0) header.ring_begin = spool::header_bytes + kept * spool::chunk_bytes;
    if (kept > 0) header.ring_end = header.ring_begin + ring * spool::chunk_bytes;
    write_header();
  }

  /// The next one that is made. @return its number
  std::uint64_t chunk(Records const& records, bool is_left = false) {
    std::uint64_t const number = (header.next_chunk - spool::header_bytes) / spool::chunk_bytes;
    header.next_chunk += spool::chunk_bytes;
    write_chunk(number, records, is_left);
    write_header();
    return number;
  }
  void write_chunk(std::uint64_t number, Records const& records, bool is_left = false) {
    Chunk chunk;
    chunk.committed = records.bytes().size();
    chunk.left = is_left ? 1 : 0;
    std::uint64_t const offset = spool::header_bytes + number * spool::chunk_bytes;
    write(offset, &chunk, sizeof(chunk));
    write(offset + sizeof(chunk), records.bytes().data(), records.bytes().size());
    std::filesystem::resize_file(path, header.next_chunk);
  }
  void write_header() { write(0, &header, sizeof(header)); }
  [[nodiscard]] spool::Header read_header() const { return read_spool_header(path); }

  TemporaryFolder folder;
  std::filesystem::path path = folder / "1-1-0.spool";
  spool::Header header;

 private:
  void write(std::uint64_t offset, void const* bytes, std::size_t size) {
    if (!std::filesystem::exists(path)) std::ofstream(path, std::ios::binary) << std::string(4096, '\0');
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(offset));
    file.write(static_cast<char const*>(bytes), static_cast<std::streamsize>(size));
  }
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
