// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <sstream>
#include <utility>

#include "cli.hpp"
#include "llmprof/artifacts/masking.hpp"
#include "llmprof/artifacts/pack.hpp"
#include "llmprof/artifacts/runs.hpp"
#include "llmprof/command/presets.hpp"
#include "llmprof/error.hpp"
#include "llmprof/report/answers.hpp"
#include "llmprof/report/ceilings_json.hpp"
#include "llmprof/report/non_finite.hpp"
#include "llmprof/report/schemas.hpp"
#include "llmprof/report/tables.hpp"
#include "llmprof/session/doctor.hpp"
#include "llmprof/session/inputs.hpp"
#include "llmprof/session/measure_ceilings.hpp"
#include "llmprof/session/report.hpp"
#include "llmprof/session/run.hpp"
#include "llmprof/session/run_settings.hpp"

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace llmprof::cli {
namespace {

constexpr std::size_t no_limit = std::size_t{1} << 32;

WantedMetrics const all_metrics;
WantedMetrics const no_metrics{std::in_place};

LoadedInputs load(Inputs const& inputs, AnalyzeOptions const& options, WantedMetrics const& metrics,
                  Terminal& terminal) {
  std::vector<std::filesystem::path> const paths(inputs.names.begin(), inputs.names.end());
  LoadedInputs loaded = load_inputs(
      paths, options, {.progress = terminal.progress("reading"), .metrics = metrics}, inputs.tools);
  terminal.end_progress();
  return loaded;
}

FormatOptions format_options(Format format) { return {.format = format, .width = terminal_width()}; }

/// JSON carries its diagnostics; beside anything else they go to the terminal.
void show_beside(Format format, Diagnostics const& diagnostics, Terminal& terminal) {
  if (format != Format::json) terminal.show(diagnostics);
}

/// A label as written, or the same text as a plain name: `aten::mm@3` may be either.
std::vector<PhaseProfile const*> find_phases(Profile const& profile, std::string const& text) {
  auto const phases = profile.find_all(parse_path(text));
  return phases.empty() ? profile.find_all({Label{"", text}}) : phases;
}

InvalidArgument no_such_phase(Profile const& profile, std::string const& text) {
  constexpr std::size_t most = 10;
  std::string known;
  for (std::size_t i = 0; i < std::min(most, profile.phases.size()); ++i) {
    known += (i == 0 ? "" : ", ") + to_string(profile.phases[i].path);
  }
  if (profile.phases.size() > most) known += ", ...";
  return InvalidArgument(profile.source + ": no phase '" + text + "'; it has " +
                         (known.empty() ? "none" : known));
}

KernelTable kernel_table(Profile const& profile, std::string const& phase) {
  KernelTable table;
  table.source = profile.source;
  table.diagnostics = profile.diagnostics;
  if (phase.empty()) {
    table.kernels = to_records(profile, profile.kernels);
  } else {
    auto const found = find_phases(profile, phase);
    if (found.empty()) throw no_such_phase(profile, phase);
    table.kernels = to_records(profile, merged(found).kernels);
    if (found.size() > 1) {
      table.diagnostics.push_back(
          {Severity::note,
           std::to_string(found.size()) + " phases end in '" + phase +
               "'; their kernels are put together, medians of those in several are at "
               "most 1 % off",
           profile.source,
           {}});
    }
    if (table.kernels.empty()) {
      throw NoData(profile.source + ": phase '" + phase +
                   (profile.has_timeline ? "' has no kernels"
                                         : "': no table tells its kernels; add that of `nsys stats --report "
                                           "nvtx_kern_sum`"));
    }
  }
  finish(table);
  return table;
}

std::map<std::string, std::string> environment_variables() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string const text = *entry;
    auto const equals = text.find('=');
    if (equals != std::string::npos) variables[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return variables;
}

void say_comparison(Profile const& profile, Terminal& terminal) {
  std::string const text = profile.collection ? comparison_text(*profile.collection) : std::string();
  if (!text.empty()) terminal.say("llmprof: " + text);
}

void say_lines(std::string const& text, Terminal& terminal) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) terminal.say(line);
}

/// What a run is made for, at the end, where people look.
void say_answers(Profile const& profile, Interpretation const& interpretation, Terminal& terminal) {
  try {
    std::string const text = format_answers(interpretation.answers(profile), format_options(Format::table));
    if (text.empty()) return;
    terminal.say("");
    say_lines(text, terminal);
  } catch (Error const& error) {
    terminal.show({{Severity::warning, std::string("no answers: ") + error.what(), profile.source, {}}});
  }
}

}  // namespace

