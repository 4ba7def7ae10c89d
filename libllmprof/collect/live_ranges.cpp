// SPDX-License-Identifier: MIT
#include "libllmprof/collect/live_ranges.hpp"

#include <utility>

#include "libllmprof/collect/live_sums.hpp"

namespace llmprof::inline v0 {
namespace {

std::optional<std::int64_t> integer_payload(spool::RangeRecord const& record) {
  switch (record.payload_type) {  // nvtxPayloadType_t
    case 1:                       // uint64
    case 2:                       // int64
    case 4:                       // uint32
    case 5:                       // int32
      return static_cast<std::int64_t>(record.payload);
    default: return std::nullopt;
  }
}

OpenRange opened_by(spool::RangeRecord const& record) {
  return {.time = record.time,
          .range = record.range,
          .payload = integer_payload(record),
          .name = record.name,
          .domain = record.domain};
}

auto in_domain(std::uint16_t domain) {
  return [domain](OpenRange const& range) { return range.domain == domain; };
}

}  // namespace

void RangeStack::open(OpenRange range) {
  range.path = paths_->inside(path(), range.domain, range.name);
  range.opened_as = range.path;
  open_.push_back(range);
}

void RangeStack::move_into(std::uint32_t around) {
  if (around == around_) return;
  around_ = around;
  number_from(0);
}

void RangeStack::close(OpenRange const* range) {
  auto const index = static_cast<std::size_t>(range - open_.data());
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(index));
  number_from(index);
}

void RangeStack::number_from(std::size_t first) {
  for (std::size_t i = first; i < open_.size(); ++i) {
    std::uint32_t const around = i == 0 ? around_ : open_[i - 1].path;
    open_[i].path = paths_->inside(around, open_[i].domain, open_[i].name);
  }
}

void LiveRanges::push(Thread& thread, spool::RangeRecord const& record) {
  // A pop closes the last one of its domain: once one is left out, those inside of it are, too.
  bool const inside_of_left_out = !thread.left_out.empty() && thread.left_out.contains(record.domain);
  if (inside_of_left_out || thread.stack.size() >= most_) {
    ++thread.left_out[record.domain];
    ++left_out_;
    return;
  }
  thread.stack.move_into(started_.path());
  thread.stack.open(opened_by(record));
}

void LiveRanges::pop(Thread& thread, spool::RangeEndRecord const& record) {
  auto const domain = static_cast<std::uint16_t>(record.domain);
  auto const left_out = thread.left_out.find(domain);
  if (left_out != thread.left_out.end()) {
    if (--left_out->second == 0) thread.left_out.erase(left_out);
    return;
  }
  close(thread.stack, thread.stack.innermost(in_domain(domain)), record.time);
}

void LiveRanges::start(spool::RangeRecord const& record) {
  if (started_.size() < most_) return started_.open(opened_by(record));
  ++starts_left_out_;
  ++left_out_;
}

void LiveRanges::end(spool::RangeEndRecord const& record) {
  auto const* const range =
      started_.innermost([&](OpenRange const& open) { return open.range == record.range; });
  if (range == nullptr && starts_left_out_ > 0) {
    --starts_left_out_;
    return;
  }
  close(started_, range, record.time);
}

void LiveRanges::end_open(Thread& thread, std::uint64_t time) {
  end_all(thread.stack, time);
  thread.left_out.clear();
}

void LiveRanges::end_started(std::uint64_t time) {
  end_all(started_, time);
  starts_left_out_ = 0;
}

void LiveRanges::forget_started() {
  started_.clear();
  starts_left_out_ = 0;
}

void LiveRanges::close(RangeStack& stack, OpenRange const* range, std::uint64_t time) {
  if (range == nullptr) {
    ++stray_ends_;
    return;
  }
  add_instance(*range, time);
  stack.close(range);
}

void LiveRanges::end_all(RangeStack& stack, std::uint64_t time) {
  for (OpenRange const& range : stack.open_ranges()) add_instance(range, time);
  stack.clear();
}

void LiveRanges::add_instance(OpenRange const& range, std::uint64_t end) {
  sums_.add_instance(range.opened_as, duration_of(range.time, end), range.payload);
}

void LiveRanges::mark(Thread const& thread, spool::RangeRecord const& record) {
  auto const payload = integer_payload(record);
  if (!payload || names_.text(record.name) != "tokens") return;
  OpenRange const* range = thread.stack.innermost(in_domain(record.domain));
  if (range == nullptr) range = started_.innermost(in_domain(record.domain));
  if (range != nullptr) sums_.add_tokens(range->opened_as, *payload);
}

std::uint32_t LiveRanges::path(Thread& thread) {
  thread.stack.move_into(started_.path());
  return thread.stack.path();
}

}  // namespace llmprof::inline v0
