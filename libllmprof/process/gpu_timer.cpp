// SPDX-License-Identifier: MIT
#include "libllmprof/process/gpu_timer.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "libllmprof/process/cuda_objects.hpp"

namespace llmprof::inline v0 {
namespace {

// The host needs some microseconds to launch the first of the runs between two events. Over four of them that
// is nothing beside a millisecond each.
constexpr int runs_of_sample = 4;
constexpr std::size_t most_samples = 20;
constexpr double warm_up_ms = 100;
constexpr double measuring_ms = 500;

class Timer {
 public:
  Timer(CudaDriver const& driver, CudaDriver::Stream stream, std::function<void()> const& launch)
      : driver_(driver), stream_(stream), launch_(launch), begin_(driver), end_(driver) {}

  /// The mean of some runs. @throws GpuError
  double milliseconds(int runs) const {
    driver_.check("cuEventRecord", driver_.event_record(begin_.get(), stream_));
    for (int i = 0; i < runs; ++i) launch_();
    driver_.check("cuEventRecord", driver_.event_record(end_.get(), stream_));
    driver_.check("cuEventSynchronize", driver_.event_synchronize(end_.get()));
    float elapsed = 0;
    driver_.check("cuEventElapsedTime", driver_.event_elapsed_ms(&elapsed, begin_.get(), end_.get()));
    if (!std::isfinite(elapsed) || elapsed <= 0)
      throw GpuError("cuEventElapsedTime: the GPU says that no time has passed");
    return static_cast<double>(elapsed) / runs;
  }

 private:
  CudaDriver const& driver_;
  CudaDriver::Stream stream_;
  std::function<void()> const& launch_;
  CudaEventOwner begin_;
  CudaEventOwner end_;
};

/// Runs once at least. @return milliseconds of the last run
double warm_up(Timer const& timer) {
  double spent = 0;
  double last = 0;
  for (std::size_t i = 0; i < most_samples * runs_of_sample && spent < warm_up_ms; ++i)
    spent += last = timer.milliseconds(1);
  return last;
}

double median_of(std::vector<double> const& sorted) {
  std::size_t const middle = sorted.size() / 2;
  return sorted.size() % 2 != 0 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

MeasuredRate time_runs(CudaDriver const& driver, CudaDriver::Stream stream,
                       std::function<void()> const& launch, double amount) {
  Timer const timer(driver, stream, launch);
  int const runs = warm_up(timer) < measuring_ms / runs_of_sample ? runs_of_sample : 1;
  std::vector<double> samples;
  for (double spent = 0; samples.size() < most_samples && spent < measuring_ms;) {
    samples.push_back(timer.milliseconds(runs));
    spent += samples.back() * runs;
  }
  std::sort(samples.begin(), samples.end());
  double const scaled = amount * 1e3;  // per second
  return {.best = scaled / samples.front(),
          .median = scaled / median_of(samples),
          .samples = static_cast<std::int64_t>(samples.size())};
}

}  // namespace llmprof::inline v0
