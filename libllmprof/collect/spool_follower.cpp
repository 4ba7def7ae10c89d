// SPDX-License-Identifier: MIT
#include "libllmprof/collect/spool_follower.hpp"

#include <algorithm>
#include <cstddef>

#include "libllmprof/collect/libc_only.hpp"
#include "libllmprof/collect/spool_records.hpp"

namespace llmprof::inline v0 {
namespace {

using spool::Chunk;
using spool::Kind;
using spool::Record;
using spool::Turn;

/// Calls take(record) until it says false. @return the bytes of those for which it said true.
template <class Take>
std::size_t for_each_record(std::vector<std::uint64_t> const& words, std::size_t from, Take const& take) {
  auto const* const begin = reinterpret_cast<std::uint8_t const*>(words.data());
  auto const* const end = begin + words.size() * 8;
  auto const* at = begin + from;
  for (Record const* record = nullptr; (record = record_at(at, end)) != nullptr && take(*record);)
    at += record->size;
  return static_cast<std::size_t>(at - begin) - from;
}

}  // namespace

SpoolFollower::SpoolFollower(std::filesystem::path const& path, SummaryLimits limits)
    : file_(path, O_RDWR), header_(file_.header()), summary_(limits) {}

// What was written before that moment can be seen now, whatever its chunk. Later records wait: one of a
// thread's may be seen, and not the one before it in another chunk.
void SpoolFollower::follow() { add_up(collect::now() - settled_after_ns); }

void SpoolFollower::finish() { add_up(UINT64_MAX); }

void SpoolFollower::add_up(std::uint64_t until) {
  header_ = file_.header();
  find_chunks();
  measure();
  add_in_order(until);
  summary_.fold(until);
  let_go_of_done();
}

void SpoolFollower::learn_names_of(SpoolReader const& earlier) {
  for (auto const& [name, text] : earlier.names()) summary_.names().learn_name(name, text);
  for (auto const& [domain, name] : earlier.domains()) summary_.names().learn_domain(domain, name);
}

/// Those that were made since the last time, and those that were filled again. A header may lie: nothing lies
/// behind the end of the file.
void SpoolFollower::find_chunks() {
  std::uint64_t const made = std::min(header_.next_chunk, file_.size());
  std::uint64_t const ring = header_.ring_begin == 0 ? made : header_.ring_begin;
  for (; next_kept_ < std::min(made, ring); next_kept_ += spool::chunk_bytes) look_at(next_kept_, 0);
  std::size_t place = 1;
  for (std::uint64_t offset = ring; offset < made && place < in_hand_.size();
       offset += spool::chunk_bytes, ++place) {
    if (!in_hand_[place] && header_.ring[place - 1] != Turn::free) look_at(offset, place);
  }
}

void SpoolFollower::look_at(std::uint64_t offset, std::size_t place) {
  Chunk chunk;
  if (file_.read(offset, &chunk, sizeof(chunk)) < sizeof(chunk) || chunk.magic != spool::chunk_magic) return;
  in_hand_[place] = true;
  readings_.push_back({.offset = offset, .place = place});
}

/// Of each, first whether it is complete, then how much it is.
void SpoolFollower::measure() {
  for (Reading& reading : readings_) {
    bool const is_full = reading.place != 0 && header_.ring[reading.place - 1] == Turn::follower;
    Chunk before;
    Chunk chunk;
    static_cast<void>(file_.read(reading.offset, &before, sizeof(before)));
    static_cast<void>(file_.read(reading.offset, &chunk, sizeof(chunk)));
    reading.end = std::min<std::uint64_t>(chunk.committed, spool::chunk_bytes - sizeof(Chunk));
    bool const is_kept_and_full =
        reading.place == 0 && before.left != 0 && spool::room_in(chunk) < spool::least_spare_room;
    reading.is_last = is_full || is_kept_and_full;
  }
}

void SpoolFollower::load(Reading& reading, std::size_t most_bytes) const {
  reading.next = 0;
  reading.is_begun = false;
  reading.words.resize(std::min<std::uint64_t>(reading.end - reading.done, most_bytes) / 8);
  std::uint64_t const offset = reading.offset + sizeof(Chunk) + reading.done;
  reading.words.resize(file_.read(offset, reading.words.data(), reading.words.size() * 8) / 8);
}

/// The time of the first record from there on that tells one; 0 if none does. Names before it are learnt at
/// once: other threads may use them while this part waits for its turn.
std::uint64_t SpoolFollower::learn_until_first_moment(Reading const& reading) {
  std::uint64_t moment = 0;
  for_each_record(reading.words, reading.next, [&](Record const& record) {
    if (record.kind == Kind::name || record.kind == Kind::domain) summary_.add(reading.tid, record);
    return (moment = moment_of(record)) == 0;
  });
  return moment;
}

/// When it begins. There may be thousands: they are loaded when it is their turn.
void SpoolFollower::peek(Reading& reading) {
  constexpr std::size_t few_bytes = 1024;
  for (std::size_t const bytes : {few_bytes, spool::chunk_bytes}) {
    load(reading, bytes);
    reading.first_time = learn_until_first_moment(reading);
    if (reading.first_time != 0) break;
  }
  reading.words = std::vector<std::uint64_t>();
}

/// What a thread wrote to the chunk before that time, and no part of another thread that comes behind it.
/// @return whether it is that part's turn; its first time is then set.
bool SpoolFollower::add_until(Reading& reading, std::uint64_t time) {
  enum { too_late, next_part, nothing } why = nothing;
  std::size_t const added = for_each_record(reading.words, reading.next, [&](Record const& record) {
    bool const is_part = record.kind == Kind::thread;
    if (moment_of(record) >= time) why = too_late;
    if (is_part && reading.is_begun) why = next_part;
    if (why != nothing) return false;
    reading.is_begun = true;
    if (is_part) {
      reading.tid = record_as<spool::ThreadRecord>(record).tid;
    } else {
      summary_.add(reading.tid, record);
    }
    return true;
  });
  reading.next += added;
  reading.done += added;
  if (why == nothing) reading.done = reading.end;  // where a record cannot be, nothing behind it is known
  if (why == next_part) reading.first_time = learn_until_first_moment(reading);
  if (why == next_part) reading.is_begun = false;
  return why == next_part;
}

/// Part by part, in the order in which they begin: a thread's parts are then added one after the other, and
/// the summary never waits for much.
void SpoolFollower::add_in_order(std::uint64_t until) {
  std::vector<Reading*> waiting;  // a heap, the earliest first
  std::vector<Reading*> open;
  auto const later = [](Reading const* a, Reading const* b) { return a->first_time > b->first_time; };
  auto const wait = [&](Reading* reading) {
    waiting.push_back(reading);
    std::push_heap(waiting.begin(), waiting.end(), later);
  };
  for (Reading& reading : readings_) {
    if (reading.end == reading.done) continue;
    peek(reading);
    wait(&reading);
  }
  for (;;) {
    std::uint64_t const time = waiting.empty() ? until : std::min(until, waiting.front()->first_time);
    std::erase_if(open, [&](Reading* reading) {
      bool const is_next_part = add_until(*reading, time);
      if (is_next_part) wait(reading);
      bool const is_done = reading->done == reading->end;
      if (is_done) reading->words = std::vector<std::uint64_t>();  // `= {}` would keep its memory
      return is_next_part || is_done;
    });
    if (!waiting.empty() && waiting.front()->first_time < time) continue;  // a part that has just been found
    if (time == until) break;
    summary_.fold(time);
    std::pop_heap(waiting.begin(), waiting.end(), later);
    open.push_back(waiting.back());
    waiting.pop_back();
    if (open.back()->words.empty()) load(*open.back());
  }
  for (Reading* const reading : open) reading->words = std::vector<std::uint64_t>();
}

void SpoolFollower::let_go_of_done() {
  std::erase_if(readings_, [this](Reading const& reading) {
    if (!reading.is_last || reading.done != reading.end) return false;
    if (reading.place != 0) free(reading.place);
    return true;
  });
}

/// Its turn first: the process looks for one when the number has grown.
void SpoolFollower::free(std::size_t place) {
  in_hand_[place] = false;
  Turn const turn = Turn::free;
  file_.write(offsetof(spool::Header, ring) + place - 1, &turn, sizeof(turn));
  ++freed_;
  file_.write(offsetof(spool::Header, freed), &freed_, sizeof(freed_));
}

}  // namespace llmprof::inline v0
