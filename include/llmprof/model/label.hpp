// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The name of a range together with its NVTX domain, written `domain@name`.
///
/// A name in the default domain has no `@`. In the written form `\` escapes `@`, `/` and `\` inside names, so
/// that a path of labels can be joined by `/` and taken apart again.
struct Label {
  std::string domain;  ///< Empty for the default domain.
  std::string name;

  friend bool operator==(Label const&, Label const&) = default;
};

/// Writes `domain@name`, or `name` in the default domain, with `@`, `/` and `\` escaped.
[[nodiscard]] std::string to_string(Label const& label);

/// Writes the labels outermost first, joined by `/`.
[[nodiscard]] std::string to_string(std::vector<Label> const& path);

/// Reads one label.
///
/// `LLM@prefill` and, as nsys prints it, `LLM:prefill` give domain `LLM` and name `prefill`; `:prefill` and
/// `prefill` give the default domain. A `:` after a character that cannot stand in a domain name used as an
/// identifier (letters, digits, `_`, `-`, `.`) is part of the name.
///
/// @throws InvalidArgument if the text is empty or ends in an escape.
[[nodiscard]] Label parse_label(std::string_view text);

/// Reads a path: labels joined by unescaped `/`. @throws InvalidArgument as parse_label does.
[[nodiscard]] std::vector<Label> parse_path(std::string_view text);

}  // namespace v0
}  // namespace llmprof
