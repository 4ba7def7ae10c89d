// SPDX-License-Identifier: MIT
#include "llmprof/collect/collector.hpp"

#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "libllmprof/collect/chunk_memory.hpp"
#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/chunk_writer.hpp"
#include "libllmprof/collect/cupti_recorder.hpp"
#include "libllmprof/collect/libc_only.hpp"
#include "libllmprof/collect/live_summary.hpp"
#include "libllmprof/collect/name_table.hpp"
#include "libllmprof/collect/nvtx_recorder.hpp"
#include "libllmprof/collect/window.hpp"
#include "libllmprof/support/quiet_thread.hpp"
#include "llmprof/error.hpp"

namespace llmprof {
inline namespace v0 {
namespace {

constexpr auto pass_every = std::chrono::milliseconds(100);

std::atomic<bool> there_is_one{false};  // NOLINT

void before_fork() {
  collect::lock_nvtx();
  collect::lock_window();
  collect::lock_names();
  collect::lock_chunks();
}
void after_fork() {
  collect::unlock_chunks();
  collect::unlock_names();
  collect::unlock_window();
  collect::unlock_nvtx();
}
/// Nobody adds up there.
void after_fork_in_child() {
  collect::forget_chunks();
  after_fork();
  collect::record_ranges(false);
}

}  // namespace

/// Of the process, as the recorders are. Never destroyed: threads may record while the process exits.
class Collector::Impl {
 public:
  static Impl& of_process() {
    static auto* const impl = new Impl;
    return *impl;
  }

  void start() {
    if (is_forked()) throw Error("cannot start the collector: this process was forked from one that has it");
    std::lock_guard const lock(control_);
    if (running_) return;
    try {
      thread_ = start_quiet_thread([this] { add_up_until_stopped(); });
    } catch (std::exception const& why) {
      throw Error(std::string("cannot start the collector: no thread: ") + why.what());
    }
    running_ = true;
    started_ = collect::now();
    collect::record_ranges(true);
    collect::attach_cupti(false);
  }

  void stop() {
    if (is_forked()) return;
    std::lock_guard const lock(control_);
    if (!running_) return;
    collect::record_ranges(false);
    collect::detach_cupti();
    end_thread();
    recorded_ns_ += collect::now() - started_;
    running_ = false;
    std::lock_guard const pass(summary_mutex_);
    add_up(UINT64_MAX);
  }

  LiveFigures snapshot() {
    if (is_forked()) return {};
    std::lock_guard const lock(control_);
    if (running_) collect::flush_device();
    std::lock_guard const pass(summary_mutex_);
    add_up(UINT64_MAX);
    LiveFigures figures = summary_.figures();
    figures.recorded_ns =
        static_cast<std::int64_t>(recorded_ns_ + (running_ ? collect::now() - started_ : 0));
    figures.dropped += collect::load(collect::spool_header()->dropped) +
                       collect::load(collect::spool_header()->cupti_dropped) +
                       collect::load(collect::spool_header()->without_time) +
                       collect::load(collect::spool_header()->cut_off);
    return figures;
  }

  CollectorState state() {
    if (is_forked()) return {.no_ranges = forked, .no_kernels = forked};
    std::lock_guard const lock(control_);
    CollectorState state;
    state.running = running_;
    state.modules = collect::count_modules();
    if (state.modules == 0) state.no_ranges = why_no_ranges();
    state.kernels = running_ && collect::spool_header()->cupti == spool::Attach::attached;
    if (running_ && !state.kernels) state.no_kernels = collect::spool_header()->cupti_message;
    return state;
  }

 private:
  static constexpr char const* forked = "this process was forked from one with a collector";

  Impl() { ::pthread_atfork(before_fork, after_fork, after_fork_in_child); }

  [[nodiscard]] bool is_forked() const { return ::getpid() != pid_; }

  void end_thread() {
    {
      std::lock_guard const pass(summary_mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
    stopping_ = false;
  }

  static std::string why_no_ranges() {
    char const* const tool = std::getenv("NVTX_INJECTION64_PATH");
    if (tool != nullptr && *tool != '\0') {
      return std::string(
                 "no NVTX function was called yet, or another tool gets the ranges: "
                 "NVTX_INJECTION64_PATH is set, to ") +
             tool;
    }
    return "no NVTX function was called yet, or from shared objects alone: see "
           "CollectorOptions::nvtx_library";
  }

  void add_up_until_stopped() {
    std::unique_lock lock(summary_mutex_);
    while (!wake_.wait_for(lock, pass_every, [this] { return stopping_; })) {
      lock.unlock();
      collect::flush_device();  // calls back into the recorders; they need no lock of ours
      lock.lock();
      add_up(collect::now() - settled_after_ns);
    }
  }

  /// @pre summary_mutex_ is held
  void add_up(std::uint64_t until) {
    collect::drain_chunks(
        [this](std::uint32_t tid, spool::Record const& record) { summary_.add(tid, record); });
    summary_.fold(until);
  }

  pid_t const pid_ = ::getpid();
  std::mutex control_;  ///< start, stop, snapshot, state
  bool running_ = false;
  std::uint64_t started_ = 0;
  std::uint64_t recorded_ns_ = 0;
  std::thread thread_;

  std::mutex summary_mutex_;  ///< Taken after control_.
  std::condition_variable wake_;
  bool stopping_ = false;
  LiveSummary summary_;
};

Collector::Collector(CollectorOptions const& options) : impl_(Impl::of_process()) {
  if (there_is_one.exchange(true)) {
    throw Error("cannot make a collector: there is one in this process; destroy it first");
  }
  collect::limit_chunk_memory(options.buffer_bytes);
  if (!options.nvtx_library.empty()) ::setenv("NVTX_INJECTION64_PATH", options.nvtx_library.c_str(), 0);
}
Collector::~Collector() {
  stop();
  there_is_one = false;
}
void Collector::start() { impl_.start(); }
void Collector::stop() { impl_.stop(); }
LiveFigures Collector::snapshot() { return impl_.snapshot(); }
CollectorState Collector::state() const { return impl_.state(); }

}  // namespace v0
}  // namespace llmprof

/// Called at the first NVTX call of each module: by our injected library, or by NVTX itself, which in the
/// program finds the pointer below.
extern "C" [[gnu::visibility("default"), gnu::used]] int InitializeInjectionNvtx2Preinject(
    NvtxGetExportTableFunc_t get_export_table) {
  return llmprof::collect::attach_nvtx(get_export_table) ? 1 : 0;
}
extern "C" {
[[gnu::visibility("default"), gnu::used]] NvtxInitializeInjectionNvtxFunc_t InitializeInjectionNvtx2_fnptr =
    InitializeInjectionNvtx2Preinject;
}
