// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "llmprof/model/ceilings.hpp"
#include "llmprof/process/check.hpp"

namespace llmprof::inline v0 {

// What the doctor says of ceilings that were measured, or could not be.

/// `bf16 products`.
[[nodiscard]] std::string product_name(DataType type);

/// @param ceilings Has a bandwidth. @param bytes Of one copy.
[[nodiscard]] Check bandwidth_check(Ceilings const& ceilings, std::size_t bytes);
/// @param ceilings Has FLOP/s of this type. @param size Rows and columns.
[[nodiscard]] Check product_check(Ceilings const& ceilings, DataType type, std::size_t size);

[[nodiscard]] Check no_gpu_check(std::string const& why);
[[nodiscard]] Check no_cublas_check(std::string const& why);
[[nodiscard]] Check no_product_check(DataType type);
/// @param needed Bytes that have to be free.
[[nodiscard]] Check too_little_memory(std::string const& name, std::size_t needed);

}  // namespace llmprof::inline v0
