// SPDX-License-Identifier: MIT
#include "libllmprof/model/demangle.hpp"

#include <cxxabi.h>

#include <csetjmp>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <unordered_map>

/// What abi::__cxa_demangle of libstdc++ rests on; it gives the text piece by piece and allocates nothing.
/// The shared library keeps it to itself: it is null then.
/// @return 0 if the name could be demangled.
extern "C" int demangle_piecewise(char const* mangled,
                                  void (*take)(char const* piece, std::size_t size, void* to),
                                  void* to) __asm__("__gcclibcxx_demangle_callback") __attribute__((weak));

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_demangled = std::size_t{4} << 20;

bool is_sequence_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); }

/// The back reference `S_`, `S3_`, `T_`, `TA_` that may begin at `at`; empty if none does.
std::string_view back_reference(std::string_view mangled, std::size_t at) {
  if (mangled[at] != 'S' && mangled[at] != 'T') return {};
  std::size_t end = at + 1;
  while (end < mangled.size() && is_sequence_digit(mangled[end])) ++end;
  bool const is_closed = end < mangled.size() && mangled[end] == '_';
  return is_closed ? mangled.substr(at, end + 1 - at) : std::string_view();
}

/// Whether an upper bound of the demangled size is small: a back reference repeats at most all that stands
/// before the first one to the same thing. A new list of template arguments (`I`) may give all of them
/// another meaning.
bool is_safe_to_demangle(std::string_view mangled) {
  std::size_t bound = mangled.size() + 64;
  std::unordered_map<std::string_view, std::size_t> sizes;
  for (std::size_t i = 0; i < mangled.size(); ++i) {
    if (mangled[i] == 'I') sizes.clear();
    std::string_view const reference = back_reference(mangled, i);
    if (reference.empty()) continue;
    bound += sizes.try_emplace(reference, bound).first->second;
    if (bound > most_demangled) return false;
  }
  return true;
}

/// Text that may become no longer than that.
struct Limited {
  std::string text;
  std::jmp_buf too_long;
};

void take_piece(char const* piece, std::size_t size, void* to) {
  auto& limited = *static_cast<Limited*>(to);
  // Out of C, which holds nothing that is to be released, and cannot be told to end.
  if (limited.text.size() + size > most_demangled) std::longjmp(limited.too_long, 1);  // NOLINT
  limited.text.append(piece, size);
}

std::optional<std::string> demangle_until_too_long(char const* mangled) {
  auto const limited = std::make_unique<Limited>();
  if (setjmp(limited->too_long) != 0) return std::nullopt;  // NOLINT: see above
  if (demangle_piecewise(mangled, take_piece, limited.get()) != 0) return std::nullopt;
  return std::move(limited->text);
}

std::optional<std::string> demangle_at_once(char const* mangled) {
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> const demangled(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), &std::free);
  return status == 0 && demangled ? std::optional<std::string>(demangled.get()) : std::nullopt;
}

}  // namespace

bool can_stop_demangling() noexcept { return demangle_piecewise != nullptr; }

std::optional<std::string> demangle(std::string const& mangled) {
  if (can_stop_demangling()) return demangle_until_too_long(mangled.c_str());
  return is_safe_to_demangle(mangled) ? demangle_at_once(mangled.c_str()) : std::nullopt;
}

}  // namespace llmprof::inline v0
