// SPDX-License-Identifier: MIT
#include "libllmprof/collect/chunk_memory.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/chunk_writer.hpp"
#include "libllmprof/collect/name_table.hpp"
#include "libllmprof/collect/spool_records.hpp"

namespace {

using namespace llmprof;

void write_record(std::size_t size) {
  if (collect::begin_record(spool::Kind::mark, size) != nullptr) collect::commit();
}

/// Records of a thread that leaves so many bytes of its chunk free, and what it tells of its end.
std::vector<spool::Kind> kinds_of_thread_that_leaves(std::size_t free) {
  constexpr std::size_t head = sizeof(spool::Chunk) + sizeof(spool::ThreadRecord);
  constexpr std::size_t large = 1024;
  std::thread([free] {
    std::size_t left = spool::chunk_bytes - head - free;
    for (; left >= 2 * large; left -= large) write_record(large);
    write_record(left);
  }).join();
  std::vector<spool::Kind> kinds;
  collect::drain_chunks([&](std::uint32_t, spool::Record const& record) { kinds.push_back(record.kind); });
  return kinds;
}

/// What is read until there is no more.
struct Read {
  std::map<std::uint32_t, std::string> names;
  std::map<std::uint32_t, std::uint32_t> domains;
};

Read drain_names() {
  Read read;
  collect::drain_chunks([&](std::uint32_t, spool::Record const& record) {
    if (record.kind == spool::Kind::name) {
      auto const& name = record_as<spool::NameRecord>(record);
      read.names[name.id] = text_of(name);
    } else if (record.kind == spool::Kind::domain) {
      auto const& domain = record_as<spool::DomainRecord>(record);
      read.domains[domain.domain] = domain.name;
    }
  });
  return read;
}

/// Nobody reads: until there is no room for any record more.
void fill_memory() {
  for (std::size_t const size : {1024U, 8U}) {
    while (collect::begin_record(spool::Kind::mark, size) != nullptr) collect::commit();
  }
}

}  // namespace

TEST_CASE("names and domains that come while there is no room are told when there is") {
  collect::limit_chunk_memory(4 * spool::chunk_bytes);
  fill_memory();
  std::uint32_t const late = collect::name_id("late");
  std::uint16_t const first = collect::domain_id(collect::name_id("LATE"));
  std::uint16_t const second = collect::domain_id(collect::name_id("LATER"));
  CHECK(collect::name_id("late") == late);
  CHECK(collect::domain_id(collect::name_id("LATE")) == first);
  CHECK(first != second);
  CHECK(drain_names().names.empty());
  write_record(64);
  Read const read = drain_names();
  REQUIRE(read.names.size() == 3);
  CHECK(read.names.at(late) == "late");
  CHECK(read.names.at(read.domains.at(first)) == "LATE");
  CHECK(read.names.at(read.domains.at(second)) == "LATER");
}

TEST_CASE("of more names than wait without room, the rest is lost, and counted") {
  collect::limit_chunk_memory(4 * spool::chunk_bytes);
  fill_memory();
  std::uint64_t const dropped = collect::spool_header()->dropped;
  std::string const filler(4000, 'x');
  std::set<std::uint32_t> ids;
  for (int i = 0; i < 20; ++i) ids.insert(collect::name_id((filler + std::to_string(i)).c_str()));
  std::uint64_t const lost = collect::spool_header()->dropped - dropped;
  CHECK(lost > 0);
  CHECK(ids.size() == 20 - lost + 1);  // those that are lost have one number
  std::uint16_t const domain = collect::domain_id(*ids.rbegin());
  CHECK(collect::domain_id(*ids.rbegin()) != domain);
  static_cast<void>(drain_names());
  write_record(64);
  CHECK(drain_names().names.size() == 20 - lost);
  CHECK(collect::name_id((filler + "19").c_str()) != *ids.rbegin());  // there is room now
}

TEST_CASE("a thread tells of its end, however full its chunk is") {
  for (std::size_t const free : {0U, 8U, 16U, 64U}) {
    CAPTURE(free);
    std::vector<spool::Kind> const kinds = kinds_of_thread_that_leaves(free);
    REQUIRE(!kinds.empty());
    CHECK(kinds.back() == spool::Kind::thread_end);
    CHECK(kinds.size() > spool::chunk_bytes / 1024 - 2);
  }
}
