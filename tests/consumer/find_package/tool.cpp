// SPDX-License-Identifier: MIT
#include <iostream>
#include <llmprof/model/label.hpp>

int main() {
  llmprof::Label const label = llmprof::parse_label("LLM:prefill");
  std::cout << llmprof::to_string(label) << '\n';
  return llmprof::to_string(label) == "LLM@prefill" ? 0 : 1;
}
