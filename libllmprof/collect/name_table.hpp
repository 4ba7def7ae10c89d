// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace llmprof::collect {

/// The number of a name, which is written to the spool the first time. 0 is the empty name. Thread safe;
/// takes no lock for a name that is known. Names are told apart by 64-bit hash and length.
[[nodiscard]] std::uint32_t name_id(char const* text, std::size_t length) noexcept;
[[nodiscard]] std::uint32_t name_id(char const* text) noexcept;     ///< Null is the empty name.
[[nodiscard]] std::uint32_t name_id(wchar_t const* text) noexcept;  ///< Is written as UTF-8.

/// The number of a domain, from 1; the same for the same name. 0 if there are more than 65,535.
[[nodiscard]] std::uint16_t domain_id(std::uint32_t name) noexcept;

void lock_names() noexcept;  ///< While the process forks.
void unlock_names() noexcept;

}  // namespace llmprof::collect
