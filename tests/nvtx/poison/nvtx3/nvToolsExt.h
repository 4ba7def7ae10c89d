// SPDX-License-Identifier: MIT
#error "llmprof/nvtx.hpp must not need NVTX's headers when it is switched off"
