// SPDX-License-Identifier: MIT
#include "libllmprof/collect/chunk_memory.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <thread>
#include <vector>

#include "libllmprof/collect/chunk_writer.hpp"

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

}  // namespace

TEST_CASE("a thread tells of its end, however full its chunk is") {
  for (std::size_t const free : {0U, 8U, 16U, 64U}) {
    CAPTURE(free);
    std::vector<spool::Kind> const kinds = kinds_of_thread_that_leaves(free);
    REQUIRE(!kinds.empty());
    CHECK(kinds.back() == spool::Kind::thread_end);
    CHECK(kinds.size() > spool::chunk_bytes / 1024 - 2);
  }
}
