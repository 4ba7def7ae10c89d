// SPDX-License-Identifier: MIT
#pragma once

// Spools as a process leaves them from moment to moment, written by hand.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::tests {

/// What threads wrote to a chunk, one behind the other.
class SpoolRecords {
 public:
  SpoolRecords& thread(std::uint32_t tid) { return add(spool::Kind::thread, of_thread(tid)); }
  SpoolRecords& thread_end(std::uint32_t tid) { return add(spool::Kind::thread_end, of_thread(tid)); }
  SpoolRecords& lost(std::uint32_t tid) { return add(spool::Kind::lost, of_thread(tid)); }

  SpoolRecords& name(std::uint32_t id, std::string const& text) {
    std::vector<char> bytes(sizeof(spool::NameRecord) + (text.size() + 7) / 8 * 8);
    spool::NameRecord record;
    record.id = id;
    record.length = static_cast<std::uint32_t>(text.size());
    record.size = static_cast<std::uint16_t>(bytes.size());
    record.kind = spool::Kind::name;
    std::memcpy(bytes.data(), &record, sizeof(record));
    std::memcpy(bytes.data() + sizeof(record), text.data(), text.size());
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  SpoolRecords& domain(std::uint32_t number, std::uint32_t name) {
    spool::DomainRecord record;
    record.domain = number;
    record.name = name;
    return add(spool::Kind::domain, record);
  }
  SpoolRecords& api(std::uint32_t call, std::uint32_t name) {
    spool::ApiRecord record;
    record.call = call;
    record.name = name;
    return add(spool::Kind::api, record);
  }

  SpoolRecords& push(std::uint64_t time, std::uint32_t name) {
    return range(spool::Kind::push, time, name, 0);
  }
  SpoolRecords& pop(std::uint64_t time) { return end_of_range(spool::Kind::pop, time, 0); }
  SpoolRecords& start(std::uint64_t time, std::uint32_t name, std::uint64_t id) {
    return range(spool::Kind::start, time, name, id);
  }
  SpoolRecords& end(std::uint64_t time, std::uint64_t id) { return end_of_range(spool::Kind::end, time, id); }
  SpoolRecords& window(std::uint64_t time, bool opened) {
    spool::WindowRecord record;
    record.opened = opened ? 1 : 0;
    record.time = time;
    return add(spool::Kind::window, record);
  }
  /// With an integer for its payload.
  SpoolRecords& mark(std::uint64_t time, std::uint32_t name, std::uint64_t payload) {
    spool::RangeRecord record;
    record.time = time;
    record.name = name;
    record.payload = payload;
    record.payload_type = 1;
    return add(spool::Kind::mark, record);
  }

  SpoolRecords& launch(std::uint64_t time, std::uint32_t correlation, std::uint32_t call = 0) {
    spool::LaunchRecord record;
    record.time = time;
    record.correlation = correlation;
    record.call = call;
    return add(spool::Kind::launch, record);
  }
  SpoolRecords& kernel(std::uint64_t begin, std::uint64_t ns, std::uint32_t correlation, std::uint32_t name,
                       std::uint64_t graph_node = 0) {
    spool::KernelRecord record;
    record.begin = begin;
    record.end = begin + ns;
    record.correlation = correlation;
    record.name = name;
    record.graph_node = graph_node;
    return add(spool::Kind::kernel, record);
  }

  template <class Record>
  SpoolRecords& add(spool::Kind kind, Record record) {
    record.size = sizeof(record);
    record.kind = kind;
    auto const* const bytes = reinterpret_cast<char const*>(&record);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof(record));
    return *this;
  }

  [[nodiscard]] std::vector<char> const& bytes() const { return bytes_; }

 private:
  static spool::ThreadRecord of_thread(std::uint32_t tid) {
    spool::ThreadRecord record;
    record.tid = tid;
    return record;
  }
  SpoolRecords& range(spool::Kind kind, std::uint64_t time, std::uint32_t name, std::uint64_t id) {
    spool::RangeRecord record;
    record.time = time;
    record.name = name;
    record.range = id;
    return add(kind, record);
  }
  SpoolRecords& end_of_range(spool::Kind kind, std::uint64_t time, std::uint64_t id) {
    spool::RangeEndRecord record;
    record.time = time;
    record.range = id;
    return add(kind, record);
  }

  std::vector<char> bytes_;
};

/// A file of a header and chunks, which grows and changes as that of a process does.
class SpoolMaker {
 public:
  /// @param kept Chunks before the ring; none is to have no ring.
  explicit SpoolMaker(std::filesystem::path file, std::uint64_t kept = 0, std::uint64_t ring = 8)
      : path(std::move(file)) {
    header.next_chunk = spool::header_bytes;
    if (kept > 0) header.ring_begin = spool::header_bytes + kept * spool::chunk_bytes;
    if (kept > 0) header.ring_end = header.ring_begin + ring * spool::chunk_bytes;
    write_header();
  }

  /// The next one that is made. @return its number
  std::uint64_t chunk(SpoolRecords const& records, bool is_left = false) {
    std::uint64_t const number = (header.next_chunk - spool::header_bytes) / spool::chunk_bytes;
    header.next_chunk += spool::chunk_bytes;
    write_chunk(number, records, is_left);
    write_header();
    return number;
  }
  void write_chunk(std::uint64_t number, SpoolRecords const& records, bool is_left = false) {
    spool::Chunk chunk;
    chunk.committed = records.bytes().size();
    chunk.left = is_left ? 1 : 0;
    std::uint64_t const offset = spool::header_bytes + number * spool::chunk_bytes;
    write(offset, &chunk, sizeof(chunk));
    write(offset + sizeof(chunk), records.bytes().data(), records.bytes().size());
    std::filesystem::resize_file(path, header.next_chunk);
  }
  void write_header() { write(0, &header, sizeof(header)); }

  std::filesystem::path path;
  spool::Header header;

 private:
  void write(std::uint64_t offset, void const* bytes, std::size_t size) {
    if (!std::filesystem::exists(path))
      std::ofstream(path, std::ios::binary) << std::string(spool::header_bytes, '\0');
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(offset));
    file.write(static_cast<char const*>(bytes), static_cast<std::streamsize>(size));
  }
};

}  // namespace llmprof::tests
