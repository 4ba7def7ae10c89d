// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "libllmprof/collect/spool_follower.hpp"
#include "llmprof/model/run_sums.hpp"

namespace llmprof::inline v0 {

/// Keeps sums of the processes whose spools get full while they run: a thread of its own looks at the folder,
/// and follows a spool from when it is half full. Where none is, that is fifty looks a second, at those that
/// are open.
class SpoolWatch {
 public:
  explicit SpoolWatch(std::filesystem::path folder);
  ~SpoolWatch();
  SpoolWatch(SpoolWatch const&) = delete;
  SpoolWatch& operator=(SpoolWatch const&) = delete;

  /// The sums of the processes that had more than could be kept, once all of them have ended, or are given
  /// up; absent if there was none. To be called once.
  [[nodiscard]] std::optional<RunSums> finish();

 private:
  void watch();
  void look();
  void look_at(std::filesystem::path const& spool);
  void follow();
  void learn_earlier_names(SpoolFollower& follower) const;
  void stop() noexcept;

  std::filesystem::path folder_;
  // The thread's, until it has ended.
  std::map<std::filesystem::path, std::unique_ptr<SpoolFollower>> followers_;
  std::set<std::filesystem::path> ended_;  // before they were half full
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace llmprof::inline v0
