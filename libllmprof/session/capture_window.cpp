// SPDX-License-Identifier: MIT
#include "libllmprof/session/capture_window.hpp"

#include <time.h>  // NOLINT: <ctime> does not promise clock_gettime

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

using std::chrono::nanoseconds;

/// On the clock of the injected library.
nanoseconds now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

std::string seconds(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  if (auto const rest = time.count() % 1000; rest != 0) text += "." + std::to_string(1000 + rest).substr(1);
  return text + " s";
}

}  // namespace

void validate(CaptureWindow const& window) {
  if (window.label && window.label->name.empty()) {
    throw InvalidArgument("--capture: the label has no name; give it as LLM@decode_all");
  }
  if (!window.label && (window.skip != 0 || window.count != 0)) {
    throw InvalidArgument("--skip and --count are about the ranges of --capture LABEL, which is not given");
  }
}

std::vector<std::pair<std::string, std::string>> environment_of(CaptureWindow const& window) {
  auto const number = [](auto value) { return value == 0 ? std::string() : std::to_string(value); };
  Label const label = window.label.value_or(Label{});
  nanoseconds const from = window.delay ? now() + *window.delay : nanoseconds(0);
  return {{"LLMPROF_CAPTURE_NAME", label.name},
          {"LLMPROF_CAPTURE_DOMAIN", label.domain},
          {"LLMPROF_CAPTURE_SKIP", number(window.skip)},
          {"LLMPROF_CAPTURE_COUNT", number(window.count)},
          {"LLMPROF_CAPTURE_FROM", number(from.count())},
          {"LLMPROF_CAPTURE_FOR",
           number(nanoseconds(window.duration.value_or(std::chrono::milliseconds(0))).count())}};
}

std::string to_string(CaptureWindow const& window) {
  std::string text = window.label ? to_string(*window.label) : std::string("all");
  if (window.skip != 0) text += ", the first " + std::to_string(window.skip) + " skipped";
  if (window.count != 0) text += ", " + std::to_string(window.count) + " recorded";
  if (window.delay) text += ", after " + seconds(*window.delay);
  if (window.duration) text += ", for " + seconds(*window.duration);
  return text;
}

}  // namespace llmprof::inline v0
