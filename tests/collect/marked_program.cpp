// SPDX-License-Identifier: MIT
// A workload for the tests of `llmprof run`: ranges of an engine, then whatever the first argument names.
#include <dlfcn.h>
#include <nvtx3/nvToolsExt.h>
#include <signal.h>  // NOLINT: <csignal> does not promise kill
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "libllmprof/collect/spool_format.hpp"

#if defined(__SANITIZE_THREAD__)
// NVTX's header keeps its function pointers in this variable of each program and reads them without
// synchronisation, also while the first call of another thread has a tool fill them in. Nothing outside the
// header can change that.
extern "C" char const* __tsan_default_suppressions() { return "race:nvtxGlobals_v3\n"; }  // NOLINT: its name
#endif

namespace {

nvtxDomainHandle_t llm() {
  static nvtxDomainHandle_t const domain = nvtxDomainCreateA("LLM");
  return domain;
}

nvtxEventAttributes_t event(std::int64_t payload) {
  nvtxEventAttributes_t attributes{};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.payloadType = NVTX_PAYLOAD_TYPE_INT64;
  attributes.payload.llValue = payload;
  return attributes;
}

void push(char const* name, std::int64_t payload) {
  nvtxEventAttributes_t attributes = event(payload);
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = name;
  nvtxDomainRangePushEx(llm(), &attributes);
}

void push_registered(nvtxStringHandle_t name, std::int64_t payload) {
  nvtxEventAttributes_t attributes = event(payload);
  attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  attributes.message.registered = name;
  nvtxDomainRangePushEx(llm(), &attributes);
}

void pop() { nvtxDomainRangePop(llm()); }

void generate() {
  nvtxStringHandle_t const step = nvtxDomainRegisterStringA(llm(), "decode_step");
  push("prefill", 128);
  usleep(5000);
  pop();
  push("decode_all", 4);
  for (int i = 0; i < 4; ++i) {
    push_registered(step, 1);
    usleep(1000);
    pop();
  }
}

void many(char const* name, int count) {
  for (int i = 0; i < count; ++i) {
    nvtxRangePushA(name);
    nvtxRangePop();
  }
}

void fork_child() {
  if (fork() == 0) {
    push("child", 1);
    many("in_child", 3);
    pop();
    _exit(0);
  }
  wait(nullptr);
}

void start_threads() {
  std::vector<std::thread> threads;
  threads.reserve(64);
  for (int i = 0; i < 64; ++i) threads.emplace_back(many, "thread", 2000);
  for (std::thread& thread : threads) thread.join();
}

/// NVTX, the spool, domains and names are all first asked for by several threads at once.
void race_to_be_first() {
  std::atomic<int> waiting = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&waiting] {
      ++waiting;
      while (waiting < 8) std::this_thread::yield();
      nvtxDomainHandle_t const domain = nvtxDomainCreateA("race");
      nvtxEventAttributes_t attributes = event(1);
      attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
      attributes.message.registered = nvtxDomainRegisterStringA(domain, "first");
      nvtxDomainRangePushEx(domain, &attributes);
      many("range", 100);
      nvtxRangeEnd(nvtxRangeStartA("started"));
      nvtxDomainRangePop(domain);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void close_all_files() {
  for (int file = 3; file < 1024; ++file) close(file);
  many("later", 20000);  // more than a chunk holds
}

void close_standard_files_too() {
  for (int file = 0; file < 1024; ++file) close(file);
  many("later", 20000);
}

// --- Processes that come and go ---

/// The first process leaves at once; what goes on has a session of its own.
bool is_daemon() {
  if (fork() != 0) return false;
  setsid();
  if (fork() != 0) _exit(0);
  for (int file = 0; file < 1024; ++file) close(file);
  return true;
}

void daemonise() {
  if (!is_daemon()) return;
  for (int i = 0; i < 20; ++i) {
    push("in_daemon", i);
    usleep(50'000);
    pop();
  }
  _exit(0);
}

/// It records no more, and stays for some seconds.
void leave_sleeping_daemon() {
  if (!is_daemon()) return;
  push("in_daemon", 0);
  sleep(20);
  _exit(0);
}

void fork_among_threads() {
  std::atomic<bool> done = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&done, i] {
      // New names, for these take the locks that a fork must not find held.
      for (int n = 0; !done; ++n) {
        many(("name " + std::to_string(n * 4 + i)).c_str(), 5);
        usleep(100);
      }
    });
  }
  for (int i = 0; i < 20; ++i) {
    pid_t const child = fork();
    if (child == 0) {
      push("child", i);
      many("in_child", 100);
      pop();
      _exit(0);
    }
    waitpid(child, nullptr, 0);
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
}

/// While a thread makes the first NVTX call of all.
void fork_at_first() {
  std::thread first([] { nvtxMarkA("first"); });
  usleep(100'000);
  pid_t const child = fork();
  if (child == 0) {
    execl("/bin/true", "true", nullptr);
    _exit(1);
  }
  waitpid(child, nullptr, 0);
  first.join();
}

/// Which another thread opened.
void fork_in_window() {
  std::promise<void> opened;
  std::promise<void> forked;
  std::thread owner([&] {
    push("step", 0);
    opened.set_value();
    forked.get_future().wait();
    pop();
  });
  opened.get_future().wait();
  pid_t const child = fork();
  if (child == 0) {
    many("orphan", 1);
    push("step", 1);
    many("in_child", 1);
    pop();
    many("orphan", 1);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  forked.set_value();
  owner.join();
}

void vfork_and_spawn() {
  pid_t child = vfork();  // NOLINT: that is what is tested
  if (child == 0) {
    execl("/proc/self/exe", "marked_program", "second", nullptr);
    _exit(1);
  }
  waitpid(child, nullptr, 0);
  std::string name = "marked_program";
  char* words[] = {name.data(), nullptr};
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, words, environ) == 0) {
    waitpid(child, nullptr, 0);
  }
}

void kill_child() {
  pid_t const child = fork();
  if (child == 0) {
    push("child", 1);
    many("in_child", 1000);
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
}

// --- Spools that are not what they seem ---

std::filesystem::path spools() { return std::getenv("LLMPROF_SPOOL"); }  // NOLINT: nobody changes it

void remove_spools() {
  std::filesystem::remove_all(spools());
  many("later", 20000);
}

template <class Value>
void overwrite(std::fstream& file, std::size_t offset, Value value) {
  file.seekp(static_cast<std::streamoff>(offset));
  file.write(reinterpret_cast<char const*>(&value), sizeof(value));
}

/// Leaves a spool that is still open, of a process whose number is another's now: that of our parent, who
/// lives.
void leave_spool_of_reused_number() {
  namespace fs = std::filesystem;
  using llmprof::spool::Header;
  fs::path const own = fs::directory_iterator(spools())->path();
  fs::path const copy = spools() / "1-1-0.spool";
  fs::copy_file(own, copy);
  std::fstream file(copy, std::ios::in | std::ios::out | std::ios::binary);
  overwrite(file, offsetof(Header, pid), static_cast<std::uint64_t>(getppid()));
  overwrite(file, offsetof(Header, process_start), std::uint64_t{1});
}

void spoil_spool() { std::ofstream(spools() / "1-1-0.spool") << "this is no spool"; }

/// As the driver does when a process initialises CUDA.
void initialise_cuda() {
  void* const library = dlopen(std::getenv("CUDA_INJECTION64_PATH"), RTLD_NOW);  // NOLINT: nobody changes it
  auto* const initialise =
      library == nullptr ? nullptr : reinterpret_cast<int (*)()>(dlsym(library, "InitializeInjection"));
  if (initialise == nullptr || initialise() != 1) std::exit(99);  // NOLINT: one thread
  many("later", 100);
}

void end_on_another_thread() {
  nvtxEventAttributes_t attributes = event(7);
  attributes.messageType = NVTX_MESSAGE_TYPE_UNICODE;
  attributes.message.unicode = L"Gr\u00f6\u00dfe";
  nvtxRangeId_t const range = nvtxDomainRangeStartEx(llm(), &attributes);
  std::thread(nvtxDomainRangeEnd, llm(), range).join();
}

void odd_names() {
  nvtxRangePushA(nullptr);
  nvtxRangePop();
  std::string const megabyte(1U << 20U, 'x');
  many(megabyte.c_str(), 2);
  nvtxRangePop();  // nothing is open
  push("left open", 0);
}

/// Each with a range inside that is open in another domain, and one of its own.
void repeat_steps(int count, unsigned pause_us) {
  for (int i = 0; i < count; ++i) {
    push("step", i);
    nvtxRangePushA("inside");
    push("inner", 0);
    pop();
    nvtxRangePop();
    pop();
    many("between", 1);
    usleep(pause_us);
  }
}

/// Steps with pauses, while another thread never stops to open and close ranges.
void race_beside_steps() {
  std::atomic<bool> stop = false;
  std::thread beside([&] {
    while (!stop) {
      nvtxRangePushA("beside");
      nvtxRangePop();
    }
  });
  for (int i = 0; i < 1500; ++i) {
    push("step", 0);
    for (std::atomic<int> work = 0; work < 2000;) ++work;
    pop();
    usleep(200);
  }
  stop = true;
  beside.join();
}

/// A thread whose ranges begin before the steps of this one, inside them, and end after them.
void work_beside_steps() {
  int stage = 0;
  std::mutex mutex;
  std::condition_variable changed;
  auto const reach = [&](int number, auto&& act) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return stage == number; });
    act();
    ++stage;
    changed.notify_all();
  };
  std::thread worker([&] {
    reach(0, [] { nvtxRangePushA("before"); });
    reach(2, [] {
      nvtxRangePop();
      nvtxRangePushA("across");
    });
    reach(4, [] { nvtxRangePop(); });
    reach(6, [] { many("second", 1); });
  });
  for (int step : {1, 5}) {
    reach(step, [] { push("step", 0); });
    reach(step + 2, [] { pop(); });
  }
  worker.join();
}

