// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/findings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "libllmprof/analyze/peak_shares.hpp"
#include "libllmprof/model/capture_advice.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/model/short_kernel_name.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double worth_a_finding = 0.05;      // of the time of a phase
constexpr double worth_of_small_ones = 0.15;  // for what is a part of any model
constexpr double dominates = 0.3;             // of the kernel time of a capture
constexpr std::uint64_t fewest_steps = 4;     // below it, warm-up cannot be told

double as_double(std::int64_t value) { return static_cast<double>(value); }

std::string ms(double ns) { return milliseconds(std::optional(ns)) + " ms"; }

std::string name_of(StepKind kind) { return std::string(to_string(kind)); }

/// The costs of one phase.
class PhaseFinder {
 public:
  /// @param tool What made the capture.
  PhaseFinder(PhaseAnswer const& phase, std::string_view tool, std::vector<Finding>& findings)
      : phase_(phase), tool_(tool), findings_(findings) {}

  void run() {
    if (!phase_.incomplete.empty()) return find_incomplete();
    if (phase_.gpu_time && phase_.device_ns.value_or(0) > 0) {
      find_idle();
      find_communication();
      find_small_kernels();
    }
    find_unused_bandwidth();
    find_warm_up();
  }

 private:
  /// What costs `ns` of device time, if it is worth it.
  void add(std::int64_t ns, double threshold, std::string const& what, std::string evidence,
           std::string suggestion) {
    double const share = as_double(ns) / as_double(*phase_.device_ns);
    if (share < threshold) return;
    auto const gain = as_double(ns) / static_cast<double>(std::max<std::uint64_t>(1, phase_.devices));
    findings_.push_back({"In " + name_of(phase_.kind) + " " + what + " takes " + ms(gain) + ", " +
                             percentage(share, 1) + " of its time",
                         std::move(evidence), std::move(suggestion), phase_.kind,
                         static_cast<std::int64_t>(std::llround(gain)), share});
  }

  void find_incomplete() {
    findings_.push_back({"The GPU work of " + name_of(phase_.kind) + " is not all in the capture",
                         phase_.incomplete,
                         std::string(advice_on_missing_work(tool_)),
                         phase_.kind,
                         {},
                         {}});
  }

  [[nodiscard]] std::string advice_for_launches() const {
    if (phase_.steps.count < fewest_steps) {
      return "measure more steps first: what the host does in the first ones (loading modules, tuning, "
             "allocating) does not come again";
    }
    if (phase_.has_graphs) {
      return "the kernels are in CUDA graphs already: look at what the host does between replays (sampling, "
             "scheduling, preparing inputs), and do it beside them";
    }
    return "replay the step as a CUDA graph (torch.compile with mode=\"reduce-overhead\", or the engine's "
           "option), or launch fewer and larger kernels";
  }

  [[nodiscard]] std::string launches() const {
    std::string text;
    if (phase_.steps.calls > 0) {
      text = fixed(phase_.launches_of_step(), 0) + " kernels a step";
      if (phase_.launches_of_token) text += ", " + fixed(*phase_.launches_of_token, 1) + " a token";
    }
    if (phase_.busy) {
      text += std::string(text.empty() ? "" : "; ") + "the GPU is busy " + percentage(*phase_.busy, 1) +
              " of a step";
    }
    return text;
  }

  /// Where hardly anything waits in the queue, the latency of launches is a part of waiting for the host: it
  /// would be hidden if the host ran ahead.
  [[nodiscard]] bool host_runs_ahead() const {
    bool const is_mostly_graphs = phase_.gpu_time->in_graphs > phase_.gpu_time->delayed;
    return is_mostly_graphs || phase_.gpu_time->mean_queue_depth(*phase_.device_ns).value_or(0) >= 1;
  }

  void find_idle() {
    GpuTime const& time = *phase_.gpu_time;
    std::string const latency =
        time.delayed == 0
            ? std::string()
            : "; " + fixed(as_double(time.launch_delay_ns) / static_cast<double>(time.delayed) * 1e-3, 1) +
                  " us from a launch to its start";
    if (host_runs_ahead()) {
      add(time.idle_host_ns, worth_a_finding, "the GPU waiting for the host, with nothing submitted,",
          launches() + latency, advice_for_launches());
      add(time.idle_submitted_ns, worth_a_finding,
          "the GPU idle between operations that were submitted already", launches() + latency,
          phase_.has_graphs
              ? "fuse small kernels; in a graph each dependency costs about a microsecond, less with "
                "programmatic dependent launch"
              : "fuse small kernels, replay the step as a CUDA graph, and look for events that "
                "streams wait for");
    } else {
      add(time.idle_host_ns + time.idle_submitted_ns, worth_a_finding,
          "the GPU waiting for launches by the host",
          launches() + latency + "; the queue is empty most of the time", advice_for_launches());
    }
    if (time.idle_after_wait_ns) {
      add(*time.idle_after_wait_ns, worth_a_finding,
          "the GPU idle because the host had waited until it was done (synchronisation)", launches(),
          "do not wait in each step: sample on the GPU, avoid .item(), .cpu() and cudaStreamSynchronize, "
          "read results one step later");
    }
    add(time.idle_after_copy_ns, worth_a_finding, "the GPU idle after a copy that the host waited for",
        launches(), "keep inputs and sampled tokens on the GPU, copy from pinned memory, asynchronously");
    add(time.after_ns, worth_a_finding, "what the host does after the GPU is done", launches(),
        "move it behind the next step's launches, or out of the range");
  }