int print_kernels(Inputs const& inputs, KernelsOptions const& options, Format format, std::ostream& out,
                  Terminal& terminal) {
  AnalyzeOptions const analysis{
      .max_phases = no_limit, .max_kernels = no_limit, .max_rows = 0, .timeline_bins = 0, .max_shapes = 0};
  LoadedInputs const loaded = load(inputs, analysis, no_metrics, terminal);
  bool const has_kernels = loaded.profile.total.calls.value_or(0) > 0;
  // Tables of ranges may have kernels by range and not altogether.
  bool const are_by_range = !loaded.profile.total.calls && !options.phase.empty();
  if (!has_kernels && !are_by_range) throw NoData(why_no_kernels(loaded.profile));
  if (loaded.profile.kernels.empty() && !are_by_range) {
    throw NoData(loaded.profile.source +
                 ": it tells phases, but not their kernels; give the capture, or its profile.json");
  }
  KernelTable table = kernel_table(loaded.profile, options.phase);
  if (options.top > 0 && table.kernels.size() > options.top) table.kernels.resize(options.top);
  out << format_kernels(table, format_options(format));
  show_beside(format, table.diagnostics, terminal);
  show_beside(format, non_finite(table.kernels), terminal);
  return done;
}

int print_phases(Inputs const& inputs, PhasesOptions const& options, Format format, std::ostream& out,
                 Terminal& terminal) {
  AnalyzeOptions const analysis{
      .max_phases = no_limit, .max_rows = 0, .timeline_bins = 0, .max_shapes = 0, .kernels = false};
  LoadedInputs const loaded = load(inputs, analysis, no_metrics, terminal);
  Profile const& profile = loaded.profile;
  // A list of phases that is empty knows what is outside them; tables do not.
  if (!profile.has_timeline && profile.phases.empty() && !profile.outside.calls) {
    throw NoData(
        profile.source +
        ": a table without a timeline has no phases; give the nsys SQLite export or the PyTorch trace, or "
        "tables of ranges: `nsys stats --report nvtx_sum,nvtx_kern_sum,nvtx_gpu_proj_sum`");
  }
  if (!profile.has_timeline && options.by != By::none) {
    throw NoData(profile.source + ": tables do not tell phases by " + std::string(to_string(options.by)) +
                 "; give the nsys SQLite export");
  }
  bool const has_gpu_work = profile.total.calls.value_or(0) > 0 || profile.hidden_graphs.launches > 0;
  if (profile.phases.empty() && !has_gpu_work) {
    throw NoData(why_no_kernels(profile) + "; and it has no ranges");
  }
  out << format_phases(profile, options.by, format_options(format));
  show_beside(format, profile.diagnostics, terminal);
  show_beside(format, non_finite(profile), terminal);
  return done;
}

int print_metrics(Inputs const& inputs, MetricsOptions const& options, Format format, std::ostream& out,
                  Terminal& terminal) {
  LoadedInputs loaded = load(inputs, {.max_rows = 0, .timeline_bins = 0, .max_shapes = 0, .kernels = false},
                             options.names.empty() ? all_metrics : WantedMetrics(options.names), terminal);
  if (loaded.metrics.empty()) {
    throw NoData(
        loaded.profile.source +
        ": no metrics in it; they come from Nsight Compute: ncu --import REPORT.ncu-rep --csv --page raw");
  }
  Metrics const metrics = joined(std::move(loaded.metrics));
  out << format_metrics(metrics, options.names, format_options(format));
  show_beside(format, metrics.diagnostics, terminal);
  terminal.show(unmatched_metrics(metrics, options.names));
  return done;
}

namespace {

void show_missing(Manifest const& manifest, Terminal& terminal) {
  for (MissingArtifact const& missing : manifest.missing) {
    terminal.show({{Severity::warning, missing.path + " is missing: " + missing.reason, {}, {}}});
  }
}

}  // namespace

int make_report(Inputs const& inputs, ReportOptions const& options, std::ostream& out, Terminal& terminal) {
  ReportContext context;
  context.interpretation = read_interpretation(options.files);
  AnalyzeOptions analysis;
  analysis.rules = context.interpretation.phases;
  analysis.classifier = context.interpretation.kernels;
  LoadedInputs const loaded = load(inputs, analysis, all_metrics, terminal);
  context.out = options.out;
  context.argv = {"llmprof"};
  context.argv.insert(context.argv.end(), options.command_line.begin(), options.command_line.end());
  context.config = {{"command", "report"}, {"inputs", inputs.names}, {"out", options.out}};
  auto const record = [&](char const* key, std::string const& file) {
    if (!file.empty()) context.config[key] = file;
  };
  record("model", options.files.model);
  record("phase_rules", options.files.phase_rules);
  record("kernel_rules", options.files.kernel_rules);
  record("requests", options.files.requests);
  record("ceilings", options.files.ceilings);
  if (!options.regions.empty()) context.config["region"] = options.regions;
  if (!options.excluded.empty()) context.config["exclude"] = options.excluded;
  context.regions.selection = {options.regions, options.excluded};
  context.variables = environment_variables();
  Artifacts const run = write_report(loaded, context);
  say_answers(loaded.profile, context.interpretation, terminal);
  terminal.show(loaded.profile.diagnostics);
  out << run.root().string() << '\n';
  Manifest const manifest = describe_run(run.root()).manifest;
  show_missing(manifest, terminal);
  return manifest.complete ? done : failed;
}

