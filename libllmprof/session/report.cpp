// SPDX-License-Identifier: MIT
#include "llmprof/session/report.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "libllmprof/support/atomic_file.hpp"
#include "llmprof/artifacts/environment.hpp"
#include "llmprof/artifacts/manifest.hpp"
#include "llmprof/artifacts/masking.hpp"
#include "llmprof/error.hpp"
#include "llmprof/report/answers.hpp"
#include "llmprof/report/json.hpp"
#include "llmprof/report/kernels_markdown.hpp"
#include "llmprof/report/operators_markdown.hpp"
#include "llmprof/report/profile_json.hpp"
#include "llmprof/report/report_markdown.hpp"
#include "llmprof/report/stakeholder_summary.hpp"
#include "llmprof/session/regions.hpp"

namespace llmprof::inline v0 {
namespace {

/// A secret may stand in the name of a file, and the name goes into every report.
void mask(Diagnostics& diagnostics) {
  for (Diagnostic& diagnostic : diagnostics) {
    diagnostic.source = mask_text(diagnostic.source);
    diagnostic.text = mask_text(diagnostic.text);
  }
}

Answers without_secrets(Answers answers) {
  if (answers.model) answers.model->name = mask_text(answers.model->name);
  mask(answers.diagnostics);
  return answers;
}

LoadedInputs without_secrets(LoadedInputs inputs) {
  inputs.profile.source = mask_text(inputs.profile.source);
  mask(inputs.profile.diagnostics);
  for (Metrics& metrics : inputs.metrics) {
    metrics.source = mask_text(metrics.source);
    mask(metrics.diagnostics);
  }
  return inputs;
}

/// Absent where nobody asked for regions and there are none.
std::optional<RegionReport> regions_of(LoadedInputs const& inputs, RegionOptions const& options) {
  bool const asked = !options.selection.include.empty() || !options.selection.exclude.empty();
  if (inputs.metrics.empty()) {
    if (!asked) return std::nullopt;
    throw NoData(
        inputs.profile.source +
        ": no regions in it; they come from Nsight Compute: ncu --nvtx --import REPORT.ncu-rep --csv "
        "--page raw");
  }
  try {
    return assemble_regions(joined(inputs.metrics), options);
  } catch (NoData const&) {
    if (asked) throw;
    return std::nullopt;
  }
}

/// Range replay measures ranges without telling their kernels.
bool has_measured_ranges(LoadedInputs const& inputs) {
  return std::any_of(inputs.metrics.begin(), inputs.metrics.end(), [](Metrics const& metrics) {
    return std::any_of(metrics.launches.begin(), metrics.launches.end(), [](MeasuredLaunch const& launch) {
      return launch.kind == MeasuredKind::range && !(launch.path.empty() && launch.start_end.empty());
    });
  });
}

class ReportWriter {
 public:
  ReportWriter(LoadedInputs const& inputs, ReportContext const& context)
      : inputs_(without_secrets(inputs)),
        context_(context),
        answers_(find_answers()),
        regions_(find_regions()),
        run_(context.run ? *context.run : Artifacts::create(context.out)) {
    facts_.producers = context.producers;
    facts_.partial = context.partial;
  }

