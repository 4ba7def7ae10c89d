// SPDX-License-Identifier: MIT
#include "libllmprof/collect/live_names.hpp"

namespace llmprof::inline v0 {

void LiveNames::learn_name(std::uint32_t name, std::string_view text) {
  auto const known = names_.find(name);
  if (known == names_.end()) {
    full_ = full_ || names_.size() >= most_ || bytes_ + text.size() > most_bytes_;
    if (full_) return;
    names_.emplace(name, text);
  } else {
    bytes_ -= known->second.size();
    full_ = full_ || bytes_ + text.size() > most_bytes_;
    if (bytes_ + text.size() > most_bytes_) return void(names_.erase(known));  // it has another meaning now
    known->second = text;
  }
  bytes_ += text.size();
}

std::string_view LiveNames::text(std::uint32_t name) const {
  if (name == 0) return {};
  auto const found = names_.find(name);
  if (found != names_.end()) return found->second;
  return full_ ? other_name : std::string_view("(name lost)");
}

Label LiveNames::label(std::uint16_t domain, std::uint32_t name) const {
  if (domain == 0) return {{}, std::string(text(name))};
  auto const found = domains_.find(domain);
  std::string_view const domain_name =
      found == domains_.end() ? std::string_view("(domain lost)") : text(found->second);
  return {std::string(domain_name), std::string(text(name))};
}

}  // namespace llmprof::inline v0
