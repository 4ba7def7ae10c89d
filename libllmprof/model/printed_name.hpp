// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// A printed name without the range that ncu's `--print-nvtx-rename kernel` puts in front of it, as in
/// `prefill/void k<4>(int)`.
[[nodiscard]] std::string_view without_range(std::string_view printed);

/// The first `most` bytes of the demangled name, without such a range. A C++ name may be megabytes long, and
/// what tells kernels apart for people stands in front.
[[nodiscard]] std::string demangled_head(std::string_view printed, std::size_t most);

/// Where the parameters of the function begin: the first `(` that is in no other bracket and belongs to no
/// `operator()` or `(anonymous namespace)`; the end without one.
[[nodiscard]] std::size_t end_of_function(std::string_view name);

}  // namespace llmprof::inline v0
