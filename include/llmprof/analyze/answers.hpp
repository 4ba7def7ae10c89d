// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/analyze/bound.hpp"
#include "llmprof/analyze/efficiency.hpp"
#include "llmprof/analyze/kernel_classifier.hpp"
#include "llmprof/analyze/roofline.hpp"
#include "llmprof/export.hpp"
#include "llmprof/model/ceilings.hpp"
#include "llmprof/model/diagnostic.hpp"
#include "llmprof/model/engine_step.hpp"
#include "llmprof/model/gpu_time.hpp"
#include "llmprof/model/kernel_class.hpp"
#include "llmprof/model/model_spec.hpp"
#include "llmprof/model/profile.hpp"
#include "llmprof/model/request_metrics.hpp"
#include "llmprof/model/step_statistics.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Kernels of one class within a phase.
struct ClassShare {
  KernelClass kernel_class = KernelClass::other;
  std::uint64_t calls = 0;
  std::int64_t total_ns = 0;
  double share = 0;  ///< Of the kernel time of the phase, 0..1.

  friend bool operator==(ClassShare const&, ClassShare const&) = default;
};

/// Where the kernels of a phase stand below the roofs.
struct PhaseRoofline {
  RooflinePoint point;
  /// Share of the kernel time whose kernels were measured, 0..1; absent for a point of the model, whose time
  /// is the busy time of a step.
  std::optional<double> coverage;
  double uneven = 0;  ///< Share of the kernel time in kernels that did different work with one grid, 0..1.
  /// Operations and bytes of one step: in the kernels that were measured, or that the model needs of one GPU.
  std::optional<double> operations_of_step;
  std::optional<double> bytes_of_step;
};

/// A kernel that ncu measured, below the roofs.
struct KernelRoofline {
  std::string name;            ///< Short.
  std::int64_t total_ns = 0;   ///< On the timeline.
  std::uint64_t launches = 0;  ///< That were measured.
  RooflinePoint point;
};

/// What prefill, decode, or steps that do both, do with their time.
///
/// A step is one range that does the work once: a prefill, a decode step. The whole is what is around the
/// steps: all of a decode loop, with what the host does between them.
struct PhaseAnswer {
  StepKind kind = StepKind::other;
  std::vector<std::string> labels;  ///< Of the steps, each once, most kernel time first; a few at most.
  std::size_t more_labels = 0;      ///< How many others there are.
  bool only_warm_up = false;        ///< There are none but inside ranges that say that they are warm-up.
  std::string incomplete;  ///< Why GPU work of it is missing in the capture: then no figure rests on that.
  StepStatistics steps;
  std::optional<std::uint64_t> ranges;   ///< Of the steps, warm-up too; tables tell no more than these two.
  std::optional<std::int64_t> wall_ns;   ///< Sum over them.
  std::uint64_t processes = 0;           ///< That have ranges of it.
  std::uint64_t devices_of_step = 0;     ///< GPUs that one step works with; 0: unknown.
  std::uint64_t devices_of_process = 0;  ///< GPUs that the steps of one process work with; 0: unknown.
  std::optional<double>
      side_by_side;            ///< Steps of a process under way at the same time, mean; absent if unknown.
  std::optional<double> busy;  ///< Of the step time of a GPU, 0..1.
  std::optional<double> tokens_per_second;  ///< Of one process, in steady state.
  std::optional<double> batch;              ///< Tokens of a decode step: sequences, unless it speculates.
  std::optional<double> context;            ///< Tokens that a decode step attends to, mean; from the prompts.
  std::optional<double> launches_of_token;
  std::optional<GpuTime> gpu_time;  ///< Of the whole, warm-up included; all devices together.
  std::optional<std::int64_t>
      overlap_ns;  ///< Of the whole: kernels and copies beside others on their device.
  /// Time of all its devices while ranges of the whole were open: busy, idle, and after the last operation.
  std::optional<std::int64_t> device_ns;
  std::uint64_t devices = 0;        ///< How many these are.
  bool has_graphs = false;          ///< Kernels of replayed CUDA graphs are among its own.
  std::vector<ClassShare> classes;  ///< Of the whole, most time first.
  Efficiency mfu;                   ///< Of a step in steady state.
  Efficiency mbu;
  Verdict verdict;
  std::optional<PhaseRoofline> roofline;  ///< Absent where nothing was measured and no model is given.

