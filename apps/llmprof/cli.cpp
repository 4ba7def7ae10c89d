// SPDX-License-Identifier: MIT
#include "cli.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <ostream>

#include "commands.hpp"
#include "llmprof/error.hpp"
#include "terminal.hpp"
#include "tool_commands.hpp"

namespace llmprof::cli {
namespace {

/// What CLI11 fills in, for every command.
struct Options {
  bool quiet = false;
  bool no_color = false;
  Inputs inputs;
  Format format = Format::table;
  KernelsOptions kernels;
  PhasesOptions phases;
  MetricsOptions metrics;
  ReportOptions report;
  RunsOptions runs;
  RunOptions run;
  PresetsOptions presets;
  std::string schema;
  NsysCommandOptions nsys;
  NcuCommandOptions ncu;
  DoctorOptions doctor;
};

std::map<std::string, Format> const formats{
    {"table", Format::table}, {"md", Format::md}, {"csv", Format::csv}, {"json", Format::json}};
std::map<std::string, By> const splits{{"process", By::process}, {"device", By::device}, {"rank", By::rank}};

void add_inputs(CLI::App& command, Options& options) {
  command
      .add_option("INPUT", options.inputs.names,
                  "Run folder, folder of spools, nsys SQLite export, report of nsys (.nsys-rep, .qdrep) or "
                  "of ncu (.ncu-rep), "
                  "PyTorch trace (.json, .json.gz), tables of nsys stats, CSV or JSON of ncu, profile.json, "
                  "JSON of kernels or phases, or - for standard input")
      ->required();
  command.add_option("--nsys", options.inputs.tools.nsys, "The nsys that exports reports")
      ->option_text("PATH");
  command.add_option("--ncu", options.inputs.tools.ncu, "The ncu that exports reports")->option_text("PATH");
}

void add_format(CLI::App& command, Options& options) {
  std::function<void(std::string const&)> const choose = [&options](std::string const& name) {
    options.format = formats.at(name);
  };
  command.add_option_function("--format", choose, "How to print it")
      ->check(CLI::IsMember(formats))
      ->option_text("table|md|csv|json");
}

/// A number of rows.
std::size_t count_from(std::string const& option, std::string const& text) {
  constexpr std::size_t most = 1'000'000'000;
  std::size_t count = 0;
  char const* const end = text.data() + text.size();
  auto const [rest, error] = std::from_chars(text.data(), end, count);
  if (error == std::errc() && rest == end && count >= 1 && count <= most) return count;
  throw CLI::ValidationError(option,
                             '\'' + text + "' is not a whole number from 1 to " + std::to_string(most));
}

/// `['a', 'b,c']`, as a setting takes it.
std::string yaml_list(std::vector<std::string> const& values) {
  std::string list = "[";
  for (std::string const& value : values) {
    list += list.size() > 1 ? ", '" : "'";
    for (char const c : value) list += c == '\'' ? std::string("''") : std::string(1, c);
    list += '\'';
  }
  return list + ']';
}

/// One command: what it takes, and what runs it.
class CommandLine {
 public:
  CommandLine(Options& options, std::ostream& out, std::ostream& err)
      : options_(options), out_(out), err_(err) {
    app_.require_subcommand(1);
    app_.set_version_flag("--version", std::string("llmprof ") + LLMPROF_VERSION);
    app_.add_flag("-q,--quiet", options.quiet, "Only errors on standard error");
    app_.add_flag("--no-color", options.no_color, "No colours (there are none yet)");
    app_.fallthrough();
    add_run();
    add_presets();
    add_kernels();
    add_phases();
    add_metrics();
    add_report();
    add_doctor();
    add_list();
    add_artifacts();
    add_command();
    add_schema();
  }

  int run(std::vector<std::string> arguments) {
    try {
      std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
      app_.parse(std::move(arguments));
    } catch (CLI::Success const& help) {
      return app_.exit(help, out_, err_);
    } catch (CLI::ParseError const& error) {
      err_ << "llmprof: " << harmless(error.what()) << '\n' << "Run with --help for more.\n";
      return wrong_usage;
    }
    Terminal terminal(err_, options_.quiet);
    return action_(terminal);
  }

