// SPDX-License-Identifier: MIT
#include "libllmprof/report/diagnostics_json.hpp"

#include <algorithm>

#include "libllmprof/report/non_finite.hpp"

namespace llmprof::inline v0 {
namespace {

void write(JsonWriter& json, Diagnostic const& diagnostic) {
  json.begin_object();
  json.member("severity", to_string(diagnostic.severity));
  json.member("text", diagnostic.text);
  json.text_or_null("source", diagnostic.source);
  json.member("line", diagnostic.line);
  json.end_object();
}

}  // namespace

void write_diagnostics(JsonWriter& json, Diagnostics const& diagnostics) {
  auto const non_finite = non_finite_diagnostic(json.non_finite());
  json.key("diagnostics").begin_array();
  for (Diagnostic const& diagnostic : diagnostics) write(json, diagnostic);
  bool const said =
      non_finite && std::find(diagnostics.begin(), diagnostics.end(), *non_finite) != diagnostics.end();
  if (non_finite && !said) write(json, *non_finite);
  json.end_array();
}

}  // namespace llmprof::inline v0
