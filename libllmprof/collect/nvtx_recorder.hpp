// SPDX-License-Identifier: MIT
#pragma once

#include <nvtx3/nvToolsExt.h>

#include <cstddef>

namespace llmprof::collect {

/// Takes over the NVTX functions of the module that asks; may be called once for each shared object. Names
/// and domains are kept from now on, ranges and marks while record_ranges is on.
/// @return whether that could be done.
bool attach_nvtx(NvtxGetExportTableFunc_t get_export_table) noexcept;

/// Turns ranges and marks on or off in all modules that are attached, and in those that follow. What is off
/// costs a program what NVTX costs without a tool.
void record_ranges(bool on) noexcept;

/// Modules that are attached and still loaded.
[[nodiscard]] std::size_t count_modules() noexcept;

void lock_nvtx() noexcept;  ///< While the process forks.
void unlock_nvtx() noexcept;

}  // namespace llmprof::collect