 private:
  using Action = std::function<int(Terminal&)>;

  CLI::App* command(std::string const& name, std::string const& what, Action action) {
    CLI::App* added = app_.add_subcommand(name, what);
    added->callback([this, action = std::move(action)] { action_ = action; });
    return added;
  }

  void add_run() {
    auto* run = command("run", "Run a program under the built-in collector and write a run folder",
                        [this](Terminal& terminal) { return run_program(options_.run, out_, terminal); });
    run->add_option("CMD", options_.run.argv, "The program and its arguments, after --")->required();
    add_layers(*run);
    add_setting(*run, "--mode", "run.mode", "light|deep");
    add_setting(*run, "--collector", "run.collector", "auto|cupti|nsys");
    add_setting(*run, "--model", "run.model", "FILE");
    add_setting(*run, "--phase-rules", "run.phase_rules", "FILE");
    add_setting(*run, "--kernel-rules", "run.kernel_rules", "FILE");
    add_setting(*run, "--ceilings", "run.ceilings", "FILE");
    add_setting(*run, "--inputs", "run.inputs", "FILE");
    add_setting(*run, "--device", "run.device", "LIST");
    add_setting(*run, "--out", "artifacts.dir", "DIR");
    add_setting(*run, "--timeout", "run.timeout", "SECONDS");
    add_setting(*run, "--linger", "collector.linger", "SECONDS");
    add_setting(*run, "--graphs", "collector.graphs", "nodes|whole");
    add_setting(*run, "--max-size", "collector.max_size", "BYTES");
    add_setting(*run, "--capture", "collector.capture", "LABEL");
    add_setting(*run, "--skip", "collector.skip", "N");
    add_setting(*run, "--count", "collector.count", "N");
    add_setting(*run, "--delay", "collector.delay", "SECONDS");
    add_setting(*run, "--duration", "collector.duration", "SECONDS");
    add_setting(*run, "--top", "run.top_n_kernels", "N");
    add_setting(*run, "--coverage", "run.coverage", "PCT");
    add_setting(*run, "--replay", "ncu.replay_mode", "kernel|application|range|app-range");
    add_list_setting(*run, "--region", "ncu.nvtx_include", "LABEL");
    add_list_setting(*run, "--exclude", "ncu.nvtx_exclude", "LABEL");
    add_setting(*run, "--nsys", "nsys.path", "PATH");
    add_setting(*run, "--ncu", "ncu.path", "PATH");
    run->add_flag_callback(
        "--ab",
        [this] {
          options_.run.given.push_back({"--ab", "run.ab", "true"});
        },
        "Run it twice, without the collector first, and compare the wall times; what it prints comes twice");
    run->add_flag("--dry-run", options_.run.dry_run, "Print what would be done, and do nothing");
  }

  void add_layers(CLI::App& run) {
    RunOptions& options = options_.run;
    run.add_option("--preset", options.presets, "Settings that belong together; see `llmprof presets`")
        ->option_text("NAME")
        ->allow_extra_args(false);
    run.add_option("--config", options.configs, "File of settings, over the presets")
        ->option_text("FILE")
        ->allow_extra_args(false);
    run.add_option("--set", options.assignments, "One setting, over the files")
        ->option_text("KEY=VALUE")
        ->allow_extra_args(false);
  }

  /// An option for one setting: what it means, takes and is without it comes from the table of settings.
  void add_setting(CLI::App& run, std::string const& option, std::string const& key,
                   std::string const& text) {
    std::function<void(std::string const&)> const keep = [this, option, key](std::string const& value) {
      options_.run.given.push_back({option, key, value});
    };
    for (SettingDescription const& setting : describe_settings()) {
      if (setting.key != key) continue;
      std::string const fallback = setting.fallback.empty() ? "" : " [" + setting.fallback + ']';
      run.add_option_function(option, keep, setting.what + fallback)->option_text(text);
    }
  }

  /// An option that may be given several times.
  void add_list_setting(CLI::App& run, std::string const& option, std::string const& key,
                        std::string const& text) {
    std::function<void(std::vector<std::string> const&)> const keep =
        [this, option, key](std::vector<std::string> const& values) {
          options_.run.given.push_back({option, key, yaml_list(values)});
        };
    for (SettingDescription const& setting : describe_settings()) {
      if (setting.key != key) continue;
      run.add_option_function(option, keep, setting.what + "; may be given several times")
          ->option_text(text)
          ->allow_extra_args(false);
    }
  }

