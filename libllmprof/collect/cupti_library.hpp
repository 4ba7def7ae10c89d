// SPDX-License-Identifier: MIT
#pragma once

#include "libllmprof/collect/cupti_abi.hpp"

namespace llmprof::collect {

/// Finds and opens libcupti: LLMPROF_CUPTI, the one that is loaded, the one beside a loaded libcudart (a
/// wheel or a toolkit), the toolkit's folders, the loader's path.
/// @return null on success, else why there is none. The text lives as long as the process.
[[nodiscard]] char const* open_cupti(cupti::Functions& functions, std::uint32_t& version) noexcept;

}  // namespace llmprof::collect
