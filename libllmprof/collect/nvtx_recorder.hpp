// SPDX-License-Identifier: MIT
#pragma once

#include <nvtx3/nvToolsExt.h>

namespace llmprof::collect {

/// Takes over the NVTX functions of the module that asks; may be called once for each shared object.
/// @return whether that could be done.
bool attach_nvtx(NvtxGetExportTableFunc_t get_export_table) noexcept;

}  // namespace llmprof::collect
