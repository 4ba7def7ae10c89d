// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/pattern_set.hpp"

#include <algorithm>

#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_characters = 65'536;

unsigned char lower(char c) { return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

}  // namespace

PatternSet::Pattern PatternSet::parse(std::string_view pattern) {
  Pattern parsed;
  std::string_view text = pattern;
  if (text.starts_with('^') || text.starts_with('.')) {
    parsed.front = text.front() == '^' ? Tie::text : Tie::word;
    text.remove_prefix(1);
  }
  if (text.ends_with('$') || text.ends_with('.')) {
    parsed.behind = text.back() == '$' ? Tie::text : Tie::word;
    text.remove_suffix(1);
  }
  parsed.text = lower_case(text);
  return parsed;
}

std::uint32_t PatternSet::add(std::string_view pattern) {
  Pattern parsed = parse(pattern);
  if (parsed.text.empty()) throw InvalidArgument("a pattern without text would match every name");
  auto const known = std::find(patterns_.begin(), patterns_.end(), parsed);
  if (known != patterns_.end()) return static_cast<std::uint32_t>(known - patterns_.begin());
  characters_ += parsed.text.size();
  if (characters_ > most_characters) throw InvalidArgument("more than 65,536 characters in patterns");
  patterns_.push_back(std::move(parsed));
  return static_cast<std::uint32_t>(patterns_.size() - 1);
}

/// What is in no pattern needs no column.
void PatternSet::number_symbols() {
  for (Pattern const& pattern : patterns_) {
    for (char const c : pattern.text) {
      std::uint8_t& symbol = symbols_[static_cast<unsigned char>(c)];
      if (symbol == 0) symbol = static_cast<std::uint8_t>(symbol_count_++);
    }
  }
}

void PatternSet::grow(std::uint32_t pattern) {
  std::uint32_t node = 0;
  for (char const c : patterns_[pattern].text) {
    std::uint8_t const symbol = symbols_[static_cast<unsigned char>(c)];
    if (next(node, symbol) == 0) {
      next(node, symbol) = static_cast<std::uint32_t>(nodes_.size());
      nodes_.emplace_back();
      next_.resize(nodes_.size() * symbol_count_);
    }
    node = next(node, symbol);
  }
  nodes_[node].ends.push_back(pattern);
}

/// Shorter texts first, so that what a node falls back to is complete.
void PatternSet::link() {
  std::vector<std::uint32_t> order;
  for (std::size_t symbol = 1; symbol < symbol_count_; ++symbol) {
    if (next_[symbol] != 0) order.push_back(next_[symbol]);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::uint32_t const node = order[i];
    std::uint32_t const shorter = nodes_[node].shorter;
    nodes_[node].with_match = nodes_[shorter].ends.empty() ? nodes_[shorter].with_match : shorter;
    for (std::size_t symbol = 1; symbol < symbol_count_; ++symbol) {
      std::uint32_t& child = next(node, static_cast<std::uint8_t>(symbol));
      std::uint32_t const otherwise = next(shorter, static_cast<std::uint8_t>(symbol));
      if (child == 0) {
        child = otherwise;
      } else {
        nodes_[child].shorter = otherwise;
        order.push_back(child);
      }
    }
  }
}

void PatternSet::compile() {
  number_symbols();
  nodes_.emplace_back();
  next_.resize(symbol_count_);
  for (std::uint32_t i = 0; i < patterns_.size(); ++i) grow(i);
  link();
}

bool PatternSet::is_tied(Tie tie, std::string_view text, std::size_t at) {
  bool const is_end = at == 0 || at == text.size();
  if (tie == Tie::none || is_end) return true;
  return tie == Tie::word && !(is_word(text[at - 1]) && is_word(text[at]));
}

std::vector<bool> PatternSet::find(std::string_view text) const {
  std::vector<bool> found(patterns_.size());
  std::uint32_t node = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    node = next_[node * symbol_count_ + symbols_[lower(text[at])]];
    for (std::uint32_t match = node; match != 0; match = nodes_[match].with_match) {
      for (std::uint32_t const pattern : nodes_[match].ends) {
        Pattern const& wanted = patterns_[pattern];
        std::size_t const begin = at + 1 - wanted.text.size();
        if (is_tied(wanted.front, text, begin) && is_tied(wanted.behind, text, at + 1)) found[pattern] = true;
      }
    }
  }
  return found;
}

}  // namespace llmprof::inline v0