  Artifacts write() {
    EnvironmentSources sources;
    sources.variables = context_.variables;
    sources.devices = inputs_.profile.devices;
    Environment const environment = collect_environment(sources);

    attempt("env.json", [&](auto const& path) { write_env_json(environment, path); });
    attempt("config.yaml", [&](auto const& path) { write_config_yaml(context_.config, path); });
    attempt("inputs.yaml", [&](auto const& path) { write_inputs_yaml(described_inputs(), path); });
    attempt("profile.json", [&](auto const& path) { write_profile_json(inputs_.profile, path); });
    if (no_answers_.empty()) {
      attempt("answers.json", [&](auto const& path) { write_answers_json(answers_, path); });
    } else {
      facts_.missing.push_back({"answers.json", no_answers_});
    }
    if (!inputs_.metrics.empty()) attempt("ncu/metrics.json", [&](auto const& path) { write_metrics(path); });
    if (regions_) {
      attempt(regions, [&](auto const&) { write_regions(run_, *regions_); });
    } else if (!no_regions_.empty()) {
      facts_.missing.push_back({regions, no_regions_});
    }
    attempt("kernels.md", [&](auto const& path) { write_kernel_markdown(inputs_.profile, path); });
    attempt("operators.md", [&](auto const& path) { write_operators_markdown(inputs_.profile, path); });
    attempt("report.md", [&](auto const& path) { write_report_markdown(inputs_.profile, path, &answers_); });
    attempt("stakeholder_summary.md", [&](auto const& path) {
      write_stakeholder_summary(inputs_.profile, path, {.environment = &environment, .answers = &answers_});
    });
    facts_.argv = context_.argv;
    write_manifest(run_, take_stock(run_, facts_));
    return run_;
  }

 private:
  /// One artifact that fails must not cost the others: the manifest says what is missing and why.
  void attempt(std::string const& name, std::function<void(std::filesystem::path const&)> const& write_to) {
    try {
      write_to(run_.path(name));
      facts_.producers[name] = std::string("llmprof ") + LLMPROF_VERSION;
    } catch (Error const& error) {
      facts_.missing.push_back({name, mask_text(error.what())});
    }
  }

  [[nodiscard]] std::vector<InputFile> described_inputs() const {
    std::vector<InputFile> files;
    for (LoadedFile const& file : context_.interpretation.files)
      files.push_back(describe_input(file.path, file.kind));
    for (LoadedFile const& file : inputs_.files) files.push_back(describe_input(file.path, file.kind));
    return files;
  }

  void write_metrics(std::filesystem::path const& path) const {
    write_file_atomically(path, metrics_json(joined(inputs_.metrics)));
  }

  /// Figures that do not fit must not cost the other artifacts.
  Answers find_answers() {
    try {
      return without_secrets(context_.interpretation.answers(inputs_.profile));
    } catch (Error const& error) {
      no_answers_ = mask_text(error.what());
      return {};
    }
  }

  /// Before the run folder is made: what was selected may not be there.
  std::optional<RegionReport> find_regions() {
    try {
      return regions_of(inputs_, context_.regions);
    } catch (ParseError const& error) {  // figures that do not fit must not cost the other artifacts
      no_regions_ = mask_text(error.what());
      return std::nullopt;
    }
  }

  static constexpr char const* regions = "ncu/regions";

  LoadedInputs const inputs_;
  ReportContext const& context_;
  std::string no_answers_;
  Answers const answers_;
  std::string no_regions_;
  std::optional<RegionReport> regions_;
  Artifacts run_;
  RunFacts facts_;
};

}  // namespace

Artifacts write_report(LoadedInputs const& inputs, ReportContext const& context) {
  Profile const& profile = inputs.profile;
  if (profile.total.calls.value_or(0) == 0 && profile.phases.empty() && profile.hidden_graphs.launches == 0 &&
      !has_measured_ranges(inputs)) {
    throw NoData(why_no_kernels(profile));
  }
  return ReportWriter(inputs, context).write();
}

std::string why_no_kernels(Profile const& profile) {
  if (!profile.total.calls) {
    return profile.source +
           ": no table in it has the kernels of the capture; add that of `nsys stats --report "
           "cuda_gpu_kern_sum`" +
           (profile.phases.empty() ? "" : ", or name a range with --phase");
  }
  std::string why = profile.source + ": no CUDA kernels in it";
  for (Diagnostic const& diagnostic : profile.diagnostics) {
    bool const telling = diagnostic.text.find("kernel") != std::string::npos ||
                         diagnostic.text.find("CUDA") != std::string::npos;
    if (telling) why += "; " + diagnostic.text;
  }
  return why;
}

}  // namespace llmprof::inline v0
