// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "libllmprof/support/block_source.hpp"

namespace llmprof::inline v0 {

/// The part of a text that is in memory: all of it, or a window that moves over a file.
///
/// Reading goes on in a window as long as whole lines are there; what is left over stands at the begin of the
/// next one. So a file needs as much memory as its longest row, and a little more.
class TextWindow {
 public:
  /// All of a text, which must outlive the window.
  explicit TextWindow(std::string_view all) : text_(all), is_last_(true) {}
  /// What `blocks` give.
  explicit TextWindow(std::unique_ptr<BlockSource> blocks) : blocks_(std::move(blocks)) {}

  /// What is in memory and not used up. Valid until the next call of advance().
  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  /// Nothing follows behind text().
  [[nodiscard]] bool is_last() const noexcept { return is_last_; }

  /// Drops the first `used` bytes of text(), and puts more behind the rest: as much again as there is, at
  /// least, so that a long row is not looked at too often. Not to be called once is_last(). @throws IoError
  void advance(std::size_t used);

  /// How much of the file is in memory or used up (0..1).
  [[nodiscard]] double share() const noexcept { return blocks_ ? blocks_->share() : 1; }

 private:
  std::unique_ptr<BlockSource> blocks_;
  std::string buffer_;
  std::string_view text_;
  bool is_last_ = false;
};

}  // namespace llmprof::inline v0
