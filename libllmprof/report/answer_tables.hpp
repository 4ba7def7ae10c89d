// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "libllmprof/report/markdown.hpp"
#include "libllmprof/report/table.hpp"
#include "llmprof/analyze/answers.hpp"

namespace llmprof::inline v0 {

/// A row for each kind of step: its times in steady state, rates, what it is bound by.
[[nodiscard]] Table answer_table(Answers const& answers);

/// A row for each kernel that ncu measured: where it stands below the roofs.
[[nodiscard]] Table roofline_table(Answers const& answers);

/// A row for each run of a client: what it saw, and the part of the GPU in it.
[[nodiscard]] Table request_table(Answers const& answers);

/// `gemm 71 %, attention 12 %, norm 5 %`.
[[nodiscard]] std::string classes_text(std::vector<ClassShare> const& classes, std::size_t most);

/// What the figures of a phase rest on: the verdict, MFU and MBU with their denominators or reasons, idle
/// time by cause. Plain text, a sentence each.
[[nodiscard]] std::vector<std::string> answer_notes(PhaseAnswer const& phase);

/// MFU and MBU of a phase with what they are shares of, or why they are not known. Plain text.
[[nodiscard]] std::vector<std::string> efficiency_notes(PhaseAnswer const& phase);

/// One sentence with what it would buy, what it follows from and what to try. Plain text.
[[nodiscard]] std::string finding_text(Finding const& finding);

/// The sections Answers and Findings of a report.
void add_answers(MarkdownPage& page, Answers const& answers);

}  // namespace llmprof::inline v0
