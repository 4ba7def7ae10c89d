// SPDX-License-Identifier: MIT
#pragma once

// Marks the phases of an LLM inference engine as NVTX ranges. By default that does *nothing*: until a tool is
// attached (llmprof, Nsight Systems, Nsight Compute), a range costs about a nanosecond.
//
//   #include <llmprof/nvtx.hpp>
//   namespace nvtx = llmprof::nvtx;
//
//   void generate(Engine& engine, Prompt const& prompt) {
//     {
//       nvtx::Prefill range{prompt.size()};     // LLM@prefill, payload: prompt tokens
//       engine.prefill(prompt);
//     }
//     nvtx::DecodeAll all;                      // LLM@decode_all
//     while (!engine.done()) {
//       nvtx::DecodeStep step{engine.batch()};  // LLM@decode_step, payload: sequences in the batch
//       LLMPROF_NVTX_RANGE("attention");        // LLM@attention, to the end of the scope
//       engine.step();
//     }
//     all.tokens(engine.generated());           // known only now: a mark, not a payload
//   }
//
// Names. Everything is in the NVTX domain `LLM`. A name is registered once: per call site by the macros, else
// by a Stage, which also takes names made at run time. Keep the Stage (`static Stage const mlp{"mlp"};`, or a
// member of the layer) and open ranges on it: `ScopedRange range{mlp, payload};`. A Stage at namespace scope
// would start NVTX before main, too early for a tool that is linked into the program.
//
// Payload. Any integer that is known when the range opens; signed ones arrive as int64, unsigned ones as
// uint64. Leave it out when the number is unknown: 0 says none.
//
// Threads. A ScopedRange (so Prefill, DecodeAll, DecodeStep) ends on the thread that opened it, and ranges
// nest; work that other threads launch is not inside. A UniqueRange may be moved, may end on any thread, and
// holds the work of the whole process. Everything here may be called from several threads at once.
//
// Exceptions. Nothing throws, and nothing reports an error. Ranges end while the stack unwinds. Opening or
// ending a range allocates nothing here. Builds with -fno-exceptions and -fno-rtti.
//
// CUDA. A kernel belongs to the range that is open when its launch is *called*; the range may end before the
// kernel does. During the capture of a CUDA graph ranges fire once, and never at replay: put a range around
// the graph launch too.
//
// Switch. With LLMPROF_NVTX_DISABLE defined (to anything; in CMake -DLLMPROF_NVTX_DISABLE=ON) all of it
// compiles to nothing, under the same names, and needs no NVTX headers. Sources built with and without it
// link together.
//
// Needs C++11 and NVTX's C headers (nvtx3/nvToolsExt.h, in every CUDA toolkit). Link with dl.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifndef LLMPROF_NVTX_DISABLE
#include <nvtx3/nvToolsExt.h>
#endif

// Enabled and disabled are different types to the linker, so a program may mix them without breaking the
// one-definition rule. A disabled Stage is a constant, so that not even the guard of a static is left of it.
#ifndef LLMPROF_NVTX_DISABLE
#define LLMPROF_NVTX_DETAIL_MODE enabled
#define LLMPROF_NVTX_DETAIL_CONSTEXPR
#else
#define LLMPROF_NVTX_DETAIL_MODE disabled
#define LLMPROF_NVTX_DETAIL_CONSTEXPR constexpr
#endif

// NVTX attaches a tool per shared object. Hidden functions keep each object on its own copy of the statics
// below, and keep this header out of what the user's library exports.
#if defined(__GNUC__) && !defined(_WIN32)
#define LLMPROF_NVTX_DETAIL_LOCAL __attribute__((visibility("hidden")))
#else
#define LLMPROF_NVTX_DETAIL_LOCAL
#endif

