// SPDX-License-Identifier: MIT
// Random programs: the summary's figures are compared with what a plain reading of the rules gives.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "collect/live_process.hpp"

namespace llmprof {
namespace {

struct Expected {
  std::uint64_t instances = 0;
  std::int64_t wall_ns = 0;
  std::uint64_t calls = 0;
  std::int64_t kernel_ns = 0;
  std::optional<std::int64_t> payload;
  std::optional<std::int64_t> tokens;
  friend bool operator==(Expected const&, Expected const&) = default;
};
using ByPath = std::map<Strings, Expected>;

/// Keeps everything, as lists of texts.
class Reference {
 public:
  struct Range {
    std::string label;
    std::uint64_t time;
    std::optional<std::int64_t> payload;
    Strings opened_as;
    std::uint64_t id;
  };

  Strings path(std::uint32_t tid) {
    Strings path;
    for (Range const& range : started) path.push_back(range.label);
    for (Range const& range : open[tid]) path.push_back(range.label);
    return path;
  }
  void push(std::uint32_t tid, std::uint64_t time, std::string const& label, std::int64_t payload) {
    Strings opened_as = path(tid);
    opened_as.push_back(label);
    open[tid].push_back({label, time, payload, opened_as, 0});
  }
  void start(std::uint64_t time, std::string const& label, std::uint64_t id) {
    Strings opened_as = path(0);
    opened_as.push_back(label);
    started.push_back({label, time, std::nullopt, opened_as, id});
  }
  void pop(std::uint32_t tid, std::uint64_t time, std::string const& domain) {
    close(open[tid], time, [&](Range const& range) { return domain_of(range.label) == domain; });
  }
  void end(std::uint64_t time, std::uint64_t id) {
    close(started, time, [&](Range const& range) { return range.id == id; });
  }
  void tokens(std::uint32_t tid, std::string const& domain, std::int64_t count) {
    for (auto* const ranges : {&open[tid], &started}) {
      for (std::size_t i = ranges->size(); i-- > 0;) {
        if (domain_of((*ranges)[i].label) != domain) continue;
        auto& tokens = phases[(*ranges)[i].opened_as].tokens;
        tokens = tokens.value_or(0) + count;
        return;
      }
    }
  }
  void kernel(Strings path, std::int64_t duration) {
    if (path.empty()) outside_ns += duration;
    for (; !path.empty(); path.pop_back()) {
      ++phases[path].calls;
      phases[path].kernel_ns += duration;
    }
  }

  static std::string domain_of(std::string const& label) {
    auto const at = label.find('@');
    return at == std::string::npos ? "" : label.substr(0, at);
  }

  std::vector<Range> started;
  std::map<std::uint32_t, std::vector<Range>> open;
  ByPath phases;
  std::int64_t outside_ns = 0;
  std::uint64_t stray = 0;

 private:
  template <class Fits>
  void close(std::vector<Range>& ranges, std::uint64_t time, Fits const& fits) {
    for (std::size_t i = ranges.size(); i-- > 0;) {
      if (!fits(ranges[i])) continue;
      Expected& phase = phases[ranges[i].opened_as];
      ++phase.instances;
      phase.wall_ns += static_cast<std::int64_t>(time - ranges[i].time);
      if (ranges[i].payload) phase.payload = phase.payload.value_or(0) + *ranges[i].payload;
      ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
    ++stray;
  }
};

/// Does the same to the summary and to the reference.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint32_t seed) : random_(seed) {}

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      step();
      if (pick(50) == 0) process.summary.fold(time_ - pick(40));
    }
    for (auto const& [correlation, begin, end] : kernels_) process.kernel(correlation, begin, end);
  }

  LiveProcess process;
  Reference reference;
  std::map<std::uint64_t, int> busy;  // +1 and -1 at times

 private:
  std::uint32_t pick(std::uint32_t choices) { return static_cast<std::uint32_t>(random_() % choices); }

  void step() {
    constexpr char const* domains[] = {"", "LLM", "App"};
    std::string const domain = domains[pick(3)];
    std::string const at = domain.empty() ? "" : domain + "@";
    std::string const label = at + std::string(1, static_cast<char>('a' + pick(4)));
    std::uint32_t const tid = 1 + pick(3);
    time_ += 1 + pick(10);
    switch (pick(9)) {
      case 0:
      case 1:
        if (reference.open[tid].size() > 6) return;
        process.push(tid, time_, label, 1, time_ % 7);
        return reference.push(tid, time_, label, static_cast<std::int64_t>(time_ % 7));
      case 2:
      case 3: process.pop(tid, time_, domain); return reference.pop(tid, time_, domain);
      case 4:
        if (reference.started.size() > 2) return;
        process.start(tid, time_, label, time_);
        return reference.start(time_, label, time_);
      case 5: return end(tid);
      case 6: process.mark(tid, time_, at + "tokens", 5, 3); return reference.tokens(tid, domain, 3);
      default: return launch(tid);
    }
  }

  void end(std::uint32_t tid) {
    std::uint64_t const id =
        reference.started.empty() ? 0 : reference.started[pick(2) % reference.started.size()].id;
    process.end(tid, time_, id);
    reference.end(time_, id);
  }

  /// The kernel is told of at once, or at the end.
  void launch(std::uint32_t tid) {
    process.launch(tid, time_, ++correlation_);
    std::uint64_t const begin = time_ + pick(1000);
    std::uint64_t const end = begin + pick(30);
    reference.kernel(reference.path(tid), static_cast<std::int64_t>(end - begin));
    ++busy[begin];
    --busy[end];
    if (pick(2) == 0) return process.kernel(correlation_, begin, end);
    kernels_.emplace_back(correlation_, begin, end);
  }

  std::mt19937 random_;
  std::uint64_t time_ = 100;
  std::uint32_t correlation_ = 0;
  std::vector<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>> kernels_;
};

ByPath by_path(LiveFigures const& figures) {
  ByPath phases;
  for (LivePhase const& phase : figures.phases) {
    Strings path;
    for (Label const& label : phase.path) path.push_back(to_string(label));
    phases[path] = {phase.instances, phase.wall_ns, phase.calls,
                    phase.kernel_ns, phase.payload, phase.tokens};
  }
  return phases;
}

std::int64_t union_of(std::map<std::uint64_t, int> const& changes) {
  std::int64_t sum = 0;
  std::uint64_t last = 0;
  int depth = 0;
  for (auto const& [time, change] : changes) {
    if (depth > 0) sum += static_cast<std::int64_t>(time - last);
    depth += change;
    last = time;
  }
  return sum;
}

}  // namespace

TEST_CASE("a random program's figures are those of a plain reading of the rules", "[live_summary]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    RandomProgram program(seed);
    program.run(2000);
    LiveFigures const figures = program.process.figures();
    REQUIRE(by_path(figures) == program.reference.phases);
    CHECK(figures.outside_kernel_ns == program.reference.outside_ns);
    CHECK(figures.unattributed_calls == 0);
    CHECK(figures.stray_ends == program.reference.stray);
    CHECK(figures.devices.at(0).busy_ns == union_of(program.busy));
    CHECK(figures.dropped == 0);
    std::int64_t own = 0;
    for (LivePhase const& phase : figures.phases) {
      for (LiveKernel const& kernel : phase.kernels) own += kernel.total_ns;
    }
    CHECK(own + figures.outside_kernel_ns == figures.devices.at(0).kernel_ns);
  }
}

}  // namespace llmprof
