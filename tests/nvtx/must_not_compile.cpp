// SPDX-License-Identifier: MIT
// Built twice per case: as it stands it must compile, and with LLMPROF_MISUSE defined it must not. So a case
// cannot fail for a reason other than its one bad line.
#include <llmprof/nvtx.hpp>

#include <utility>

namespace nvtx = llmprof::nvtx;

#ifdef LLMPROF_MISUSE
#define MISUSE(good, bad) bad
#else
#define MISUSE(good, bad) good
#endif

void use(bool flag) {
  static nvtx::Stage const stage{"stage"};
  static_cast<void>(flag);
#if defined(CASE_COPY)
  nvtx::Prefill range{1};
  MISUSE(nvtx::Prefill other{2}, nvtx::Prefill other{range});
#elif defined(CASE_MOVE)
  nvtx::ScopedRange range{stage};
  MISUSE(nvtx::ScopedRange other{stage}, nvtx::ScopedRange other{std::move(range)});
#elif defined(CASE_ASSIGN)
  nvtx::DecodeStep range{1};
  nvtx::DecodeStep other{2};
  MISUSE(other.tokens(1), other = std::move(range));
#elif defined(CASE_COPY_UNIQUE)
  nvtx::UniqueRange range{stage};
  nvtx::UniqueRange other{MISUSE(std::move(range), range)};
#elif defined(CASE_HEAP)
  MISUSE(nvtx::DecodeAll range{1}, auto* range = new nvtx::DecodeAll{1});
  static_cast<void>(range);
#elif defined(CASE_HEAP_ARRAY)
  MISUSE(nvtx::DecodeAll range[2], auto* range = new nvtx::DecodeAll[2]);
  static_cast<void>(range);
#elif defined(CASE_DISCARD)
  MISUSE(nvtx::ScopedRange range, nvtx::ScopedRange){stage};
#elif defined(CASE_DISCARD_PREFILL)
  MISUSE(nvtx::Prefill range, nvtx::Prefill){512};
#elif defined(CASE_DISCARD_STEP)
  MISUSE(nvtx::DecodeStep range, nvtx::DecodeStep){8};
#elif defined(CASE_DISCARD_UNIQUE)
  MISUSE(nvtx::UniqueRange range, nvtx::UniqueRange){stage};
#elif defined(CASE_UNBRACED_IF)
  if (flag) MISUSE({ LLMPROF_NVTX_RANGE("if"); }, LLMPROF_NVTX_RANGE("if"));
#elif defined(CASE_UNBRACED_IF_FUNCTION)
  if (flag) MISUSE({ LLMPROF_NVTX_FUNC_RANGE(); }, LLMPROF_NVTX_FUNC_RANGE());
#elif defined(CASE_NAME_NOT_LITERAL)
  char const name[] = "name";
  static_cast<void>(name);
  LLMPROF_NVTX_RANGE(MISUSE("name", name));
#elif defined(CASE_BARE_NAME)
  nvtx::ScopedRange range{MISUSE(stage, "name"), 1};
#elif defined(CASE_FRACTION)
  nvtx::Prefill range{MISUSE(1, 1.5)};
#elif defined(CASE_FLAG)
  nvtx::DecodeStep range{MISUSE(1, flag)};
#else
#error "name a case"
#endif
}
