// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "llmprof/artifacts/artifacts.hpp"
#include "llmprof/report/format.hpp"
#include "llmprof/report/json.hpp"
#include "llmprof/session/interpretation.hpp"
#include "llmprof/session/report_file.hpp"
#include "run_options.hpp"
#include "terminal.hpp"

namespace llmprof::cli {

/// What a command reads, and with what.
struct Inputs {
  std::vector<std::string> names;
  ToolPaths tools;
};
struct KernelsOptions {
  std::string phase;    ///< Empty: the whole capture.
  std::size_t top = 0;  ///< 0: all.
};
struct PhasesOptions {
  By by = By::none;
};
struct MetricsOptions {
  std::vector<std::string> names;  ///< Empty: all.
};
struct ReportOptions {
  InterpretationFiles files;
  std::string out = default_out;
  std::vector<std::string> regions;   ///< Labels or `regex:EXPRESSION`; empty: all.
  std::vector<std::string> excluded;  ///< The same, and they win.
  std::vector<std::string> command_line;
};
struct RunsOptions {
  std::string folder = default_out;
  std::string run;
  std::string pack;
};
struct PresetsOptions {
  std::string name;  ///< Empty: list them.
};
struct DoctorOptions {
  ToolPaths tools;
  std::string out = default_out;
  bool probe = false;
  bool probe_kernel = false;  ///< We are the program that the probe measures.
  bool measure = false;
  std::string cublas;  ///< Empty: wherever it is.
  std::string save;    ///< File for what was measured; empty: none.
};

/// Each prints data to `out`, words to the terminal, and gives the exit status. They throw what the library
/// throws.
int print_kernels(Inputs const& inputs, KernelsOptions const& options, Format format, std::ostream& out,
                  Terminal& terminal);
int print_phases(Inputs const& inputs, PhasesOptions const& options, Format format, std::ostream& out,
                 Terminal& terminal);
int print_metrics(Inputs const& inputs, MetricsOptions const& options, Format format, std::ostream& out,
                  Terminal& terminal);
int make_report(Inputs const& inputs, ReportOptions const& options, std::ostream& out, Terminal& terminal);
/// The workload has standard output to itself: what we have to say goes to the terminal.
int run_program(RunOptions const& options, std::ostream& out, Terminal& terminal);
int print_presets(PresetsOptions const& options, std::ostream& out);
int print_schema(std::string const& name, std::ostream& out);
int print_runs(RunsOptions const& options, Format format, std::ostream& out, Terminal& terminal);
/// `failed` if there is a problem, or nothing was measured that could be saved.
int print_doctor(DoctorOptions const& options, Format format, std::ostream& out, Terminal& terminal);
int print_artifacts(RunsOptions const& options, Format format, std::ostream& out, Terminal& terminal);

}  // namespace llmprof::cli
