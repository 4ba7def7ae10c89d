// SPDX-License-Identifier: MIT
// An engine that uses all of the header, written in C++11 without exceptions and RTTI. Besides being run, it
// is compiled by every compiler and language level of the matrix, and by nvcc.
#include <llmprof/nvtx.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "engine.hpp"

#ifdef LLMPROF_NVTX_DISABLE
#define ENGINE_NAMESPACE engine_off
#else
#define ENGINE_NAMESPACE engine_on
#endif

namespace nvtx = llmprof::nvtx;

// What the header promises at compile time, on and off.
template <typename Range>
struct IsPinned
    : std::integral_constant<
          bool, !std::is_copy_constructible<Range>::value && !std::is_move_constructible<Range>::value &&
                    !std::is_copy_assignable<Range>::value && !std::is_move_assignable<Range>::value &&
                    std::is_nothrow_destructible<Range>::value> {};

static_assert(IsPinned<nvtx::ScopedRange>::value, "a scoped range neither moves nor throws");
static_assert(IsPinned<nvtx::Prefill>::value, "a prefill range neither moves nor throws");
static_assert(IsPinned<nvtx::DecodeAll>::value, "a decode range neither moves nor throws");
static_assert(IsPinned<nvtx::DecodeStep>::value, "a decode step neither moves nor throws");
static_assert(!std::is_copy_constructible<nvtx::UniqueRange>::value, "one owner ends the range");
static_assert(!std::is_copy_assignable<nvtx::UniqueRange>::value, "one owner ends the range");
static_assert(std::is_nothrow_move_constructible<nvtx::UniqueRange>::value, "so that a vector moves it");
static_assert(std::is_nothrow_move_assignable<nvtx::UniqueRange>::value, "moves do not throw");
static_assert(std::is_nothrow_default_constructible<nvtx::UniqueRange>::value,
              "an empty range costs nothing");
static_assert(std::is_nothrow_constructible<nvtx::Stage, char const*>::value, "naming does not throw");
static_assert(std::is_nothrow_constructible<nvtx::ScopedRange, nvtx::Stage const&, int>::value,
              "nor opening");
static_assert(std::is_nothrow_constructible<nvtx::Prefill, std::size_t>::value, "nor opening");
static_assert(std::is_nothrow_constructible<nvtx::UniqueRange, nvtx::Stage const&, int>::value,
              "nor starting");
static_assert(noexcept(std::declval<nvtx::Prefill&>().tokens(1)), "nor marking");
static_assert(noexcept(std::declval<nvtx::UniqueRange&>().end()), "nor ending");
static_assert(noexcept(nvtx::mark_tokens(1)), "nor marking");
static_assert(std::is_trivially_destructible<nvtx::Stage>::value,
              "a static stage has no exit-time destructor");
static_assert(std::is_copy_constructible<nvtx::Stage>::value, "stages live in the vectors of an engine");
static_assert(!std::is_convertible<char const*, nvtx::Stage>::value, "naming is never an accident");
static_assert(!std::is_constructible<nvtx::ScopedRange, char const*>::value,
              "a bare name registers each time");
static_assert(!std::is_constructible<nvtx::UniqueRange, char const*>::value,
              "a bare name registers each time");
static_assert(!std::is_constructible<nvtx::Payload, bool>::value, "a flag is not a count");
static_assert(!std::is_constructible<nvtx::Payload, double>::value, "nor is a fraction");
static_assert(std::is_same<nvtx::Stage, nvtx::v1::Stage>::value,
              "a library may name the version it was made for");

namespace ENGINE_NAMESPACE {
namespace {

void attention(std::uint32_t heads) {
  LLMPROF_NVTX_RANGE("attention", heads);
  { LLMPROF_NVTX_RANGE("softmax"); }
}

void decode(int steps) {
  nvtx::DecodeAll const all;
  for (int step = 0; step < steps; ++step) {
    nvtx::DecodeStep const range{std::size_t{2}};
    attention(32);
  }
  all.tokens(2 * steps);
}

}  // namespace

void generate(int prompt_tokens, int steps) {
  LLMPROF_NVTX_FUNC_RANGE();
  static nvtx::Stage const request{"request"};
  nvtx::UniqueRange life{request, 7};
  nvtx::UniqueRange const owner{std::move(life)};
  {
    nvtx::Prefill const range{prompt_tokens};
    nvtx::mark_tokens(1);
  }
  decode(steps);
}

}  // namespace ENGINE_NAMESPACE
