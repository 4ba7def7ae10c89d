// SPDX-License-Identifier: MIT
#include "libllmprof/parse/written_label.hpp"

#include <string>
#include <utility>

namespace llmprof::inline v0 {

std::optional<Label> written_label(std::string_view text) {
  Label label;
  std::string part;
  bool in_domain = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      if (++i == text.size()) return std::nullopt;
      part += text[i];
    } else if (text[i] == '@' && in_domain) {
      label.domain = std::exchange(part, {});
      in_domain = false;
    } else {
      part += text[i];
    }
  }
  label.name = std::move(part);
  return label;
}

}  // namespace llmprof::inline v0
