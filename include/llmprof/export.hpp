// SPDX-License-Identifier: MIT
#pragma once

/// Marks what the shared library exports; everything else is hidden.
///
/// Public headers open the namespace with it:
///
///     namespace LLMPROF_EXPORT llmprof {
///     inline namespace v0 {
#define LLMPROF_EXPORT [[gnu::visibility("default")]]
