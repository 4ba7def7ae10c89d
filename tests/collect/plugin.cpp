// SPDX-License-Identifier: MIT
// A shared object that uses NVTX from its first moment on: while the loader opens it.
#include <nvtx3/nvToolsExt.h>

__attribute__((constructor)) static void on_load() { nvtxMarkA("plugin loaded"); }
