// SPDX-License-Identifier: MIT
// A workload for the tests of `llmprof run`: ranges of an engine, then whatever the first argument names.
#include <nvtx3/nvToolsExt.h>
#include <signal.h>  // NOLINT: <csignal> does not promise kill
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

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

void close_all_files() {
  for (int file = 3; file < 1024; ++file) close(file);
  many("later", 20000);  // more than a chunk holds
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
      {"other-thread", end_on_another_thread},
      {"odd", odd_names},
      {"many", [] { many("range", 1'000'000); }},
      {"kill", [] { kill(getpid(), SIGKILL); }},
      {"segv", crash},
      {"exit", [] { _exit(0); }},
      {"exec", [] { execl("/proc/self/exe", "marked_program", "second", nullptr); }},
      {"steps", [] { repeat_steps(10, 0); }},
      {"slow-steps", [] { repeat_steps(20, 100'000); }},
      {"two-threads", work_beside_steps},
      {"sleep", [] { sleep(30); }},
      {"fail", [] { std::exit(3); }},  // NOLINT: one thread
  };
  if (what == "silent") return 0;
  generate();
  if (auto const action = actions.find(what); action != actions.end()) action->second();
  pop();
  char line[64] = {};
  std::puts(std::fgets(line, sizeof(line), stdin) == nullptr ? "no input" : line);
  return 0;
}