// `ScopedRange{stage};` would end at the semicolon. GCC and clang know nodiscard in C++11 too, and heed it on
// constructors only.
#if defined(__GNUC__) || __cplusplus >= 201703L
#define LLMPROF_NVTX_DETAIL_NODISCARD [[nodiscard]]
#else
#define LLMPROF_NVTX_DETAIL_NODISCARD
#endif

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++17-extensions"
#pragma clang diagnostic ignored "-Wc++20-extensions"
#endif

namespace llmprof {
namespace nvtx {
inline namespace v1 {
inline namespace LLMPROF_NVTX_DETAIL_MODE {

/// The number a range or a mark carries; default-constructed, none at all. Made from any integer of up to 64
/// bits.
class Payload {
 public:
  enum class Kind : std::uint8_t { none, signed_integer, unsigned_integer };

  LLMPROF_NVTX_DETAIL_LOCAL constexpr Payload() noexcept : bits_(0), kind_(Kind::none) {}

  /// Implicit, so that a range takes the engine's own integer type without a narrowing cast.
  template <typename Integer, typename = typename std::enable_if<
                                  std::is_integral<Integer>::value && !std::is_same<Integer, bool>::value &&
                                  sizeof(Integer) <= sizeof(std::uint64_t)>::type>
  LLMPROF_NVTX_DETAIL_LOCAL constexpr Payload(Integer value) noexcept
      : bits_(static_cast<std::uint64_t>(value)),
        kind_(std::is_signed<Integer>::value ? Kind::signed_integer : Kind::unsigned_integer) {}

  LLMPROF_NVTX_DETAIL_LOCAL constexpr Kind kind() const noexcept { return kind_; }
  LLMPROF_NVTX_DETAIL_LOCAL constexpr std::uint64_t bits() const noexcept {
    return bits_;
  }  ///< Two's complement if signed.

 private:
  std::uint64_t bits_;
  Kind kind_;
};

// The one seam to NVTX: every `#if` of the switch that is not an include is in here.
namespace detail {

// A registered string and its domain. Both travel together, because a Stage may cross from one shared object
// into another, and a pop must name the domain of its push. Null while no tool is attached.
struct Name {
  void* domain;
  void* string;
};

#ifndef LLMPROF_NVTX_DISABLE
// Made on first use, so there is neither an init call nor an order of static constructors to get right. Never
// destroyed: static destructors and detached threads may still open ranges, and by then the tool may have
// gone.
LLMPROF_NVTX_DETAIL_LOCAL inline nvtxDomainHandle_t domain() noexcept {
  static nvtxDomainHandle_t const handle = nvtxDomainCreateA("LLM");
  return handle;
}

LLMPROF_NVTX_DETAIL_LOCAL inline nvtxDomainHandle_t domain_of(Name const& name) noexcept {
  return static_cast<nvtxDomainHandle_t>(name.domain);
}

LLMPROF_NVTX_DETAIL_LOCAL inline std::int32_t payload_type(Payload::Kind kind) noexcept {
  return kind == Payload::Kind::none             ? NVTX_PAYLOAD_UNKNOWN
         : kind == Payload::Kind::signed_integer ? NVTX_PAYLOAD_TYPE_INT64
                                                 : NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
}

LLMPROF_NVTX_DETAIL_LOCAL inline nvtxEventAttributes_t attributes(Name const& name,
                                                                  Payload payload) noexcept {
  nvtxEventAttributes_t event = nvtxEventAttributes_t();
  event.version = NVTX_VERSION;
  event.size = static_cast<std::uint16_t>(sizeof(event));
  event.payloadType = payload_type(payload.kind());
  event.payload.ullValue = payload.bits();
  event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  event.message.registered = static_cast<nvtxStringHandle_t>(name.string);
  return event;
}
#endif

LLMPROF_NVTX_DETAIL_LOCAL LLMPROF_NVTX_DETAIL_CONSTEXPR inline Name register_name(char const* text) noexcept {
#ifndef LLMPROF_NVTX_DISABLE
  return Name{domain(), nvtxDomainRegisterStringA(domain(), text != nullptr ? text : "unnamed")};
#else
  return static_cast<void>(text), Name();
#endif
}

LLMPROF_NVTX_DETAIL_LOCAL inline void push(Name const& name, Payload payload) noexcept {
#ifndef LLMPROF_NVTX_DISABLE
  nvtxEventAttributes_t const event = attributes(name, payload);
  nvtxDomainRangePushEx(domain_of(name), &event);
#else
  static_cast<void>(name);
  static_cast<void>(payload);
#endif
}

LLMPROF_NVTX_DETAIL_LOCAL inline void pop(Name const& name) noexcept {
#ifndef LLMPROF_NVTX_DISABLE
  nvtxDomainRangePop(domain_of(name));
#else
  static_cast<void>(name);
#endif
}

LLMPROF_NVTX_DETAIL_LOCAL inline std::uint64_t start(Name const& name, Payload payload) noexcept {
#ifndef LLMPROF_NVTX_DISABLE
  nvtxEventAttributes_t const event = attributes(name, payload);
  return nvtxDomainRangeStartEx(domain_of(name), &event);
#else
  static_cast<void>(name);
  static_cast<void>(payload);
  return 0;
#endif
}

LLMPROF_NVTX_DETAIL_LOCAL inline void end(Name const& name, std::uint64_t id) noexcept {
#ifndef LLMPROF_NVTX_DISABLE
  nvtxDomainRangeEnd(domain_of(name), id);
#else
  static_cast<void>(name);
  static_cast<void>(id);
#endif
}

LLMPROF_NVTX_DETAIL_LOCAL inline void mark(Name const& name, Payload payload) noexcept {
#ifndef LLMPROF_NVTX_DISABLE
  nvtxEventAttributes_t const event = attributes(name, payload);
  nvtxDomainMarkEx(domain_of(name), &event);
#else
  static_cast<void>(name);
  static_cast<void>(payload);
#endif
}

}  // namespace detail

/// A name prepared for ranges: registering happens here, once, and not when a range opens.
///
/// A cheap value (two handles). It need not outlive the ranges opened on it.
class Stage {
 public:
  /// The text is only read here. A null `name` becomes `unnamed`.
  LLMPROF_NVTX_DETAIL_LOCAL LLMPROF_NVTX_DETAIL_CONSTEXPR explicit Stage(char const* name) noexcept
      : name_(detail::register_name(name)) {}

 private:
  friend class ScopedRange;
  friend class UniqueRange;
  LLMPROF_NVTX_DETAIL_LOCAL friend void mark_tokens(Payload count) noexcept;

  detail::Name name_;
};

/// The stages behind Prefill, DecodeAll and DecodeStep, for a UniqueRange.
LLMPROF_NVTX_DETAIL_LOCAL inline Stage const& prefill_stage() noexcept {
  static Stage const stage{"prefill"};
  return stage;
}

LLMPROF_NVTX_DETAIL_LOCAL inline Stage const& decode_all_stage() noexcept {
  static Stage const stage{"decode_all"};
  return stage;
}

LLMPROF_NVTX_DETAIL_LOCAL inline Stage const& decode_step_stage() noexcept {
  static Stage const stage{"decode_step"};
  return stage;
}

/// Emits the mark `tokens`. It belongs to the innermost range that is open on the calling thread.
LLMPROF_NVTX_DETAIL_LOCAL inline void mark_tokens(Payload count) noexcept {
  static Stage const stage{"tokens"};
  detail::mark(stage.name_, count);
}

/// A range from here to the end of the scope, on this thread (NVTX push/pop).
///
/// Never copied, moved or made on the heap, so that ranges always nest. To end a range elsewhere, use
/// UniqueRange.
class ScopedRange {
 public:
  LLMPROF_NVTX_DETAIL_NODISCARD LLMPROF_NVTX_DETAIL_LOCAL explicit ScopedRange(
      Stage const& stage, Payload payload = Payload()) noexcept
      : name_(stage.name_) {
    detail::push(name_, payload);
  }

  /// A bare string would be registered anew each time: make a Stage, or use LLMPROF_NVTX_RANGE.
  explicit ScopedRange(char const* name, Payload payload = Payload()) = delete;

  LLMPROF_NVTX_DETAIL_LOCAL ~ScopedRange() noexcept { detail::pop(name_); }

  ScopedRange(ScopedRange const&) = delete;
  ScopedRange(ScopedRange&&) = delete;
  ScopedRange& operator=(ScopedRange const&) = delete;
  ScopedRange& operator=(ScopedRange&&) = delete;
  static void* operator new(std::size_t) = delete;
  static void* operator new[](std::size_t) = delete;

  /// Says how many tokens this range made, once that is known. Call it while no inner range is open: the mark
  /// belongs to the innermost range of the calling thread.
  LLMPROF_NVTX_DETAIL_LOCAL void tokens(Payload count) const noexcept { mark_tokens(count); }

 private:
  detail::Name name_;
};

/// The pass over the prompt. Payload: the prompt's tokens, of all sequences of the batch together.
class Prefill final : public ScopedRange {
 public:
  LLMPROF_NVTX_DETAIL_NODISCARD LLMPROF_NVTX_DETAIL_LOCAL explicit Prefill(
      Payload prompt_tokens = Payload()) noexcept
      : ScopedRange(prefill_stage(), prompt_tokens) {}
  LLMPROF_NVTX_DETAIL_LOCAL ~Prefill() noexcept = default;
};

/// All decode steps of a request or batch. Payload: the tokens to make, if that is known; else call tokens()
/// at the end.
class DecodeAll final : public ScopedRange {
 public:
  LLMPROF_NVTX_DETAIL_NODISCARD LLMPROF_NVTX_DETAIL_LOCAL explicit DecodeAll(
      Payload tokens = Payload()) noexcept
      : ScopedRange(decode_all_stage(), tokens) {}
  LLMPROF_NVTX_DETAIL_LOCAL ~DecodeAll() noexcept = default;
};

/// One decode step. Payload: the sequences in the batch.
class DecodeStep final : public ScopedRange {
 public:
  LLMPROF_NVTX_DETAIL_NODISCARD LLMPROF_NVTX_DETAIL_LOCAL explicit DecodeStep(
      Payload sequences = Payload()) noexcept
      : ScopedRange(decode_step_stage(), sequences) {}
  LLMPROF_NVTX_DETAIL_LOCAL ~DecodeStep() noexcept = default;
};

/// A range that may be moved, stored, and ended on another thread (NVTX start/end). It covers every thread.
///
/// There is no tokens() here, because a mark belongs to a thread.
class UniqueRange {
 public:
  /// No range: a place for one that starts later.
  LLMPROF_NVTX_DETAIL_LOCAL UniqueRange() noexcept : name_(), id_(0), open_(false) {}

  LLMPROF_NVTX_DETAIL_NODISCARD LLMPROF_NVTX_DETAIL_LOCAL explicit UniqueRange(
      Stage const& stage, Payload payload = Payload()) noexcept
      : name_(stage.name_), id_(detail::start(name_, payload)), open_(true) {}

  explicit UniqueRange(char const* name, Payload payload = Payload()) = delete;  ///< As for ScopedRange.

  LLMPROF_NVTX_DETAIL_LOCAL ~UniqueRange() noexcept { end(); }

  UniqueRange(UniqueRange const&) = delete;
  UniqueRange& operator=(UniqueRange const&) = delete;

  /// Leaves `other` without a range.
  LLMPROF_NVTX_DETAIL_LOCAL UniqueRange(UniqueRange&& other) noexcept
      : name_(other.name_), id_(other.id_), open_(other.open_) {
    other.open_ = false;
  }

  /// Ends the range held so far, then takes over the other's.
  LLMPROF_NVTX_DETAIL_LOCAL UniqueRange& operator=(UniqueRange&& other) noexcept {
    if (this != &other) {
      end();
      name_ = other.name_;
      id_ = other.id_;
      open_ = other.open_;
      other.open_ = false;
    }
    return *this;
  }

  /// Ends the range now. Does nothing if there is none.
  LLMPROF_NVTX_DETAIL_LOCAL void end() noexcept {
    if (open_) detail::end(name_, id_);
    open_ = false;
  }

  /// Whether a range is held, also while no tool is attached.
  LLMPROF_NVTX_DETAIL_LOCAL bool is_open() const noexcept { return open_; }

 private:
  detail::Name name_;
  std::uint64_t id_;
  bool open_;
};

namespace detail {

// The arguments of LLMPROF_NVTX_RANGE after its name.
template <std::size_t Size>
LLMPROF_NVTX_DETAIL_LOCAL constexpr Payload payload_of(char const (&)[Size],
                                                       Payload payload = Payload()) noexcept {
  return payload;
}

}  // namespace detail

}  // namespace LLMPROF_NVTX_DETAIL_MODE
}  // namespace v1
}  // namespace nvtx
}  // namespace llmprof

