// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "llmprof/model/kernel_name.hpp"

namespace llmprof::inline v0 {

/// A regular expression for Nsight Compute that finds a kernel by its demangled name, however ncu spells it.
///
/// ncu writes `f<4>` or, with its renaming, `at::f<4>` for what nsys writes as `void at::native::f<(int)4>`:
/// the words and numbers of the canonical name stand in all of them, in the same order. The expression looks
/// for them one after another and never goes back, so it costs no more than the name is long. Where another
/// kernel has the same words and more, it finds that, too. Of a name that cannot be demangled here (ncu may
/// know how) it has the function alone.
class NamePattern {
 public:
  explicit NamePattern(KernelName const& name);

  /// Whether there is something to look for.
  [[nodiscard]] bool empty() const noexcept { return pieces_.empty(); }
  /// What the expression says of that name.
  [[nodiscard]] bool matches(KernelName const& name) const;
  /// To stand behind `^`, in Boost's Perl syntax, which ncu takes. Without `:`, which parts a `--kernel-id`.
  [[nodiscard]] std::string regex() const;

 private:
  struct Piece {
    enum class Kind : std::uint8_t { text, number };
    Kind kind;
    std::string text;
  };

  [[nodiscard]] static std::size_t find_end(Piece const& piece, std::string_view name, std::size_t from);

  std::vector<Piece> pieces_;
};

/// The text as an expression that matches it alone, without `:`.
[[nodiscard]] std::string escaped_for_kernel_id(std::string_view text);

/// What ncu calls the function: the short name, or the whole name where it is no C++. Empty if unreadable.
[[nodiscard]] std::string function_name(KernelName const& name);

}  // namespace llmprof::inline v0
