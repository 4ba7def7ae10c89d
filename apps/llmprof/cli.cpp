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
    add_kernels();
    add_phases();
    add_metrics();
    add_report();
    add_list();
    add_artifacts();
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
    run->add_option("--out", options_.run.out, "The run folder is made in this folder")
        ->option_text("DIR")
        ->capture_default_str();
    std::function<void(std::string const&)> const choose = [this](std::string const& name) {
      options_.run.whole_graphs = name == "whole";
    };
    run->add_option_function("--graphs", choose,
                             "Record the kernels in CUDA graphs, or each replay as a whole")
        ->check(CLI::IsMember({"nodes", "whole"}))
        ->option_text("nodes|whole");
    run->add_flag("--ab", options_.run.baseline,
                  "Run it twice, without the collector first, and compare the wall times; what it prints "
                  "comes twice");
    run->add_option("--timeout", options_.run.timeout, "End the program after so long")
        ->check(CLI::PositiveNumber)
        ->option_text("SECONDS");
    run->add_option("--linger", options_.run.linger, "Wait so long for children that outlive it")
        ->check(CLI::NonNegativeNumber)
        ->option_text("SECONDS")
        ->capture_default_str();
    run->add_option("--max-size", options_.run.max_bytes, "Most bytes of events of one process")
        ->check(CLI::PositiveNumber)
        ->option_text("BYTES")
        ->capture_default_str();
    add_window(*run);
  }

  void add_window(CLI::App& run) {
    RunOptions& options = options_.run;
    run.add_option("--capture", options.capture, "Record only while a range of this label is open")
        ->option_text("LABEL");
    run.add_option("--skip", options.skip, "Let so many of these ranges pass first")->option_text("N");
    run.add_option("--count", options.count, "Record so many of these ranges")
        ->check(CLI::PositiveNumber)
        ->option_text("N");
    run.add_option("--delay", options.delay, "Record nothing in the first seconds")
        ->check(CLI::NonNegativeNumber)
        ->option_text("SECONDS");
    run.add_option("--duration", options.duration, "Record for so long, from the first moment recorded")
        ->check(CLI::PositiveNumber)
        ->option_text("SECONDS");
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
    report->add_option("--model", options_.report.model, "Description of the model (config.json or YAML)")
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
