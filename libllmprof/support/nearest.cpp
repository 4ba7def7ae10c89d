// SPDX-License-Identifier: MIT
#include "libllmprof/support/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace llmprof::inline v0 {
namespace {

/// Letters to change, add and remove (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t const replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({replaced, row[j] + 1, row[j + 1] + 1}));
    }
  }
  return row.back();
}

std::string_view last_part(std::string_view key) { return key.substr(key.rfind('.') + 1); }

}  // namespace

std::optional<std::string_view> nearest(std::string_view text, std::vector<std::string_view> const& words) {
  constexpr std::size_t longest = 64;  // a hostile word must not cost time
  if (text.empty() || text.size() > longest) return std::nullopt;
  std::optional<std::string_view> found;
  std::size_t least = std::max<std::size_t>(2, text.size() / 4) + 1;
  for (std::string_view const word : words) {
    if (std::size_t const away = distance(text, word); away < least) {
      least = away;
      found = word;
    }
  }
  if (found) return found;
  // The right name in the wrong group: ncu.top_n_kernels.
  auto const same = std::find_if(words.begin(), words.end(),
                                 [&](std::string_view word) { return last_part(word) == last_part(text); });
  return same == words.end() ? std::nullopt : std::optional(*same);
}

}  // namespace llmprof::inline v0
