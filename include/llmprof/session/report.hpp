// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "llmprof/analyze/regions.hpp"
#include "llmprof/artifacts/artifacts.hpp"
#include "llmprof/artifacts/manifest.hpp"
#include "llmprof/artifacts/provenance.hpp"
#include "llmprof/export.hpp"
#include "llmprof/session/inputs.hpp"
#include "llmprof/session/interpretation.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// What a run folder records beside the figures.
struct ReportContext {
  std::filesystem::path out = default_out;  ///< The run folder is made inside it.
  std::vector<std::string> argv;  ///< The command line that asked for the report; masked when written.
  Config config;                  ///< Resolved settings.
  std::map<std::string, std::string>
      variables;                 ///< The process's environment; an allow-list of it is recorded.
  std::optional<Artifacts> run;  ///< Write into this run folder; absent: a new one is made in `out`.
  std::map<std::string, std::string> producers;  ///< Of artifacts that are in it already.
  std::string partial;            ///< Why the capture is only a part of the run; empty if it is whole.
  Interpretation interpretation;  ///< For the answers.
  RegionOptions regions;          ///< Of ncu/regions, which is written where ncu measured in NVTX ranges.
};

/// Writes a whole run folder: reports, profile.json, provenance, and manifest.json last.
///
/// What could not be written is in the manifest with the reason; the folder then says that it is not
/// complete.
/// @return the run folder.
/// @throws IoError if the folder or its manifest cannot be written.
/// @throws NoData  if there are neither kernels nor ranges to report on, or regions were selected and there
/// are none of them; nothing is written then.
/// @throws InvalidArgument if a pattern for regions cannot be.
[[nodiscard]] Artifacts write_report(LoadedInputs const& inputs, ReportContext const& context);

/// Why a profile has no kernels, as far as its diagnostics tell: one sentence for an error message.
[[nodiscard]] std::string why_no_kernels(Profile const& profile);

}  // namespace v0
}  // namespace llmprof
