// SPDX-License-Identifier: MIT
#include "recorder.hpp"

// In a file of its own: where NVTX's implementation is included, the header defines the pointer below weakly.
#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

namespace {

struct Handle {
  std::string domain;
  std::string text;
};

struct Log {
  std::mutex mutex;
  std::deque<Handle> handles;  // A deque, because NVTX keeps pointers into it.
  std::vector<std::string> registrations;
  std::vector<recorder::Call> calls;
  std::map<std::pair<std::thread::id, nvtxDomainHandle_t>, int> depth;
  nvtxRangeId_t last_id = 0;
};

std::atomic<int> attached_count{0};

Log& log() {
  static Log& instance = *new Log;  // Never destroyed: ranges may end while statics are destroyed.
  return instance;
}

template <typename NvtxHandle>
Handle const& handle(NvtxHandle nvtx) {
  static Handle const none{"(null)", "(null)"};
  return nvtx != nullptr ? *reinterpret_cast<Handle const*>(nvtx) : none;
}

void write(std::string text) { log().calls.push_back({std::move(text), std::this_thread::get_id()}); }

void* make_handle(std::string domain, std::string text) {
  log().handles.push_back({std::move(domain), std::move(text)});
  return &log().handles.back();
}

std::string message(nvtxEventAttributes_t const& event) {
  switch (event.messageType) {
    case NVTX_MESSAGE_TYPE_REGISTERED: return handle(event.message.registered).text;
    case NVTX_MESSAGE_TYPE_ASCII: return '"' + std::string(event.message.ascii) + '"';
    default: return "(no message)";
  }
}

std::string payload(nvtxEventAttributes_t const& event) {
  switch (event.payloadType) {
    case NVTX_PAYLOAD_UNKNOWN: return "";
    case NVTX_PAYLOAD_TYPE_UNSIGNED_INT64: return " uint64 " + std::to_string(event.payload.ullValue);
    case NVTX_PAYLOAD_TYPE_INT64: return " int64 " + std::to_string(event.payload.llValue);
    default: return " payload of type " + std::to_string(event.payloadType);
  }
}

std::string describe(nvtxDomainHandle_t domain, nvtxEventAttributes_t const& event) {
  bool const sound = event.version == NVTX_VERSION && event.size == sizeof(event);
  return handle(domain).domain + '@' + message(event) + payload(event) + (sound ? "" : " (bad attributes)");
}

nvtxDomainHandle_t create_domain(char const* name) {
  std::lock_guard<std::mutex> const lock(log().mutex);
  log().registrations.push_back("domain " + std::string(name));
  return static_cast<nvtxDomainHandle_t>(make_handle(name, ""));
}

void destroy_domain(nvtxDomainHandle_t domain) {
  std::lock_guard<std::mutex> const lock(log().mutex);
  log().registrations.push_back("destroy " + handle(domain).domain);
}

nvtxStringHandle_t register_string(nvtxDomainHandle_t domain, char const* text) {
  std::lock_guard<std::mutex> const lock(log().mutex);
  log().registrations.push_back("string " + handle(domain).domain + '@' + text);
  return static_cast<nvtxStringHandle_t>(make_handle(handle(domain).domain, text));
}

int push(nvtxDomainHandle_t domain, nvtxEventAttributes_t const* event) {
  std::lock_guard<std::mutex> const lock(log().mutex);
  write("push " + describe(domain, *event));
  return log().depth[{std::this_thread::get_id(), domain}]++;
}

int pop(nvtxDomainHandle_t domain) {
  std::lock_guard<std::mutex> const lock(log().mutex);
  int& depth = log().depth[{std::this_thread::get_id(), domain}];
  write("pop " + handle(domain).domain + (depth > 0 ? "" : " (without a push)"));
  return --depth;
}

nvtxRangeId_t start(nvtxDomainHandle_t domain, nvtxEventAttributes_t const* event) {
  std::lock_guard<std::mutex> const lock(log().mutex);
  write("start " + describe(domain, *event) + " #" + std::to_string(++log().last_id));
  return log().last_id;
}

void end(nvtxDomainHandle_t domain, nvtxRangeId_t id) {
  std::lock_guard<std::mutex> const lock(log().mutex);
  write("end " + handle(domain).domain + " #" + std::to_string(id));
}

void mark(nvtxDomainHandle_t domain, nvtxEventAttributes_t const* event) {
  std::lock_guard<std::mutex> const lock(log().mutex);
  write("mark " + describe(domain, *event));
}

template <typename Function>
void install(NvtxFunctionTable table, NvtxCallbackIdCore2 id, Function* function) {
  *table[id] = reinterpret_cast<NvtxFunctionPointer>(function);
}

int attach(NvtxGetExportTableFunc_t get_export_table) {
  auto const* callbacks = static_cast<NvtxExportTableCallbacks const*>(get_export_table(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  unsigned int size = 0;
  if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) == 0) return 0;
  install(table, NVTX_CBID_CORE2_DomainCreateA, &create_domain);
  install(table, NVTX_CBID_CORE2_DomainDestroy, &destroy_domain);
  install(table, NVTX_CBID_CORE2_DomainRegisterStringA, &register_string);
  install(table, NVTX_CBID_CORE2_DomainRangePushEx, &push);
  install(table, NVTX_CBID_CORE2_DomainRangePop, &pop);
  install(table, NVTX_CBID_CORE2_DomainRangeStartEx, &start);
  install(table, NVTX_CBID_CORE2_DomainRangeEnd, &end);
  install(table, NVTX_CBID_CORE2_DomainMarkEx, &mark);
  ++attached_count;
  return 1;
}

}  // namespace

extern "C" {
// How a tool is linked into a program: this overrides the header's weak symbol, in this object alone.
extern NvtxInitializeInjectionNvtxFunc_t InitializeInjectionNvtx2_fnptr;
NvtxInitializeInjectionNvtxFunc_t InitializeInjectionNvtx2_fnptr = &attach;

// How a tool is loaded: every object finds this through NVTX_INJECTION64_PATH.
int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_export_table);
int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_export_table) { return attach(get_export_table); }
}

namespace recorder {

std::vector<Call> take_calls() {
  std::lock_guard<std::mutex> const lock(log().mutex);
  return std::exchange(log().calls, {});
}

std::vector<std::string> take() {
  std::vector<std::string> texts;
  for (Call const& call : take_calls()) texts.push_back(call.text);
  return texts;
}

std::vector<std::string> registrations() {
  std::lock_guard<std::mutex> const lock(log().mutex);
  return log().registrations;
}

int count(std::string const& registration) {
  auto const all = registrations();
  return static_cast<int>(std::count(all.begin(), all.end(), registration));
}

int attached() { return attached_count; }

}  // namespace recorder
