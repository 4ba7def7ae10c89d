// SPDX-License-Identifier: MIT
#include "libllmprof/report/takeaways.hpp"

#include "libllmprof/report/phase_figures.hpp"
#include "libllmprof/support/number.hpp"
#include "llmprof/report/kernels_markdown.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr double launch_bound_below = 0.5;  // busy share of a phase
constexpr double gpu_bound_from = 0.9;
constexpr double worth_a_sentence = 0.05;  // share of the kernel time

class Narrator {
 public:
  Narrator(MarkdownPage& page, Profile const& profile) : page_(page), profile_(profile) {}

  std::vector<std::string> run() {
    say_phases();
    say_busy();
    say_kernels();
    say_coverage();
    say_asynchronous();
    if (sentences_.empty())
      say("The capture holds no kernel time and no phase, so there is nothing to conclude.");
    return std::move(sentences_);
  }

 private:
  void say(std::string sentence) { sentences_.push_back(std::move(sentence)); }

  std::string name(PhaseProfile const& phase) { return page_.name(to_string(phase.path)); }

  [[nodiscard]] std::optional<double> share(std::optional<std::int64_t> ns) const {
    return share_of(ns, profile_.total.kernel_ns);
  }

  /// `LLM@prefill takes 37.5 % of the GPU kernel time, LLM@decode_all 50.0 %.`
  void say_phases() {
    if (!profile_.has_timeline) return;  // ranges inside others are not known as such
    std::string list;
    for (PhaseProfile const& phase : profile_.phases) {
      auto const part = share(phase.kernel_ns);
      if (phase.depth() != 0 || !part || *part < worth_a_sentence) continue;
      list +=
          (list.empty() ? "" : ", ") + name(phase) + (list.empty() ? " takes " : " ") + percentage(*part, 1);
      if (list.find(" of the GPU") == std::string::npos) list += " of the GPU kernel time";
    }
    if (!list.empty()) say(list + '.');
  }

  /// The phases whose busy share says what limits them: top-level ones with a good part of the kernel time.
  void say_busy() {
    for (PhaseProfile const& phase : profile_.phases) {
      auto const busy = busy_share(phase);
      bool const large = share(phase.kernel_ns).value_or(0) >= worth_a_sentence;
      if (phase.depth() != 0 || !busy || !large) continue;
      std::string sentence =
          "During " + name(phase) + " the GPU was busy " + percentage(*busy, 1) + " of the time";
      if (*busy < launch_bound_below) {
        sentence +=
            ": it mostly waited for the host (launch bound; the gaps include the collector's own cost)";
      } else if (*busy >= gpu_bound_from) {
        sentence += ": the GPU is what limits it";
      }
      say(sentence + '.');
    }
  }

  void say_kernels() {
    auto const kernels = top_kernels(to_records(profile_, profile_.kernels), 5);
    if (kernels.empty() || !share(kernels.front().total_ns)) return;
    std::string sentence = "The largest kernel, " + page_.name(kernels.front().name) + ", takes " +
                           percentage(*share(kernels.front().total_ns), 1) + " of the GPU kernel time in " +
                           std::to_string(kernels.front().calls) + " calls";
    double together = 0;
    for (KernelRecord const& kernel : kernels) together += share(kernel.total_ns).value_or(0);
    if (kernels.size() > 1) {
      sentence += "; the largest " + std::to_string(kernels.size()) + " take " + percentage(together, 1) +
                  " together";
    }
    say(sentence + '.');
  }

  void say_coverage() {
    if (!profile_.has_timeline || profile_.phases.empty() || !profile_.total.kernel_ns) return;
    auto const inside = share(static_cast<std::int64_t>(attributed_ns(profile_)));
    if (!inside) return;
    std::string sentence = percentage(*inside, 1) + " of the GPU kernel time is attributed to ranges";
    auto const outside = share(profile_.outside.kernel_ns);
    if (outside && *outside >= worth_a_sentence) {
      sentence += "; " + percentage(*outside, 1) + " was launched outside any range and is in no phase";
    }
    auto const lost = share(profile_.no_launch_record.kernel_ns);
    if (lost && *lost >= worth_a_sentence) {
      sentence += "; for " + percentage(*lost, 1) + " the capture has no launch record";
    }
    if (profile_.hidden_graphs.launches > 0) {
      sentence +=
          "; " + std::to_string(profile_.hidden_graphs.launches) + " CUDA graph launches hide their kernels";
    }
    say(sentence + '.');
  }

  void say_asynchronous() {
    for (PhaseProfile const& phase : profile_.phases) {
      if (phase.depth() != 0 || !phase.asynchronous.value_or(false)) continue;
      say("GPU work of " + name(phase) +
          " went on after its range had closed: its wall time is not its time.");
    }
  }

  MarkdownPage& page_;
  Profile const& profile_;
  std::vector<std::string> sentences_;
};

}  // namespace

std::vector<std::string> takeaways(MarkdownPage& page, Profile const& profile) {
  return Narrator(page, profile).run();
}

}  // namespace llmprof::inline v0
