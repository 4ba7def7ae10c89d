// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <thread>
#include <vector>

// A tool inside the test: NVTX attaches it at its first call, and it writes down every call it is given.
//
//   push LLM@prefill uint64 512     start LLM@request #1      mark LLM@tokens int64 1
//   pop LLM                         end LLM #1
//
// A message that is not a registered string is written in quotes; a pop whose thread and domain handle has no
// range open says so.
namespace recorder {

struct Call {
  std::string text;
  std::thread::id thread;
};

/// The ranges and marks since the last call of this function.
std::vector<Call> take_calls();

/// The same without the threads.
std::vector<std::string> take();

/// Everything registered since the start: `domain LLM`, `string LLM@prefill`, `destroy LLM`.
std::vector<std::string> registrations();

/// How many times one of them was registered.
int count(std::string const& registration);

/// How often NVTX was attached: once per shared object.
int attached();

}  // namespace recorder
