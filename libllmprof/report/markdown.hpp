// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/report/table.hpp"
#include "llmprof/model/diagnostic.hpp"

namespace llmprof::inline v0 {

/// The text such that Markdown (CommonMark with GitHub's tables) shows it as it is, on one line.
///
/// Underscores inside words stay bare, for they are no markup there and kernel names should be found by grep.
[[nodiscard]] std::string escaped_markdown(std::string_view text);

/// A Markdown document in the making. Long names are cut to 80 characters; their full text goes into
/// footnotes.
class MarkdownPage {
 public:
  void heading(std::size_t level, std::string_view text);

  /// `markdown` is taken as it is: what comes from a capture must have gone through name or escaped_markdown.
  void paragraph(std::string_view markdown);
  void bullets(std::vector<std::string> const& markdown);

  /// Cells are escaped; cells of name columns are shortened.
  void table(Table const& table);

  /// A name, escaped, and shortened with a footnote where it is long.
  [[nodiscard]] std::string name(std::string_view text);

  /// The document with its footnotes, ended by a line break.
  [[nodiscard]] std::string take();

 private:
  void begin_block();
  std::size_t footnote(std::string const& text);
  std::string cell(Cell const& cell, ColumnKind kind);

  std::string out_;
  std::vector<std::string> notes_;
  std::map<std::string, std::size_t> note_numbers_;
};

/// What a reader should know, as bullets; says so if there is nothing.
void add_diagnostics(MarkdownPage& page, Diagnostics const& diagnostics);

}  // namespace llmprof::inline v0
