// SPDX-License-Identifier: MIT
#include <llmprof/nvtx.hpp>

int main() { return 0; }
