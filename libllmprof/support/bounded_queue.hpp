// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace llmprof::inline v0 {

/// Hands values from one thread to another, at most `capacity` of them at once.
template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  /// Waits for room. @return false if nobody wants the values any more: the producer should stop.
  bool push(T value) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return cancelled_ || values_.size() < capacity_; });
    if (cancelled_) return false;
    values_.push_back(std::move(value));
    filled_.notify_one();
    return true;
  }

  /// The producer is done; with an error, pop throws it after the last value.
  void finish(std::exception_ptr error = {}) {
    std::lock_guard const lock(mutex_);
    error_ = std::move(error);
    finished_ = true;
    filled_.notify_all();
  }

  /// The consumer is done, whatever the producer still has.
  void cancel() {
    std::lock_guard const lock(mutex_);
    cancelled_ = true;
    room_.notify_all();
  }

  /// Waits for a value. @return nothing after the last one. @throws what the producer finished with.
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [&] { return finished_ || !values_.empty(); });
    if (values_.empty()) {
      if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
      return std::nullopt;
    }
    std::optional<T> value(std::move(values_.front()));
    values_.pop_front();
    room_.notify_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable room_;
  std::condition_variable filled_;
  std::deque<T> values_;
  std::size_t capacity_;
  std::exception_ptr error_;
  bool finished_ = false;
  bool cancelled_ = false;
};

}  // namespace llmprof::inline v0
