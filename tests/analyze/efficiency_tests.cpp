// SPDX-License-Identifier: MIT
#include "llmprof/analyze/efficiency.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "llmprof/analyze/model_costs.hpp"
#include "llmprof/parse/model_spec.hpp"

using namespace llmprof;
using Catch::Matchers::WithinRel;

namespace {

Peak peak(double value) {
  Peak result;
  result.value = value;
  return result;
}

Peak rtx_5090() {
  Device device;
  device.compute_major = 12;
  device.compute_minor = 0;
  device.sm_count = 170;
  device.clock_hz = 2'407'000'000;
  device.memory_bandwidth = 1'792'000'000'000;
  return peak_flops(gpu_spec(device), DataType::bf16);
}

/// The dense decoder that the published figures took the model for: 12 layers of 1280, MLP of 6848.
ModelSpec dense() {
  return read_model_yaml(
      "layers: 12\nhidden: 1280\nheads: 10\nintermediate: 6848\nvocab: 129280\ndtype: bf16\n", "dense.yaml");
}

}  // namespace

TEST_CASE("Known runs have the MFU of the right formulas", "[efficiency]") {
  // 913 tokens of prompt, 64 steps with a mean context of 945, on 209.5 TFLOP/s. By hand, per layer: 8 d^2 +
  // 6 d dff = 65,699,840 for a token, 4 d for a pair. (The published 0.021011 and 0.000211 counted 2 d^2 + 4
  // d dff, 2 d, and no lm_head.)
  double const prefill = 12 * (65'699'840.0 * 913 + 5120.0 * 913 * 914 / 2) + 2.0 * 1280 * 129280;
  double const step = 12 * (65'699'840.0 + 5120.0 * 945) + 2.0 * 1280 * 129280;
  CHECK(*prefill_costs(dense(), {.tokens = 913}).flops == prefill);
  CHECK(*decode_costs(dense(), {.context = 945}).flops == step);

  auto const& [prefill_us, decode_us, prefill_mfu, decode_mfu] =
      GENERATE(table<std::int64_t, std::int64_t, double, double>({
          {98'336, 707'379, 0.0362, 0.000508},
          {93'869, 814'783, 0.0379, 0.000441},
          {245'844, 628'640, 0.0145, 0.000572},
          {240'722, 632'276, 0.0148, 0.000568},
          {246'666, 635'403, 0.0144, 0.000565},
      }));
  CAPTURE(prefill_us);
  auto const of_prefill = mfu(prefill, prefill_us * 1000, rtx_5090());
  CHECK_THAT(*of_prefill.value, WithinRel(prefill_mfu, 0.005));
  CHECK(of_prefill.peak.clock == ClockKind::rated);
  CHECK_THAT(*of_prefill.denominator, WithinRel(209.5e12, 1e-3));
  CHECK_THAT(*mfu(64 * step, decode_us * 1000, rtx_5090()).value, WithinRel(decode_mfu, 0.005));
}

TEST_CASE("Work, time and devices make the share", "[efficiency]") {
  auto const share = mbu(1.4e9, 1'000'000, peak(2e12), 2);
  CHECK_THAT(*share.value, WithinRel(0.35, 1e-12));
  CHECK_THAT(*share.achieved, WithinRel(1.4e12, 1e-12));
  CHECK(share.denominator == 4e12);
  CHECK(share.reason.empty());
}

TEST_CASE("The MBU of Databricks' example is one half", "[efficiency]") {
  // 7B parameters in 16 bits, 14 ms for each token, 2 TB/s
  auto const spec = read_model_yaml("parameters: 7B\ndtype: fp16\n", "m.yaml");
  CHECK_THAT(*mbu(decode_costs(spec, {}).weight_bytes, 14'000'000, peak(2e12)).value, WithinRel(0.5, 1e-12));
}

TEST_CASE("What is unknown is absent with the reason, what cannot be is marked", "[efficiency]") {
  CHECK(mfu(Figure::absent("no model"), 1000, peak(1e12)).reason == "no model");
  CHECK(mfu(1e9, std::nullopt, peak(1e12)).reason == "the time of the step is not known");
  CHECK(mfu(1e9, 0, peak(1e12)).reason == "the step took no time");
  CHECK(mfu(1e9, -5, peak(1e12)).reason == "the step took no time");
  CHECK(mfu(1e9, 1000, Peak{}).reason == "the peak of the GPU is not known");
  CHECK(mfu(1e9, 1000, peak(0)).reason == "the peak of the GPU is zero");
  CHECK(mfu(1e9, 1000, peak(1e12), 0).reason == "no GPU did the work");
  auto const absent = mbu(1e9, 1000, Peak{});
  CHECK(!absent.value);
  CHECK(!absent.denominator);
  CHECK_THAT(*absent.achieved, WithinRel(1e15, 1e-12));

  auto const too_much = mfu(2e9, 1'000'000, peak(1e12));
  CHECK_THAT(*too_much.value, WithinRel(2.0, 1e-12));
  CHECK(too_much.reason.find("above the peak") == 0);
  CHECK(mbu(2e9, 1'000'000, peak(1e12)).reason.find("above the memory bandwidth") == 0);
}