  void find_communication() {
    add(phase_.gpu_time->exposed_communication_ns(), worth_a_finding,
        "communication with nothing computed beside it", "NCCL and all-reduce kernels alone on their device",
        "overlap it with compute, use a custom or one-shot all-reduce for small messages, or less tensor "
        "parallelism");
  }

  /// Kernels that read and write what their neighbours could have kept in registers.
  void find_small_kernels() {
    constexpr std::array fusible{KernelClass::norm,        KernelClass::rope,        KernelClass::activation,
                                 KernelClass::elementwise, KernelClass::copy,        KernelClass::reduce,
                                 KernelClass::softmax,     KernelClass::quantisation};
    std::int64_t ns = 0;
    std::uint64_t calls = 0;
    std::string list;
    for (ClassShare const& share : phase_.classes) {
      if (std::find(fusible.begin(), fusible.end(), share.kernel_class) == fusible.end()) continue;
      ns += share.total_ns;
      calls += share.calls;
      if (share.share >= 0.01) {
        list += (list.empty() ? "" : ", ") + std::string(to_string(share.kernel_class)) + ' ' +
                percentage(share.share, 1);
      }
    }
    add(ns, worth_of_small_ones, "work that could be fused into its neighbours",
        list + " of its kernel time, in " + std::to_string(calls) + " launches",
        "fused norm, rope and activation kernels (torch.compile, or those of vLLM, FlashInfer, Liger)");
  }

  /// The least time is that of the bytes at full bandwidth.
  void find_unused_bandwidth() {
    bool const is_bound_elsewhere =
        phase_.verdict.bound == Bound::launch || phase_.verdict.bound == Bound::communication;
    if (phase_.kind != StepKind::decode || !phase_.mbu.value || is_bound_elsewhere || !phase_.busy) return;
    double const share = *phase_.busy - *phase_.mbu.value;
    if (share < worth_a_finding || !phase_.device_ns || phase_.devices == 0) return;
    double const gain = share * as_double(*phase_.device_ns) / static_cast<double>(phase_.devices);
    bool const is_memory_bound = phase_.verdict.bound == Bound::memory;
    findings_.push_back(
        {"In decode the busy GPU moves what the model needs at " +
             percentage(*phase_.mbu.value / *phase_.busy, 1) + " of its bandwidth",
         "weights and KV cache of the model over the busy time of a step; " + phase_.verdict.because,
         is_memory_bound
             ? "larger batches or speculative decoding for more tokens per byte, quantised weights or "
               "KV cache for fewer bytes"
             : "kernels that are made for few tokens (split-K, GEMV), larger batches, fewer small "
               "kernels",
         phase_.kind, static_cast<std::int64_t>(std::llround(gain)), share});
  }

  void find_warm_up() {
    StepStatistics const& steps = phase_.steps;
    if (steps.set_aside_excess_ns > 0) {
      find_set_aside(steps);
    } else if (steps.count > 0 && steps.count < fewest_steps) {
      findings_.push_back(
          {"There " +
               (steps.count == 1 ? std::string("is only one step")
                                 : "are only " + std::to_string(steps.count) + " steps") +
               " of " + name_of(phase_.kind) + ", so its figures may be of a cold start",
           "warm-up is told from steady state from " + std::to_string(fewest_steps) + " occurrences on",
           "run it several times in one process",
           phase_.kind,
           {},
           {}});
    }
  }

  /// Processes warm up side by side.
  void find_set_aside(StepStatistics const& steps) {
    auto const processes = static_cast<double>(std::max<std::uint64_t>(1, phase_.processes));
    double const more = as_double(steps.set_aside_excess_ns) / processes;
    std::string const all = " of " + std::to_string(steps.set_aside + steps.count) + " steps";
    findings_.push_back(
        {(steps.set_aside == 1 ? std::string("The first") : "The first " + std::to_string(steps.set_aside)) +
             (steps.sampled ? " of the steps that were kept" : all) + " of " + name_of(phase_.kind) +
             " took " + ms(more) + " longer than usual" + (phase_.processes > 1 ? " in each process" : ""),
         "mean " + ms(as_double(steps.set_aside_ns) / static_cast<double>(steps.set_aside)) +
             ", later median " + ms(steps.median_ns) + "; they are in no figure of the steady state",
         "warm up before serving: compile, load modules, allocate, capture graphs", phase_.kind,
         static_cast<std::int64_t>(std::llround(more)),
         as_double(steps.set_aside_excess_ns) / (as_double(steps.set_aside_ns) + as_double(steps.total_ns))});
  }

