// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "llmprof/parse/input.hpp"
#include "llmprof/parse/read_options.hpp"

namespace llmprof::inline v0 {

/// A file that was made of an input, because only the tool that wrote the input can read it.
struct MadeFile {
  std::filesystem::path path;
  std::string of;      ///< The input, as the user named it: what is read counts as that.
  std::string format;  ///< Of the input, for people.
  std::string maker;   ///< Who made the file, for people.
};

/// @throws NoData, ParseError, IoError as read_capture does, about the input.
[[nodiscard]] Capture read_made_file(MadeFile const& made, ReadOptions const& options);

}  // namespace llmprof::inline v0
