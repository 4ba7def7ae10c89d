// SPDX-License-Identifier: MIT
#pragma once

namespace llmprof::collect {

/// Opens the spool of this process in the folder that LLMPROF_SPOOL names; once, later calls do nothing.
/// @return whether there is one.
bool open_spool() noexcept;

/// Notes the moment of an orderly exit.
void close_spool() noexcept;

}  // namespace llmprof::collect
