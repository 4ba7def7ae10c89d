// SPDX-License-Identifier: MIT
#include <algorithm>
#include <sstream>

#include "libllmprof/support/json.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"
#include "llmprof/session/doctor.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t state_width = 9;  // `problem` and two blanks
constexpr std::size_t name_width = 20;  // `counter permission` and two blanks

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  out.resize(std::max(width, out.size() + 1), ' ');
  return out;
}

/// Words after `out`, which is `indent` wide so far, in lines of at most `width` columns (0: in one).
void append_wrapped(std::string& out, std::string const& text, std::size_t indent, std::size_t width) {
  std::istringstream words(one_line(text));
  std::size_t column = indent;
  for (std::string word; words >> word;) {
    std::size_t const size = display_width(word);
    if (column > indent) {
      bool const is_full = width != 0 && column + 1 + size > width;
      out += is_full ? '\n' + std::string(indent, ' ') : " ";
      column = is_full ? indent : column + 1;
    }
    out += word;
    column += size;
  }
  out += '\n';
}

std::string counted(std::size_t count, std::string const& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

std::string lines_of(Checks const& checks, std::size_t width) {
  constexpr std::size_t indent = state_width + name_width;
  std::string out;
  for (Check const& check : checks) {
    out += padded(to_string(check.state), state_width) + padded(check.name, name_width);
    append_wrapped(out, check.found, indent, width);
    if (check.mend.empty()) continue;
    out += std::string(indent, ' ');
    append_wrapped(out, "mend: " + check.mend, indent, width);
  }
  auto const count = [&](CheckState state) {
    return static_cast<std::size_t>(std::count_if(checks.begin(), checks.end(),
                                                  [&](Check const& check) { return check.state == state; }));
  };
  out += counted(count(CheckState::problem), "problem") + ", " +
         counted(count(CheckState::warning), "warning") + ", " + std::to_string(count(CheckState::unknown)) +
         " unknown\n";
  return out;
}

std::string json_of(Checks const& checks) {
  JsonWriter json;
  json.begin_object();
  json.member("schema", "llmprof.doctor/1");
  json.key("checks").begin_array();
  for (Check const& check : checks) {
    json.begin_object();
    json.member("name", check.name);
    json.member("state", to_string(check.state));
    json.member("found", check.found);
    json.text_or_null("mend", check.mend);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace

std::string format_checks(Checks const& checks, FormatOptions const& options) {
  switch (options.format) {
    case Format::table: return lines_of(checks, options.width);
    case Format::json: return json_of(checks);
    case Format::md:
    case Format::csv: break;
  }
  throw InvalidArgument("checks are printed as table or json, not as " +
                        std::string(to_string(options.format)));
}

}  // namespace llmprof::inline v0
