// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "libllmprof/model/name_tokens.hpp"

namespace llmprof::inline v0 {

/// What a kernel of PyTorch computes, from the functor or the function whose lambda it was given: `add` for
/// `CUDAFunctor_add`, `mean` for `MeanOps`, `silu` for `silu_kernel`. Empty if nothing like it is there.
[[nodiscard]] std::string functor_name(NameTokens const& arguments);

}  // namespace llmprof::inline v0