  void add_presets() {
    auto* presets = command("presets", "Settings that belong together, for run --preset",
                            [this](Terminal&) { return print_presets(options_.presets, out_); });
    presets->add_option("NAME", options_.presets.name, "Print this one");
  }

  void add_schema() {
    auto* schema = command("schema", "The JSON Schema of what llmprof writes",
                           [this](Terminal&) { return print_schema(options_.schema, out_); });
    schema->add_option("NAME", options_.schema, "Print this one; else the names of all");
  }

  void add_kernels() {
    auto* kernels = command("kernels", "The kernels of a capture, by total time", [this](Terminal& terminal) {
      return print_kernels(options_.inputs, options_.kernels, options_.format, out_, terminal);
    });
    add_inputs(*kernels, options_);
    kernels
        ->add_option("--phase", options_.kernels.phase, "Only kernels of this phase, for example LLM@prefill")
        ->option_text("LABEL");
    std::function<void(std::string const&)> const choose = [this](std::string const& text) {
      options_.kernels.top = count_from("--top", text);
    };
    kernels->add_option_function("--top", choose, "Only the N kernels with the most time")->option_text("N");
    add_format(*kernels, options_);
  }

  void add_phases() {
    auto* phases =
        command("phases", "Times of every phase: all ranges with one path", [this](Terminal& terminal) {
          return print_phases(options_.inputs, options_.phases, options_.format, out_, terminal);
        });
    add_inputs(*phases, options_);
    std::function<void(std::string const&)> const choose = [this](std::string const& name) {
      options_.phases.by = splits.at(name);
    };
    phases->add_option_function("--by", choose, "One row for each of these")
        ->check(CLI::IsMember(splits))
        ->option_text("process|device|rank");
    add_format(*phases, options_);
  }

  void add_metrics() {
    auto* metrics = command(
        "metrics", "What Nsight Compute measured, per launch, with units", [this](Terminal& terminal) {
          return print_metrics(options_.inputs, options_.metrics, options_.format, out_, terminal);
        });
    add_inputs(*metrics, options_);
    metrics->add_option("--metric", options_.metrics.names, "Only this metric; may be given several times")
        ->option_text("NAME")
        ->allow_extra_args(false);
    add_format(*metrics, options_);
  }

  void add_report() {
    auto* report = command("report", "Write a run folder with all reports", [this](Terminal& terminal) {
      return make_report(options_.inputs, options_.report, out_, terminal);
    });
    add_inputs(*report, options_);
    report
        ->add_option("--model", options_.report.files.model,
                     "Description of the model (config.json of Hugging Face, or model.yaml), for MFU and MBU")
        ->option_text("FILE");
    report
        ->add_option("--phase-rules", options_.report.files.phase_rules,
                     "Rules that say which ranges are prefill and decode, before those of llmprof")
        ->option_text("FILE");
    report
        ->add_option("--kernel-rules", options_.report.files.kernel_rules,
                     "Rules that say what kernels do, before those of llmprof")
        ->option_text("FILE");
    report
        ->add_option(
            "--requests", options_.report.files.requests,
            "What clients measured: JSON of vllm bench serve, sglang bench_serving, AIPerf, llama-bench")
        ->option_text("FILE");
    report
        ->add_option(
            "--ceilings", options_.report.files.ceilings,
            "What the GPU was measured to do (llmprof doctor --measure --save), in place of derived peaks")
        ->option_text("FILE");
    report->add_option("--out", options_.report.out, "The run folder is made in this folder")
        ->option_text("DIR")
        ->capture_default_str();
    report
        ->add_option(
            "--region", options_.report.regions,
            "Of what ncu measured, only NVTX ranges with this label, or regex:EXPRESSION; may be given "
            "several times")
        ->option_text("LABEL")
        ->allow_extra_args(false);
    report->add_option("--exclude", options_.report.excluded, "Not these; wins over --region")
        ->option_text("LABEL")
        ->allow_extra_args(false);
  }