  PhaseAnswer const& phase_;
  std::string_view tool_;
  std::vector<Finding>& findings_;
};

struct Total {
  std::uint64_t calls = 0;
  double ns = 0;
};

/// What ncu says of it, if it measured it.
void add_counters(Finding& finding, MeasuredKernel const& measured, double ns, double share) {
  auto const compute = sm_share(measured);
  auto const memory = dram_share(measured);
  if (!compute || !memory) return;
  double const used = std::min(1.0, std::max(*compute, *memory));
  finding.evidence +=
      "; SM " + percentage(*compute, 1) + ", DRAM " + percentage(*memory, 1) + " of peak (ncu)";
  finding.suggestion =
      used >= peak_bound_from
          ? "it is near a limit of the GPU: give it less to do (quantisation, larger batches)"
          : "it is far from the limits of the GPU: other tiles, split-K, a kernel made for this shape";
  finding.gain_ns = static_cast<std::int64_t>(std::llround((1 - used) * ns));
  finding.gain_share = (1 - used) * share;
}

/// One kernel that most of the time goes to.
void find_dominating_kernel(Profile const& profile, std::vector<Finding>& findings) {
  if (profile.kernels.empty() || profile.total.kernel_ns.value_or(0) <= 0) return;
  std::map<std::uint32_t, Total> totals;  // over devices
  std::uint32_t top = profile.kernels.front().kernel;
  for (KernelStats const& stats : profile.kernels) {
    Total& total = totals[stats.kernel];
    total.calls += stats.calls;
    total.ns += as_double(stats.total_ns.value_or(0));
    if (total.ns > totals[top].ns) top = stats.kernel;
  }
  double const share = totals[top].ns / as_double(*profile.total.kernel_ns);
  if (share < dominates) return;
  Finding finding;
  finding.what = short_kernel_name(profile.kernel_names[top]) + " takes " + percentage(share, 1) +
                 " of the kernel time of the capture";
  finding.evidence = std::to_string(totals[top].calls) + " calls, " + ms(totals[top].ns);
  finding.suggestion = "measure it: llmprof run --mode deep says how near it is to the limits of the GPU";
  auto const devices = static_cast<double>(std::max<std::size_t>(1, profile.devices.size()));
  for (MeasuredKernel const& measured : profile.measured) {
    if (measured.kernel == top) add_counters(finding, measured, totals[top].ns / devices, share);
  }
  findings.push_back(std::move(finding));
}

void find_uncertainties(Profile const& profile, Answers const& answers, std::vector<Finding>& findings) {
  auto const add = [&](std::string what, std::string evidence, std::string suggestion) {
    findings.push_back(
        {std::move(what), std::move(evidence), std::move(suggestion), StepKind::other, {}, {}});
  };
  double const total = as_double(profile.total.kernel_ns.value_or(0));
  double const outside = as_double(profile.outside.kernel_ns.value_or(0));
  if (total > 0 && outside >= worth_a_finding * total) {
    add(percentage(outside, total) + " of the kernel time is in no range, so it is in no phase",
        count_text(profile.outside.calls) + " launches",
        "mark what launches them; report.md names the threads");
  }
  if (profile.hidden_graphs.launches > 0) {
    add("The kernels of " + std::to_string(profile.hidden_graphs.launches) +
            " CUDA graph launches are hidden",
        "they were recorded as a whole", "record with --graphs nodes, or nsys with --cuda-graph-trace=node");
  }
  if (answers.unclassified.value_or(0) >= worth_a_finding) {
    add(percentage(*answers.unclassified, 1) + " of the kernel time is in kernels of no known class",
        "their names match no rule", "give rules of your own (docs/kernel-classes.md)");
  }
}

}  // namespace

std::vector<Finding> find_costs(Profile const& profile, Answers const& answers) {
  std::vector<Finding> findings;
  for (PhaseAnswer const& phase : answers.phases) PhaseFinder(phase, profile.tool, findings).run();
  find_dominating_kernel(profile, findings);
  find_uncertainties(profile, answers, findings);
  std::stable_sort(findings.begin(), findings.end(), [](Finding const& a, Finding const& b) {
    return a.gain_ns.value_or(-1) > b.gain_ns.value_or(-1);
  });
  return findings;
}

}  // namespace llmprof::inline v0
