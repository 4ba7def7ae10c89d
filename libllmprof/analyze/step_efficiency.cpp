// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/step_efficiency.hpp"

#include <algorithm>
#include <cmath>

#include "llmprof/analyze/model_costs.hpp"

namespace llmprof::inline v0 {
namespace {

Efficiency absent(std::string why) {
  Efficiency efficiency;
  efficiency.reason = std::move(why);
  return efficiency;
}

StepGroup const* group_of(std::vector<StepGroup> const& groups, StepKind kind) {
  auto const found =
      std::find_if(groups.begin(), groups.end(), [&](StepGroup const& group) { return group.kind == kind; });
  return found == groups.end() ? nullptr : &*found;
}

/// What prefill and decode tell about each other: how many sequences a prompt was for, how long they are.
struct Sequences {
  double in_batch = 1;                 ///< Of a decode step.
  std::optional<double> prompt;        ///< Tokens of one of them.
  std::optional<double> steps_of_one;  ///< Decode steps behind one prefill.
};

Sequences sequences_of(std::vector<StepGroup> const& groups) {
  Sequences known;
  StepGroup const* const prefill = group_of(groups, StepKind::prefill);
  StepGroup const* const decode = group_of(groups, StepKind::decode);
  if (decode != nullptr) {
    StepStatistics const& steps = decode->statistics;
    if (steps.tokens && steps.count > 0 && *steps.tokens > 0)
      known.in_batch = static_cast<double>(*steps.tokens) / static_cast<double>(steps.count);
    // Only where there is a range around the steps is it known which belong together.
    if (decode->steps != decode->whole) {
      known.steps_of_one =
          static_cast<double>(ranges_of(decode->steps)) / static_cast<double>(ranges_of(decode->whole));
    }
  }
  if (prefill == nullptr) return known;
  StepStatistics const& prompts = prefill->statistics;
  if (!prompts.tokens || prompts.count == 0 || *prompts.tokens <= 0) return known;
  double const tokens = static_cast<double>(*prompts.tokens) / static_cast<double>(prompts.count);
  // One prefill of the whole batch, where each loop of decode has one in front. Else prompts may be chunked,
  // or come one by one: how long the sequences are is not known.
  bool const is_of_batch = decode != nullptr && ranges_of(prefill->steps) == ranges_of(decode->whole);
  if (is_of_batch && tokens >= known.in_batch) known.prompt = tokens / known.in_batch;
  return known;
}

struct Costs {
  StepCosts costs;
  std::string note;  ///< What they leave out.
};

Costs costs_of_prefill(PhaseAnswer const& answer, Sequences const& known, ModelSpec const& model) {
  double const tokens = static_cast<double>(*answer.steps.tokens) / static_cast<double>(answer.steps.count);
  PrefillShape shape;
  double const sequences = known.prompt ? std::max(1.0, std::round(tokens / *known.prompt)) : 1;
  shape.sequences = static_cast<std::uint64_t>(sequences);
  shape.tokens = static_cast<std::uint64_t>(std::llround(tokens / sequences));
  return {prefill_costs(model, shape),
          known.prompt ? "" : "a prefill is taken for one sequence that nothing precedes"};
}

Costs costs_of_decode(PhaseAnswer& answer, Sequences const& known, ModelSpec const& model) {
  DecodeShape shape;
  shape.sequences = *answer.batch;
  if (known.prompt && known.steps_of_one) answer.context = *known.prompt + (*known.steps_of_one + 1) / 2;
  shape.context = answer.context.value_or(0);
  std::string note;
  if (!answer.context) {
    note =
        "the length of the sequences is not known (tokens of prefill, a range around the decode steps): "
        "attention and the KV cache are left out";
  }
  return {decode_costs(model, shape), note};
}

std::string why_no_costs(PhaseAnswer const& answer, ModelSpec const* model) {
  if (model == nullptr) return "no model is given; add --model config.json";
  if (answer.steps.count == 0) return "the input has no times of single steps";
  if (answer.kind == StepKind::mixed) return "a mixed step does not tell how long its sequences are";
  bool const has_tokens =
      answer.kind == StepKind::decode ? answer.batch.has_value() : answer.steps.tokens.value_or(0) > 0;
  if (!has_tokens) return "the number of tokens is not known; give it as payload of the range, or as a mark";
  return {};
}

void add_note(Efficiency& efficiency, std::string const& note) {
  if (note.empty() || !efficiency.value) return;
  efficiency.reason += (efficiency.reason.empty() ? "" : "; ") + note;
}

/// What the steps of a process take of each of their devices: those that share one are done sooner, together.
std::int64_t time_of_step(PhaseAnswer const& answer) {
  StepStatistics const& steps = answer.steps;
  double time = steps.mean_ns;
  if (answer.side_by_side && answer.devices_of_step > 0) {
    double const sharing = *answer.side_by_side * static_cast<double>(answer.devices_of_step) /
                           static_cast<double>(std::max(answer.devices_of_process, answer.devices_of_step));
    time /= std::max(1.0, sharing);
  }
  return static_cast<std::int64_t>(std::llround(time));
}

}  // namespace

Device const* busiest_device(Profile const& profile, PhaseProfile const& phase) {
  auto const busiest = std::max_element(
      phase.by_device.begin(), phase.by_device.end(),
      [](DeviceShare const& a, DeviceShare const& b) { return a.gpu_busy_ns < b.gpu_busy_ns; });
  return busiest == phase.by_device.end() ? nullptr : &profile.devices[busiest->device];
}

GpuSpec spec_of(Device const& device, Ceilings const* ceilings) {
  GpuSpec gpu = gpu_spec(device);
  if (ceilings != nullptr && are_ceilings_of(*ceilings, device)) apply_ceilings(*ceilings, gpu);
  return gpu;
}

bool may_share_the_model(PhaseAnswer const& answer, ModelSpec const* model) {
  return model != nullptr && answer.processes > 1 && model->devices() == 1;
}

void fill_efficiency(PhaseAnswer& answer, EfficiencyInputs const& inputs) {
  if (std::string why = why_no_costs(answer, inputs.model); !why.empty()) {
    answer.mfu = answer.mbu = absent(std::move(why));
    return;
  }
  Sequences const known = sequences_of(inputs.groups);
  Costs const costs = answer.kind == StepKind::decode ? costs_of_decode(answer, known, *inputs.model)
                                                      : costs_of_prefill(answer, known, *inputs.model);
  Device const* const device = busiest_device(inputs.profile, inputs.whole);
  if (device == nullptr) {
    answer.mfu = answer.mbu = absent("the input does not say which GPU did the work");
    return;
  }
  GpuSpec const gpu = spec_of(*device, inputs.ceilings);
  std::int64_t const step_ns = time_of_step(answer);
  std::uint64_t const devices = std::max(inputs.model->devices(), answer.devices_of_step);
  auto const type = inputs.model->compute_type();
  answer.mfu = type ? mfu(costs.costs.flops, step_ns, peak_flops(gpu, *type), devices)
                    : absent("the model does not say its dtype");
  answer.mbu = mbu(costs.costs.bytes(), step_ns, peak_bandwidth(gpu), devices);
  std::string note = costs.note;
  if (may_share_the_model(answer, inputs.model)) {
    note += (note.empty() ? "" : "; ") + std::to_string(answer.processes) +
            " processes are taken for copies of the model; where they share it, say so in a model.yaml "
            "(tensor_parallel)";
  }
  add_note(answer.mfu, note);
  add_note(answer.mbu, note);
}

}  // namespace llmprof::inline v0
