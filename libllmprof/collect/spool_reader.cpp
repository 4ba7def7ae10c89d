// SPDX-License-Identifier: MIT
#include "libllmprof/collect/spool_reader.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <tuple>

#include "libllmprof/collect/spool_records.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

using spool::Kind;
using spool::Record;

/// A ring that was filled again has holes.
std::uint64_t end_of_kept(spool::Header const& header) noexcept {
  return header.refilled == 0 ? header.next_chunk : std::min(header.next_chunk, header.ring_begin);
}

/// Of what can be told of a time alone: a thread that writes little has room for longer than the others.
bool is_kept(Record const& record, std::uint64_t until) noexcept {
  return record.kind == Kind::graph_node || moment_of(record) < until;
}

}  // namespace

SpoolFile::SpoolFile(std::filesystem::path path, int flags) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), flags | O_CLOEXEC);
  if (file_ < 0) throw IoError(path_.string() + ": cannot be opened: " + std::strerror(errno));
}

SpoolFile::~SpoolFile() { ::close(file_); }

std::size_t SpoolFile::read(std::uint64_t offset, void* to, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    ssize_t const got =
        ::pread(file_, static_cast<char*>(to) + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw IoError(path_.string() + ": cannot be read: " + std::strerror(errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

spool::Header SpoolFile::header() const {
  spool::Header header;
  std::size_t const got = read(0, &header, sizeof(header));
  if (got < sizeof(header) || header.magic != spool::file_magic) {
    throw ParseError(path_.string(), {}, "no spool of llmprof's collector, or one of another version");
  }
  header.parent[sizeof(header.parent) - 1] = '\0';
  header.executable[sizeof(header.executable) - 1] = '\0';
  header.cupti_message[sizeof(header.cupti_message) - 1] = '\0';
  return header;
}

std::uint64_t SpoolFile::size() const {
  struct stat status {};
  if (::fstat(file_, &status) != 0)
    throw IoError(path_.string() + ": cannot be read: " + std::strerror(errno));
  return static_cast<std::uint64_t>(status.st_size);
}

void SpoolFile::write(std::uint64_t offset, void const* from, std::size_t size) const {
  ssize_t const wrote = ::pwrite(file_, from, size, static_cast<off_t>(offset));
  if (wrote != static_cast<ssize_t>(size))
    throw IoError(path_.string() + ": cannot be written: " + std::strerror(errno));
}

SpoolReader::SpoolReader(std::filesystem::path path) : file_(std::move(path)), header_(file_.header()) {
  find_segments();
}

spool::Header read_spool_header(std::filesystem::path const& path) { return SpoolFile(path).header(); }

void SpoolReader::find_segments() {
  std::vector<std::uint8_t> bytes(spool::chunk_bytes);
  for (std::uint64_t offset = spool::header_bytes; offset < end_of_kept(header_);
       offset += spool::chunk_bytes) {
    std::size_t const got = file_.read(offset, bytes.data(), bytes.size());
    if (got < sizeof(spool::Chunk)) break;
    spool::Chunk chunk;
    std::memcpy(&chunk, bytes.data(), sizeof(chunk));
    if (chunk.magic == 0) continue;  // it was made, and the process ended before it was used
    if (chunk.magic != spool::chunk_magic || chunk.committed > got - sizeof(chunk)) {
      ++broken_chunks_;
      continue;
    }
    scan_chunk(offset, bytes, sizeof(chunk) + chunk.committed);
  }
  std::sort(segments_.begin(), segments_.end(), [](Segment const& a, Segment const& b) {
    return std::tie(a.tid, a.first_time, a.offset) < std::tie(b.tid, b.first_time, b.offset);
  });
  if (header_.refilled != 0) window_ends_.push_back(spool::kept_until(header_));
  std::sort(window_ends_.begin(), window_ends_.end());
}

void SpoolReader::scan_chunk(std::uint64_t offset, std::vector<std::uint8_t> const& bytes, std::size_t size) {
  std::uint8_t const* at = bytes.data() + sizeof(spool::Chunk);
  std::uint8_t const* const end = bytes.data() + size;
  Segment* segment = nullptr;
  while (at != end) {
    Record const* const record = record_at(at, end);
    if (record == nullptr || (segment == nullptr && record->kind != Kind::thread)) {
      ++broken_chunks_;
      break;
    }
    if (record->kind == Kind::thread) {
      segment = &segments_.emplace_back();
      segment->tid = record_as<spool::ThreadRecord>(*record).tid;
      segment->offset = offset + static_cast<std::uint64_t>(at - bytes.data());
    }
    learn(*record);
    if (segment->first_time == 0) segment->first_time = time_of(*record);
    segment->size += record->size;
    record_bytes_ += record->size;
    at += record->size;
  }
}

void SpoolReader::learn(Record const& record) {
  if (record.kind == Kind::name) {
    auto const& name = record_as<spool::NameRecord>(record);
    names_[name.id] = text_of(name);
  } else if (record.kind == Kind::domain) {
    auto const& domain = record_as<spool::DomainRecord>(record);
    domains_[domain.domain] = domain.name;
  } else if (record.kind == Kind::api) {
    auto const& api = record_as<spool::ApiRecord>(record);
    apis_[api.call] = api.name;
  } else if (record.kind == Kind::window) {
    auto const& window = record_as<spool::WindowRecord>(record);
    if (window.opened == 0) window_ends_.push_back(window.time);
  }
}

void SpoolReader::for_each(std::function<void(std::uint32_t, Record const&)> const& take) const {
  std::uint64_t const until = spool::kept_until(header_);
  std::vector<std::uint64_t> words;  // for its alignment
  for (Segment const& segment : segments_) {
    words.resize(segment.size / 8);
    std::size_t const got = file_.read(segment.offset, words.data(), segment.size);
    auto const* at = reinterpret_cast<std::uint8_t const*>(words.data());
    std::uint8_t const* const end = at + got;
    while (at != end) {
      Record const* const record = record_at(at, end);
      if (record == nullptr) break;  // it shrank since it was opened
      if (is_kept(*record, until)) take(segment.tid, *record);
      at += record->size;
    }
  }
}

}  // namespace llmprof::inline v0
