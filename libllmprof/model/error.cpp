// SPDX-License-Identifier: MIT
#include "llmprof/error.hpp"

#include <utility>

namespace llmprof::inline v0 {
namespace {

std::string located(std::string const& source, std::optional<std::uint64_t> line,
                    std::string const& message) {
  return line ? source + ':' + std::to_string(*line) + ": " + message : source + ": " + message;
}

}  // namespace

ParseError::ParseError(std::string source, std::optional<std::uint64_t> line, std::string const& message)
    : Error(located(source, line, message)), source_(std::move(source)), line_(line) {}

}  // namespace llmprof::inline v0