  void add_doctor() {
    auto* doctor = command("doctor", "What stands in the way of profiling on this machine, and what mends it",
                           [this](Terminal& terminal) {
                             return print_doctor(options_.doctor, options_.format, out_, terminal);
                           });
    DoctorOptions& options = options_.doctor;
    doctor->add_option("--nsys", options.tools.nsys, "The nsys to look at")->option_text("PATH");
    doctor->add_option("--ncu", options.tools.ncu, "The ncu to look at")->option_text("PATH");
    doctor->add_option("--out", options.out, "The folder for run folders")
        ->option_text("DIR")
        ->capture_default_str();
    doctor->add_flag("--probe", options.probe, "Measure one empty kernel with ncu");
    auto* measure = doctor->add_flag("--measure", options.measure,
                                     "Measure memory bandwidth and matrix products on the GPU");
    doctor->add_option("--save", options.save, "The file for what was measured, as JSON")
        ->needs(measure)
        ->option_text("FILE");
    doctor->add_option("--cublas", options.cublas, "The libcublasLt to measure with")
        ->needs(measure)
        ->option_text("PATH");
    doctor->add_flag("--probe-kernel", options.probe_kernel)->group("");  // hidden: for --probe
    std::function<void(std::string const&)> const choose = [this](std::string const& name) {
      options_.format = formats.at(name);
    };
    doctor->add_option_function("--format", choose, "How to print it")
        ->check(CLI::IsMember({"table", "json"}))
        ->option_text("table|json");
  }

  void add_list() {
    auto* list = command("list", "The run folders in a folder", [this](Terminal& terminal) {
      return print_runs(options_.runs, options_.format, out_, terminal);
    });
    list->add_option("DIR", options_.runs.folder, "Folder that holds run folders")->capture_default_str();
    add_format(*list, options_);
  }

  void add_artifacts() {
    auto* artifacts = command("artifacts", "What a run folder holds", [this](Terminal& terminal) {
      return print_artifacts(options_.runs, options_.format, out_, terminal);
    });
    artifacts->add_option("RUN", options_.runs.run, "Run folder")->required();
    artifacts
        ->add_option("--pack", options_.runs.pack, "Pack it for others; files that may hold secrets stay out")
        ->option_text("FILE.tar.gz");
    add_format(*artifacts, options_);
  }

  void add_command() {
    auto* tools = app_.add_subcommand("command", "Print the command line of a tool; runs nothing");
    tools->require_subcommand(1);
    auto const add = [&](std::string const& name, std::string const& what, auto& options) {
      auto* tool = tools->add_subcommand(name, what);
      add_options(*tool, options);
      tool->callback([this, &options] {
        action_ = [this, &options](Terminal& terminal) { return print_command(options, out_, terminal); };
      });
    };
    add("nsys", "Nsight Systems: a timeline", options_.nsys);
    add("ncu", "Nsight Compute: hardware counters", options_.ncu);
  }

  Options& options_;
  std::ostream& out_;
  std::ostream& err_;
  CLI::App app_{"Where the time of LLM inference goes on NVIDIA GPUs, per phase", "llmprof"};
  Action action_;
};

/// The status of a finished command, unless what it printed did not arrive.
int delivered(int status, std::ostream& out, std::ostream& err) {
  out.flush();
  if (out) return status;
  err << "llmprof: standard output could not be written; is the disk full?\n";
  return failed;
}

}  // namespace

int run(std::vector<std::string> const& arguments, std::ostream& out, std::ostream& err) {
  auto const fail = [&err](int status, std::string_view why) {
    err << "llmprof: " << harmless(why) << '\n';
    return status;
  };
  try {
    Options options;
    options.report.command_line = arguments;
    return delivered(CommandLine(options, out, err).run(arguments), out, err);
  } catch (NoData const& error) {
    return fail(no_data, error.what());
  } catch (InvalidArgument const& error) {
    return fail(wrong_usage, error.what());
  } catch (std::bad_alloc const&) {
    return fail(failed, "out of memory; the input is too large for this machine");
  } catch (std::exception const& error) {
    return fail(failed, error.what());
  }
}

}  // namespace llmprof::cli
