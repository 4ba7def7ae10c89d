// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace llmprof::inline v0 {

/// The answer of `ask`, or none if it did not come in time. The thread that waits for it is left behind then:
/// `ask` must own all that it uses, and throw nothing.
template <class Ask>
[[nodiscard]] auto answer_within(std::chrono::seconds deadline, Ask ask) -> std::optional<decltype(ask())> {
  auto promise = std::make_shared<std::promise<decltype(ask())>>();
  auto future = promise->get_future();
  std::thread([promise, ask = std::move(ask)] { promise->set_value(ask()); }).detach();
  if (future.wait_for(deadline) != std::future_status::ready) return std::nullopt;
  return future.get();
}

}  // namespace llmprof::inline v0
