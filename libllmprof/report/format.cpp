// SPDX-License-Identifier: MIT
#include "llmprof/report/format.hpp"

namespace llmprof::inline v0 {

std::string_view to_string(Format format) noexcept {
  switch (format) {
    case Format::table: return "table";
    case Format::md: return "md";
    case Format::csv: return "csv";
    case Format::json: return "json";
  }
  return "";
}

}  // namespace llmprof::inline v0
