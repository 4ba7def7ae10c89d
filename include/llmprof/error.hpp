// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Base of every exception that llmprof throws.
///
/// what() says what was tried, on which file, line or argv, why it failed, and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller asked for something that cannot be: a bad option, two timelines in one report.
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// An operating system call failed: a file cannot be opened, read, or written.
class IoError : public Error {
 public:
  using Error::Error;
};

/// An input is not what it claims to be, or is damaged.
///
/// what() reads `SOURCE: MESSAGE` or `SOURCE:LINE: MESSAGE`.
class ParseError : public Error {
 public:
  /// @param source  The file's name as the caller gave it.
  /// @param line    1-based; absent where the format has no lines (SQLite).
  ParseError(std::string source, std::optional<std::uint64_t> line, std::string const& message);

  [[nodiscard]] std::string const& source() const noexcept { return source_; }
  [[nodiscard]] std::optional<std::uint64_t> line() const noexcept { return line_; }

 private:
  std::string source_;
  std::optional<std::uint64_t> line_;
};

/// An input is whole, but holds nothing to report on: no kernel (or, for phases, no range either).
///
/// what() says why, as far as the input tells.
class NoData : public Error {
 public:
  using Error::Error;
};

}  // namespace v0
}  // namespace llmprof
