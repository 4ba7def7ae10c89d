// SPDX-License-Identifier: MIT
#include "libllmprof/report/markdown.hpp"

#include <cctype>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t longest_name = 80;

bool is_word_character(std::string_view text, std::size_t i) {
  return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 ||
                             static_cast<unsigned char>(text[i]) >= 0x80);
}

/// Underscores between word characters cannot open or close emphasis.
bool is_inside_word(std::string_view text, std::size_t underscore) {
  std::size_t begin = underscore;
  while (begin > 0 && text[begin - 1] == '_') --begin;
  std::size_t end = underscore;
  while (end < text.size() && text[end] == '_') ++end;
  return begin > 0 && is_word_character(text, begin - 1) && is_word_character(text, end);
}

void append_escaped(std::string& out, std::string_view text, std::size_t i) {
  switch (text[i]) {
    case '<': out += "&lt;"; return;
    case '>': out += "&gt;"; return;
    case '&': out += "&amp;"; return;
    case '_':
      if (!is_inside_word(text, i)) out += '\\';
      break;
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
    case '|':
    case '~':
    case '$': out += '\\'; break;
    default: break;
  }
  out += text[i];
}

}  // namespace

std::string escaped_markdown(std::string_view text) {
  std::string const clean = one_line(text);
  std::string out;
  for (std::size_t i = 0; i < clean.size(); ++i) append_escaped(out, clean, i);
  return out;
}

void MarkdownPage::heading(std::size_t level, std::string_view text) {
  begin_block();
  out_.append(level, '#');
  out_ += ' ';
  out_ += text;
  out_ += '\n';
}

void MarkdownPage::paragraph(std::string_view markdown) {
  begin_block();
  out_ += markdown;
  out_ += '\n';
}

void MarkdownPage::bullets(std::vector<std::string> const& markdown) {
  begin_block();
  for (std::string const& item : markdown) out_ += "- " + item + '\n';
}

void MarkdownPage::table(Table const& table) {
  begin_block();
  std::string rule;
  for (Column const& column : table.columns) {
    out_ += "| " + escaped_markdown(column.title) + ' ';
    rule += column.kind == ColumnKind::number ? "| ---: " : "| --- ";
  }
  out_ += "|\n" + rule + "|\n";
  for (auto const& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) out_ += "| " + cell(row[i], table.columns[i].kind) + ' ';
    out_ += "|\n";
  }
}

std::string MarkdownPage::name(std::string_view text) {
  std::string const clean = one_line(text);
  if (display_width(clean) <= longest_name) return escaped_markdown(clean);
  std::string const mark = "[^" + std::to_string(footnote(clean)) + ']';
  return escaped_markdown(shortened(clean, longest_name)) + mark;
}

std::string MarkdownPage::take() {
  std::string out = std::move(out_);
  if (!notes_.empty()) out += '\n';
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    out += "[^" + std::to_string(i + 1) + "]: " + escaped_markdown(notes_[i]) + '\n';
  }
  return out;
}

void MarkdownPage::begin_block() {
  if (!out_.empty()) out_ += '\n';
}

std::size_t MarkdownPage::footnote(std::string const& text) {
  auto const [entry, is_new] = note_numbers_.try_emplace(text, notes_.size() + 1);
  if (is_new) notes_.push_back(text);
  return entry->second;
}

std::string MarkdownPage::cell(Cell const& cell, ColumnKind kind) {
  std::string out;
  for (std::size_t i = 0; i < cell.indent; ++i) out += "&nbsp;&nbsp;";
  return out + (kind == ColumnKind::name ? name(cell.text) : escaped_markdown(cell.text));
}

void add_diagnostics(MarkdownPage& page, Diagnostics const& diagnostics) {
  if (diagnostics.empty()) return page.paragraph("None.");
  std::vector<std::string> items;
  for (Diagnostic const& diagnostic : diagnostics) {
    std::string item = std::string(to_string(diagnostic.severity)) + ": " + escaped_markdown(diagnostic.text);
    if (!diagnostic.source.empty()) {
      item += " (" + escaped_markdown(diagnostic.source);
      if (diagnostic.line) item += ", line " + std::to_string(*diagnostic.line);
      item += ')';
    }
    items.push_back(std::move(item));
  }
  page.bullets(items);
}

}  // namespace llmprof::inline v0
