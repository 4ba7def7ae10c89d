// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "llmprof/export.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// The name of one kernel in the forms that comparing it across tools needs.
///
/// Nsight Systems prints `void at::native::f<(int)4, at::native::<unnamed>::G>(int, T2)`, Nsight Compute
/// `void at::f<4, at::<unnamed>::G>(int, T2)` or `void f<4, unnamed>::G>(int, T2)`, PyTorch
/// `void at::native::f<4, at::native::(anonymous namespace)::G>(int, at::native::(anonymous namespace)::G)`.
/// The canonical forms of all four are the same as far as the tools print the same: namespaces, casts of
/// template arguments, qualifiers, return types and the spelling of lambdas are gone.
///
/// For comparing, not for showing: two kernels may share a canonical form.
struct KernelName {
  std::string demangled;  ///< As printed, without the range that ncu's `--print-nvtx-rename` puts in front;
                          ///< demangled if it was mangled and that is safe (see demangled_kernel_name).
  std::string canonical;  ///< With the parameters: `f<4,G>(int,T2)`.
  std::string without_parameters;  ///< `f<4,G>`; parameters inside template arguments are gone, too: tools
                                   ///< that expand them differ in them.
  std::string short_name;          ///< `f`
};

/// Takes a printed name apart. Never fails: a name that is no C++ is its own canonical form.
[[nodiscard]] KernelName parse_kernel_name(std::string_view printed);

/// The name demangled if it is one of the Itanium C++ ABI (`_Z...`), else as it is.
///
/// A mangled name that stands for more than 4 MiB stays as it is: a hostile one of 200 bytes may stand for
/// terabytes. Where libstdc++ is a shared library, which cannot be stopped while it demangles, so does one
/// that could, by its back references: a few of PyTorch's.
[[nodiscard]] std::string demangled_kernel_name(std::string_view name);

}  // namespace v0
}  // namespace llmprof