void crash() {
  signal(SIGSEGV, SIG_DFL);  // a sanitizer would make an exit status of it
  raise(SIGSEGV);
}

}  // namespace

int main(int count, char** words) {
  std::string const what = count > 1 ? words[1] : "";
  std::map<std::string, void (*)()> const actions{
      {"fork", fork_child},
      {"threads", start_threads},
      {"close", close_all_files},
      {"close-all", close_standard_files_too},
      {"cuda", initialise_cuda},
      {"daemon", daemonise},
      {"fork-among-threads", fork_among_threads},
      {"fork-in-window", fork_in_window},
      {"kill-child", kill_child},
      {"other-thread", end_on_another_thread},
      {"remove-spools", remove_spools},
      {"reused-number", leave_spool_of_reused_number},
      {"sleeping-daemon", leave_sleeping_daemon},
      {"spawn", vfork_and_spawn},
      {"spoil", spoil_spool},
      {"odd", odd_names},
      {"many", [] { many("range", 1'000'000); }},
      {"ten-million", [] { many("range", 10'000'000); }},
      {"kill", [] { kill(getpid(), SIGKILL); }},
      {"segv", crash},
      {"exit", [] { _exit(0); }},
      {"exec", [] { execl("/proc/self/exe", "marked_program", "second", nullptr); }},
      {"steps", [] { repeat_steps(10, 0); }},
      {"slow-steps", [] { repeat_steps(20, 100'000); }},
      {"two-threads", work_beside_steps},
      {"race", race_beside_steps},
      {"sleep", [] { sleep(30); }},
      {"fail", [] { std::exit(3); }},  // NOLINT: one thread
  };
  if (what == "silent") return 0;
  if (what == "race-to-be-first") race_to_be_first();
  if (what == "fork-at-first") fork_at_first();
  generate();
  if (auto const action = actions.find(what); action != actions.end()) action->second();
  pop();
  char line[64] = {};
  std::puts(std::fgets(line, sizeof(line), stdin) == nullptr ? "no input" : line);
  return 0;
}
