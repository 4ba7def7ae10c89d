// SPDX-License-Identifier: MIT
#include "libllmprof/support/text_window.hpp"

#include <algorithm>

namespace llmprof::inline v0 {

void TextWindow::advance(std::size_t used) {
  constexpr std::size_t usual_size = std::size_t{1} << 20U;
  buffer_.erase(0, used);
  std::size_t const wanted = std::max(usual_size, 2 * buffer_.size());
  while (!is_last_ && buffer_.size() < wanted) {
    std::string_view const block = blocks_->next();
    is_last_ = block.empty();
    buffer_ += block;
  }
  text_ = buffer_;
}

}  // namespace llmprof::inline v0