#ifdef __clang__
#pragma clang diagnostic pop
#endif

/// A range named after the function, up to the end of the scope.
#define LLMPROF_NVTX_FUNC_RANGE() \
  LLMPROF_NVTX_DETAIL_RANGE(LLMPROF_NVTX_DETAIL_UNIQUE, __func__, ::llmprof::nvtx::Payload())

/// LLMPROF_NVTX_RANGE("name") or LLMPROF_NVTX_RANGE("name", payload): a range up to the end of the scope. The
/// name is a string literal; it is registered once, when control first passes here.
#define LLMPROF_NVTX_RANGE(...)                                                                      \
  LLMPROF_NVTX_DETAIL_RANGE(LLMPROF_NVTX_DETAIL_UNIQUE, "" LLMPROF_NVTX_DETAIL_FIRST(__VA_ARGS__, ), \
                            ::llmprof::nvtx::detail::payload_of(__VA_ARGS__))

// Two statements on purpose: as the body of an un-braced `if` the range would end at once, and so it does not
// compile.
#define LLMPROF_NVTX_DETAIL_RANGE(unique, name, payload)                                           \
  static ::llmprof::nvtx::Stage const LLMPROF_NVTX_DETAIL_JOIN(llmprof_nvtx_stage_, unique){name}; \
  ::llmprof::nvtx::ScopedRange const LLMPROF_NVTX_DETAIL_JOIN(llmprof_nvtx_range_, unique) {       \
    LLMPROF_NVTX_DETAIL_JOIN(llmprof_nvtx_stage_, unique), payload                                 \
  }

// clang 22 calls __COUNTER__ an extension under -pedantic; there, two ranges of one scope must not share a
// line.
#define LLMPROF_NVTX_DETAIL_UNIQUE __COUNTER__
#if defined(__clang__) && defined(__has_warning)
#if __has_warning("-Wc2y-extensions")
#undef LLMPROF_NVTX_DETAIL_UNIQUE
#define LLMPROF_NVTX_DETAIL_UNIQUE __LINE__
#endif
#endif

#define LLMPROF_NVTX_DETAIL_FIRST(first, ...) first
#define LLMPROF_NVTX_DETAIL_JOIN(left, right) LLMPROF_NVTX_DETAIL_PASTE(left, right)
#define LLMPROF_NVTX_DETAIL_PASTE(left, right) left##right

#undef LLMPROF_NVTX_DETAIL_CONSTEXPR
#undef LLMPROF_NVTX_DETAIL_LOCAL
#undef LLMPROF_NVTX_DETAIL_MODE
#undef LLMPROF_NVTX_DETAIL_NODISCARD