  [[nodiscard]] double launches_of_step() const noexcept {
    return steps.count == 0 ? 0 : static_cast<double>(steps.calls) / static_cast<double>(steps.count);
  }
};

/// What clients measured beside what the GPU needed.
struct RequestComparison {
  RequestRun run;
  /// The step of prefill in the mean time to first token of clients, 0..1 and more where requests share a
  /// prefill: the rest is queueing, tokenising and the network. Absent if either is not known.
  std::optional<double> prefill_share;
  std::optional<double> decode_share;  ///< The step of decode in the mean time per output token, likewise.
};

/// Something that costs time, with what removing it would buy.
struct Finding {
  std::string what;                 ///< One sentence with its figures.
  std::string evidence;             ///< What it follows from.
  std::string suggestion;           ///< What to try.
  StepKind kind = StepKind::other;  ///< The phase; other: the whole capture.
  /// At most so much of the phase's time would be saved if the cost went to nothing (Amdahl). Absent for
  /// what makes figures uncertain and costs no time.
  std::optional<std::int64_t> gain_ns;
  std::optional<double> gain_share;  ///< gain_ns of the phase's time, 0..1.
};

/// Which model the figures are of.
struct ModelSummary {
  std::string name;     ///< Empty if its file does not say.
  std::string variant;  ///< `llama`, or what a model.yaml says.
  Figure parameters;
  Figure active_parameters;  ///< Of one token.
  std::string dtype;         ///< `bf16`; empty if unknown.
  std::uint64_t devices = 1;
};

/// What an engineer asks of a capture.
struct Answers {
  static constexpr char const* schema = "llmprof.answers/1";

  std::string source;
  std::optional<ModelSummary> model;        ///< Absent where none was given.
  std::vector<PhaseAnswer> phases;          ///< Prefill, decode, mixed: those that there are.
  std::vector<RequestComparison> requests;  ///< Empty without request metrics.
  std::vector<Finding> findings;            ///< Most to gain first; then those about the capture.
  std::vector<KernelRoofline> kernels;      ///< Measured ones, most time on the timeline first; 20 at most.
  std::string roofs;                        ///< What the peaks of the rooflines rest on; empty without one.
  std::vector<ClassShare> classes;          ///< Of all kernels, most time first.
  std::optional<double> unclassified;       ///< Share of all kernel time whose class is not known.
  Diagnostics diagnostics;                  ///< What had to be assumed.

  /// Null if there is none.
  [[nodiscard]] PhaseAnswer const* find(StepKind kind) const noexcept;
};

struct AnswerOptions {
  ModelSpec const* model = nullptr;          ///< Not owned; null: no MFU and MBU.
  RequestMetrics const* requests = nullptr;  ///< What clients measured of the same workload. Not owned.
  Ceilings const* ceilings = nullptr;        ///< Not owned; used for the device that they are of.
  KernelClassifier classifier = KernelClassifier::built_in();
};

/// Prefill, decode and mixed steps of a profile: their times in steady state, what the GPUs did meanwhile,
/// and what keeps them from being faster.
///
/// Which ranges are steps is in the profile (PhaseProfile::step). Ranges inside others of their kind are the
/// steps of these where they repeat in them and hold most of their work: `decode_step` in `decode_all`, but
/// not `decode_attention` in `decode_step`. What is inside ranges named warm-up is left out if there is
/// anything else.
[[nodiscard]] Answers answer(Profile const& profile, AnswerOptions const& options = {});

}  // namespace v0
}  // namespace llmprof