int run_program(RunOptions const& options, std::ostream& out, Terminal& terminal) {
  RunRequest request = request_from(resolved(options), options.argv, environment_variables());
  if (options.dry_run) {
    out << describe_plan(request);
    return done;
  }
  request.say = [&terminal](std::string const& text) { say_lines(text, terminal); };
  RunOutcome outcome;
  try {
    outcome = run_workload_collected(request);
  } catch (InvalidArgument const&) {
    throw;
  } catch (Error const& error) {
    terminal.show({{Severity::error, error.what(), {}, {}}});
    return RunStatus::not_profiled;
  }
  if (outcome.profile) {
    say_lines(format_phases(*outcome.profile, By::none, format_options(Format::table)), terminal);
    say_answers(*outcome.profile, request.interpretation, terminal);
    terminal.show(outcome.profile->diagnostics);
  } else {
    terminal.show(outcome.diagnostics);
  }
  if (outcome.run) {
    if (outcome.profile) show_missing(describe_run(outcome.run->root()).manifest, terminal);
    terminal.say("run folder: " + outcome.run->root().string());
  }
  if (outcome.profile) say_comparison(*outcome.profile, terminal);
  if (!outcome.failure.empty()) terminal.show({{Severity::error, outcome.failure, {}, {}}});
  return outcome.status;
}

int print_presets(PresetsOptions const& options, std::ostream& out) {
  if (!options.name.empty()) {
    out << find_preset(options.name).yaml;
    return done;
  }
  constexpr std::size_t column = 14;
  for (Preset const& preset : presets()) {
    std::size_t const gap = preset.name.size() < column ? column - preset.name.size() : 1;
    out << preset.name << std::string(gap, ' ') << preset.what << '\n';
  }
  return done;
}

int print_schema(std::string const& name, std::ostream& out) {
  if (name.empty()) {
    for (std::string_view const known : schema_names()) out << known << '\n';
    return done;
  }
  auto const text = schema_text(name);
  if (!text) throw InvalidArgument("there is no schema '" + name + "'; `llmprof schema` lists them");
  out << *text;
  return done;
}

int print_runs(RunsOptions const& options, Format format, std::ostream& out, Terminal&) {
  out << format_runs(list_runs(options.folder), format_options(format));
  return done;
}

namespace {

/// This program again, as one that launches a kernel.
std::vector<std::string> probe_program() {
  return {std::filesystem::read_symlink("/proc/self/exe").string(), "doctor", "--probe-kernel"};
}

/// What was measured, after `checks` has what there is to say of it.
std::optional<Ceilings> measure(DoctorOptions const& options, Checks& checks) {
  MeasureRequest request;
  request.cublas = options.cublas;
  Measurement measured = measure_ceilings(request);
  checks.insert(checks.end(), measured.checks.begin(), measured.checks.end());
  return std::move(measured.ceilings);
}

/// @return false if there is nothing to save
bool save(std::optional<Ceilings> const& ceilings, std::string const& path, Terminal& terminal) {
  if (ceilings) {
    write_ceilings(*ceilings, path);
    return true;
  }
  terminal.show({{Severity::error, path + " was not written: nothing was measured", {}, {}}});
  return false;
}

}  // namespace

int print_doctor(DoctorOptions const& options, Format format, std::ostream& out, Terminal& terminal) {
  if (options.probe_kernel) {
    std::string const why_not = launch_probe_kernel();
    if (!why_not.empty()) terminal.show({{Severity::error, "no kernel was launched: " + why_not, {}, {}}});
    return why_not.empty() ? done : failed;
  }
  DoctorRequest request;
  request.variables = environment_variables();
  request.tools = options.tools;
  request.out = options.out;
  if (options.probe) request.probe = probe_program();
  Checks checks = examine(request);
  std::optional<Ceilings> const ceilings = options.measure ? measure(options, checks) : std::nullopt;
  out << format_checks(checks, format_options(format));
  bool const is_saved = options.save.empty() || save(ceilings, options.save, terminal);
  return has_problem(checks) || !is_saved ? failed : done;
}

int print_artifacts(RunsOptions const& options, Format format, std::ostream& out, Terminal& terminal) {
  if (options.pack.empty()) {
    RunDescription const run = describe_run(options.run);
    out << format_artifacts(run, format_options(format));
    show_beside(format, run.diagnostics, terminal);
    return done;
  }
  PackResult const packed = pack(Artifacts::from_root(options.run), options.pack);
  for (LeftOut const& file : packed.left_out)
    terminal.say("left out: " + file.path + " (" + file.reason + ")");
  out << options.pack << '\n';
  return done;
}

}  // namespace llmprof::cli
