// SPDX-License-Identifier: MIT
#include "libllmprof/session/spool_watch.hpp"

#include <chrono>
#include <exception>
#include <list>
#include <utility>

#include "libllmprof/collect/run_sums.hpp"
#include "libllmprof/support/quiet_thread.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr auto look_every = std::chrono::milliseconds(20);
constexpr auto follow_every = std::chrono::milliseconds(10);
constexpr std::size_t most_forks = 64;

}  // namespace

SpoolWatch::SpoolWatch(std::filesystem::path folder) : folder_(std::move(folder)) {
  thread_ = start_quiet_thread([this] { watch(); });
}

SpoolWatch::~SpoolWatch() { stop(); }

void SpoolWatch::stop() noexcept {
  {
    std::lock_guard const lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void SpoolWatch::watch() {
  std::unique_lock lock(mutex_);
  while (
      !wake_.wait_for(lock, followers_.empty() ? look_every : follow_every, [this] { return stopping_; })) {
    lock.unlock();
    look();
    follow();
    lock.lock();
  }
}

void SpoolWatch::look() {
  std::error_code error;
  std::filesystem::directory_iterator entry(folder_, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    auto const& path = entry->path();
    if (path.extension() == ".spool" && !followers_.contains(path) && !ended_.contains(path)) look_at(path);
  }
}

void SpoolWatch::look_at(std::filesystem::path const& spool) try {
  spool::Header const header = read_spool_header(spool);
  if (is_half_full(header)) {
    auto follower = std::make_unique<SpoolFollower>(spool);
    learn_earlier_names(*follower);
    followers_.emplace(spool, std::move(follower));
  } else if (header.closed != 0 || header.ring_begin == 0) {
    ended_.insert(spool);
  }
} catch (std::exception const&) {
  return;  // it is being made, or will be spoken of when it is read for its events
}

void SpoolWatch::follow() {
  std::erase_if(followers_, [this](auto const& entry) {
    try {
      entry.second->follow();
      return false;
    } catch (std::exception const&) {
      ended_.insert(entry.first);  // what has no room from now on is counted as dropped
      return true;
    }
  });
}

/// Of all that it descends from; what of them cannot be read has no names.
void SpoolWatch::learn_earlier_names(SpoolFollower& follower) const {
  std::list<SpoolReader> earlier;
  try {
    std::string parent = follower.header().parent;
    while (!parent.empty() && earlier.size() < most_forks) {
      earlier.emplace_back(folder_ / parent);
      parent = earlier.back().header().parent;
    }
  } catch (Error const&) {
  }
  for (auto each = earlier.rbegin(); each != earlier.rend(); ++each) follower.learn_names_of(*each);
}

std::optional<RunSums> SpoolWatch::finish() {
  stop();
  std::optional<RunSums> sums;
  for (auto const& [path, follower] : followers_) {
    try {
      follower->finish();
    } catch (std::exception const&) {
      continue;  // it is said that there are no sums of it
    }
    if (follower->header().refilled == 0) continue;
    if (!sums) sums.emplace();
    add_process(*sums, follower->figures(), follower->header());
  }
  return sums;
}

}  // namespace llmprof::inline v0
