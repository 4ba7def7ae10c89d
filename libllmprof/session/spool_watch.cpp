// SPDX-License-Identifier: MIT
#include "libllmprof/session/spool_watch.hpp"

#include <chrono>
#include <utility>

#include "libllmprof/collect/run_sums.hpp"
#include "libllmprof/support/quiet_thread.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr auto look_every = std::chrono::milliseconds(20);
constexpr auto follow_every = std::chrono::milliseconds(10);
constexpr int most_forks = 64;

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
  for (auto const& entry : std::filesystem::directory_iterator(folder_, error)) {
    auto const& path = entry.path();
    if (path.extension() == ".spool" && !followers_.contains(path) && !ended_.contains(path)) look_at(path);
  }
}

void SpoolWatch::look_at(std::filesystem::path const& spool) try {
  spool::Header const header = read_spool_header(spool);
  if (is_half_full(header)) {
    followers_.emplace(spool, std::make_unique<SpoolFollower>(spool));
  } else if (header.closed != 0 || header.ring_begin == 0) {
    ended_.insert(spool);
  }
} catch (Error const&) {
  return;  // it is being made, or will be spoken of when it is read for its events
}

void SpoolWatch::follow() {
  std::erase_if(followers_, [this](auto const& entry) {
    try {
      entry.second->follow();
      return false;
    } catch (Error const&) {
      ended_.insert(entry.first);  // what has no room from now on is counted as dropped
      return true;
    }
  });
}

/// Of all that it descends from, the nearest first.
void SpoolWatch::learn_earlier_names(SpoolFollower& follower) const {
  std::string parent = follower.header().parent;
  for (int forks = 0; !parent.empty() && forks < most_forks; ++forks) {
    SpoolReader const earlier(folder_ / parent);
    follower.learn_names_of(earlier);
    parent = earlier.header().parent;
  }
}

std::optional<RunSums> SpoolWatch::finish() {
  stop();
  std::optional<RunSums> sums;
  for (auto const& [path, follower] : followers_) {
    if (follower->header().refilled == 0) continue;
    try {
      follower->finish();
      learn_earlier_names(*follower);
    } catch (Error const&) {
      continue;  // said when it is read for its events
    }
    if (!sums) sums.emplace();
    add_process(*sums, follower->figures(), follower->header());
  }
  return sums;
}

}  // namespace llmprof::inline v0
