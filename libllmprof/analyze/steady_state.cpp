// SPDX-License-Identifier: MIT
#include "llmprof/analyze/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "libllmprof/analyze/busy_time.hpp"
#include "libllmprof/analyze/step_clock.hpp"
#include "libllmprof/model/shares.hpp"
#include "libllmprof/support/checked_sum.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double much_slower = 1.5;
constexpr std::size_t fewest_to_tell = 4;

using Rows = std::vector<PhaseInstance const*>;

/// By process and thread, each in order of time.
std::map<std::pair<std::uint32_t, std::int64_t>, Rows> rows_by_thread(
    std::vector<PhaseProfile const*> const& phases) {
  std::map<std::pair<std::uint32_t, std::int64_t>, Rows> threads;
  for (PhaseProfile const* const phase : phases) {
    for (PhaseInstance const& row : phase->rows) {
      if (row.step_ns) threads[{row.process, row.thread}].push_back(&row);
    }
  }
  for (auto& [thread, rows] : threads) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](PhaseInstance const* a, PhaseInstance const* b) { return a->start < b->start; });
  }
  return threads;
}

template <class Value>
double median(std::vector<Value> values) {
  std::sort(values.begin(), values.end());
  std::size_t const middle = values.size() / 2;
  auto const upper = static_cast<double>(values[middle]);
  return values.size() % 2 != 0 ? upper : (static_cast<double>(values[middle - 1]) + upper) / 2;
}

std::vector<double> comparable_times(Rows const& rows, StepWork work) {
  bool const per_token = work == StepWork::per_token &&
                         std::all_of(rows.begin(), rows.end(),
                                     [](PhaseInstance const* row) { return row->tokens.value_or(0) > 0; });
  std::vector<double> times;
  times.reserve(rows.size());
  for (PhaseInstance const* const row : rows) {
    times.push_back(static_cast<double>(*row->step_ns) /
                    (per_token ? static_cast<double>(*row->tokens) : 1.0));
  }
  return times;
}

struct WarmUp {
  std::size_t count = 0;
  double usual = 0;  ///< Time, or time per token, of the others.
};

double median_tokens(Rows const& rows, std::size_t from) {
  std::vector<double> tokens;
  for (std::size_t i = from; i < rows.size(); ++i)
    tokens.push_back(static_cast<double>(rows[i]->tokens.value_or(0)));
  return median(std::move(tokens));
}

/// How many rows at the begin are warm-up.
WarmUp warm_up_of(Rows const& rows, StepWork work) {
  if (rows.size() < fewest_to_tell) return {};
  std::vector<double> const times = comparable_times(rows, work);
  std::size_t const half = times.size() / 2;
  WarmUp warm_up;
  warm_up.usual = median(std::vector<double>(times.begin() + static_cast<std::ptrdiff_t>(half), times.end()));
  // A step of a larger batch takes longer for a reason of its own.
  double const usual_tokens = median_tokens(rows, half);
  auto const is_larger = [&](PhaseInstance const& row) {
    return work == StepWork::equal && usual_tokens > 0 &&
           static_cast<double>(row.tokens.value_or(0)) > much_slower * usual_tokens;
  };
  while (warm_up.count < half && times[warm_up.count] > much_slower * warm_up.usual &&
         !is_larger(*rows[warm_up.count]))
    ++warm_up.count;
  return warm_up;
}

bool any_overlap(Rows const& rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    Nanoseconds end = rows[i - 1]->start;
    add_checked(end, rows[i - 1]->wall_ns);
    if (rows[i]->start < end) return true;
  }
  return false;
}

void add_row(StepStatistics& sums, PhaseInstance const& row) {
  add_tokens(sums.tokens, sums.count == 0, row.tokens);
  ++sums.count;
  add_checked(sums.total_ns, *row.step_ns);
  add_checked(sums.kernel_ns, row.kernel_ns);
  add_checked(sums.gpu_busy_ns, row.gpu_busy_ns);
  add_checked(sums.gpu_union_ns, row.gpu_union_ns);
  add_checked(sums.calls, row.calls);
}

std::int64_t union_of(std::vector<std::pair<Nanoseconds, Nanoseconds>> intervals) {
  std::sort(intervals.begin(), intervals.end());
  BusyTime time;
  for (auto const& [begin, end] : intervals) time.add(begin, end);
  return time.total();
}

void fill_spread(StepStatistics& sums, std::vector<std::int64_t> times) {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  auto const rank = [&](double share) {
    auto const nearest = static_cast<std::size_t>(std::ceil(share * static_cast<double>(times.size())));
    return times[std::max<std::size_t>(1, nearest) - 1];
  };
  sums.mean_ns = static_cast<double>(sums.total_ns) / static_cast<double>(sums.count);
  sums.median_ns = median(times);
  sums.p95_ns = rank(0.95);
  sums.p99_ns = rank(0.99);
  sums.min_ns = times.front();
  sums.max_ns = times.back();
}

}  // namespace

StepStatistics steady_state(std::vector<PhaseProfile const*> const& phases, StepWork work) {
  StepStatistics sums;
  std::vector<std::int64_t> times;
  std::map<std::uint32_t, std::vector<std::pair<Nanoseconds, Nanoseconds>>> intervals;  // by process
  for (auto const& [thread, rows] : rows_by_thread(phases)) {
    WarmUp const warm_up = warm_up_of(rows, work);
    std::vector<double> const comparable = comparable_times(rows, work);
    sums.overlapping = sums.overlapping || any_overlap(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i < warm_up.count) {
        ++sums.set_aside;
        add_checked(sums.set_aside_ns, *rows[i]->step_ns);
        double const share_of_usual = comparable[i] > 0 ? warm_up.usual / comparable[i] : 0;
        add_checked(sums.set_aside_excess_ns,
                    static_cast<std::int64_t>((1 - share_of_usual) * static_cast<double>(*rows[i]->step_ns)));
      } else {
        add_row(sums, *rows[i]);
        times.push_back(*rows[i]->step_ns);
        intervals[thread.first].push_back(interval_of(*rows[i]));
      }
    }
  }
  for (PhaseProfile const* const phase : phases) sums.sampled = sums.sampled || phase->rows_sampled;
  if (!sums.sampled) {
    sums.elapsed_ns = 0;
    for (auto& [process, of_process] : intervals)
      add_checked(*sums.elapsed_ns, union_of(std::move(of_process)));
  }
  fill_spread(sums, std::move(times));
  return sums;
}

}  // namespace llmprof::inline v0
