// SPDX-License-Identifier: MIT
#include "libllmprof/parse/ncu_nvtx.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>

#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::string_view default_domain = "<default domain>";

// Behind the name stand PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg.
constexpr std::size_t attributes = 6;

/// Where the range ends that begins at `begin`: a quote inside a name has no space and quote, nor the cell's
/// end, behind it.
std::size_t closing_quote(std::string_view cell, std::size_t begin) {
  for (auto quote = cell.find('"', begin); quote != npos; quote = cell.find('"', quote + 1)) {
    auto const next = cell.find_first_not_of(' ', quote + 1);
    if (next == npos || (cell[next] == '"' && next > quote + 1)) return quote;
  }
  return npos;
}

/// The quoted pieces of the cell. A cell without quotes is one piece, without the thread id in front.
std::vector<std::string_view> pieces_of(std::string_view cell) {
  std::vector<std::string_view> pieces;
  auto open = cell.find('"');
  if (open == npos && cell.find(':') != npos) {
    auto const gap = cell.find("  ");
    pieces.push_back(trimmed(gap == npos ? cell : cell.substr(gap)));
  }
  while (open != npos) {
    auto const close = closing_quote(cell, open + 1);
    pieces.push_back(cell.substr(open + 1, close == npos ? npos : close - open - 1));
    open = close == npos ? npos : cell.find('"', close + 1);
  }
  return pieces;
}

std::vector<std::size_t> colons_of(std::string_view text) {
  std::vector<std::size_t> colons;
  for (auto at = text.find(':'); at != npos; at = text.find(':', at + 1)) colons.push_back(at);
  return colons;
}

/// Takes the attributes off. The last one repeats the name, and both may contain colons.
std::string_view name_of(std::string_view text) {
  auto const colons = colons_of(text);
  std::size_t const fields = colons.size() + 1;
  if (fields <= attributes) return text;  // not the format that we know: all of it is the name
  if ((fields - attributes) % 2 == 1) {
    std::size_t const in_name = (fields - attributes + 1) / 2;
    auto const name = text.substr(0, colons[in_name - 1]);
    auto const message = text.substr(colons[fields - in_name - 1] + 1);
    if (name == message) return name;
  }
  return text.substr(0, colons[fields - attributes - 1]);
}

Label label_of(std::string_view text) {
  if (text.starts_with(default_domain) && text.substr(default_domain.size()).starts_with(':')) {
    return {"", std::string(name_of(text.substr(default_domain.size() + 1)))};
  }
  auto const colon = text.find(':');
  if (colon == npos) return {"", std::string(text)};
  return {std::string(text.substr(0, colon)), std::string(name_of(text.substr(colon + 1)))};
}

std::string_view without_id(std::string_view text) {
  auto const digits = text.find_first_not_of("0123456789");
  return digits != npos && digits > 0 && text[digits] == ':' ? text.substr(digits + 1) : text;
}

}  // namespace

std::vector<Label> read_push_pop_ranges(std::string_view cell) {
  std::vector<Label> labels;
  for (std::string_view const piece : pieces_of(cell)) labels.push_back(label_of(piece));
  return labels;
}

std::vector<Label> read_start_stop_ranges(std::string_view cell) {
  std::vector<Label> labels;
  for (std::string_view const piece : pieces_of(cell)) labels.push_back(label_of(without_id(piece)));
  return labels;
}

std::vector<Label> read_ranges_of_domain(std::string_view domain, std::string_view cell) {
  std::vector<Label> labels;
  for (std::string_view const piece : pieces_of(cell)) {
    labels.push_back({std::string(domain == default_domain ? "" : domain), std::string(name_of(piece))});
  }
  return labels;
}

}  // namespace llmprof::inline v0
