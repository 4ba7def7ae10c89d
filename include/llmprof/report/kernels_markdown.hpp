// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "llmprof/export.hpp"
#include "llmprof/model/kernel_record.hpp"
#include "llmprof/model/profile.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The `n` kernels with the largest total, largest first, then by name; unknown totals come last. Means that
/// are missing are filled in (total / calls).
[[nodiscard]] std::vector<KernelRecord> top_kernels(std::vector<KernelRecord> records, std::size_t n = 20);

/// kernels.md: a table `kernel_name | total_ms | calls | mean_ms | device` of the top kernels.
[[nodiscard]] std::string kernel_markdown(std::vector<KernelRecord> const& records, std::size_t top = 20);

/// The same of a profile, with a column for each share of the hardware that Nsight Compute measured of them.
[[nodiscard]] std::string kernel_markdown(Profile const& profile, std::size_t top = 20);

/// Writes it. @param path With or without `.md`. @throws IoError
void write_kernel_markdown(std::vector<KernelRecord> const& records, std::filesystem::path const& path,
                           std::size_t top = 20);
void write_kernel_markdown(Profile const& profile, std::filesystem::path const& path, std::size_t top = 20);

}  // namespace v0
}  // namespace llmprof
