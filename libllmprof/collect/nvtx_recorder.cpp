// SPDX-License-Identifier: MIT
#include "libllmprof/collect/nvtx_recorder.hpp"

#include <dlfcn.h>
#include <stdlib.h>  // NOLINT: <cstdlib> is the C++ library's
#include <string.h>  // NOLINT

#include "libllmprof/collect/callback_timer.hpp"
#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/chunk_writer.hpp"
#include "libllmprof/collect/libc_only.hpp"
#include "libllmprof/collect/name_table.hpp"
#include "libllmprof/collect/window.hpp"

namespace llmprof::collect {
namespace {

using Attributes = nvtxEventAttributes_t;

std::uint64_t last_range = 0;  // NOLINT: ids of start/end ranges, unique in the process

// Handles are numbers: nothing has to live as long as they do, and a forked child may use its parent's.
std::uint16_t number_of(nvtxDomainHandle_t domain) noexcept {
  return static_cast<std::uint16_t>(reinterpret_cast<std::uintptr_t>(domain));
}
template <class Handle>
Handle handle_of(std::uintptr_t number) noexcept {
  return reinterpret_cast<Handle>(number);  // NOLINT
}

std::uint32_t name_in(Attributes const& event) noexcept {
  switch (event.messageType) {
    case NVTX_MESSAGE_TYPE_ASCII: return name_id(event.message.ascii);
    case NVTX_MESSAGE_TYPE_UNICODE: return name_id(event.message.unicode);
    case NVTX_MESSAGE_TYPE_REGISTERED:
      return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(event.message.registered));
    default: return 0;
  }
}

std::uint64_t payload_in(Attributes const& event) noexcept {
  switch (event.payloadType) {
    case NVTX_PAYLOAD_TYPE_INT32:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(event.payload.iValue));
    case NVTX_PAYLOAD_TYPE_UNSIGNED_INT32: return event.payload.uiValue;
    case NVTX_PAYLOAD_TYPE_FLOAT: {
      double const value = event.payload.fValue;
      std::uint64_t bits = 0;
      ::memcpy(&bits, &value, sizeof(bits));
      return bits;
    }
    default: return event.payload.ullValue;  // 64 bits of whatever type
  }
}

void record(spool::Kind kind, std::uint16_t domain, std::uint32_t name, Attributes const* event,
            std::uint64_t range, std::uint64_t time) noexcept {
  write<spool::RangeRecord>(kind, [&](spool::RangeRecord& record) {
    record.name = name;
    record.time = time;
    record.range = range;
    record.domain = domain;
    record.payload = 0;
    record.payload_type = 0;
    record.category = 0;
    if (event != nullptr && event->payloadType != 0) {
      record.payload_type = static_cast<std::uint16_t>(event->payloadType);
      record.payload = payload_in(*event);
    }
    if (event != nullptr) record.category = event->category;
  });
}

/// Opening: the name first, then the time, so that our own work lies outside the range.
void open(spool::Kind kind, std::uint16_t domain, std::uint32_t name, Attributes const* event,
          std::uint64_t range) noexcept {
  if (kind == spool::Kind::mark) {
    if (is_recording()) record(kind, domain, name, event, range, now());
    return;
  }
  Entry const entry = enter_range(domain, name, range);
  if (!entry.is_recorded) return;
  std::uint64_t const time = now();
  if (is_still_in(entry, range)) record(kind, domain, name, event, range, time);
}
void open(spool::Kind kind, std::uint16_t domain, Attributes const* event, std::uint64_t range = 0) noexcept {
  CallbackTimer const timer;
  open(kind, domain, event == nullptr ? 0 : name_in(*event), event, range);
}
template <class Char>
void open_named(spool::Kind kind, Char const* text, std::uint64_t range = 0) noexcept {
  CallbackTimer const timer;
  open(kind, 0, name_id(text), nullptr, range);
}

void close(spool::Kind kind, std::uint16_t domain, std::uint64_t range) noexcept {
  std::uint64_t const time = now();
  CallbackTimer const timer(time);
  Leave const leave = leave_range(domain, range);
  if (leave == Leave::ignored) return;
  write<spool::RangeEndRecord>(kind, [&](spool::RangeEndRecord& record) {
    record.domain = domain;
    record.time = time;
    record.range = range;
  });
  if (leave == Leave::last) close_window();
}

std::uint64_t new_range() noexcept { return add(last_range, 1) + 1; }

// --- Functions that NVTX calls ---
// Depths are not kept: what NVTX returns from push and pop is for people, and is 0.

void NVTX_API mark_ex(Attributes const* event) { open(spool::Kind::mark, 0, event); }
void NVTX_API mark_a(char const* text) { open_named(spool::Kind::mark, text); }
void NVTX_API mark_w(wchar_t const* text) { open_named(spool::Kind::mark, text); }
void NVTX_API domain_mark_ex(nvtxDomainHandle_t domain, Attributes const* event) {
  open(spool::Kind::mark, number_of(domain), event);
}

int NVTX_API push_ex(Attributes const* event) {
  open(spool::Kind::push, 0, event);
  return 0;
}
int NVTX_API push_a(char const* text) {
  open_named(spool::Kind::push, text);
  return 0;
}
int NVTX_API push_w(wchar_t const* text) {
  open_named(spool::Kind::push, text);
  return 0;
}
int NVTX_API domain_push_ex(nvtxDomainHandle_t domain, Attributes const* event) {
  open(spool::Kind::push, number_of(domain), event);
  return 0;
}
int NVTX_API pop() {
  close(spool::Kind::pop, 0, 0);
  return 0;
}
int NVTX_API domain_pop(nvtxDomainHandle_t domain) {
  close(spool::Kind::pop, number_of(domain), 0);
  return 0;
}

nvtxRangeId_t NVTX_API start_ex(Attributes const* event) {
  std::uint64_t const range = new_range();
  open(spool::Kind::start, 0, event, range);
  return range;
}
nvtxRangeId_t NVTX_API start_a(char const* text) {
  std::uint64_t const range = new_range();
  open_named(spool::Kind::start, text, range);
  return range;
}
nvtxRangeId_t NVTX_API start_w(wchar_t const* text) {
  std::uint64_t const range = new_range();
  open_named(spool::Kind::start, text, range);
  return range;
}
nvtxRangeId_t NVTX_API domain_start_ex(nvtxDomainHandle_t domain, Attributes const* event) {
  std::uint64_t const range = new_range();
  open(spool::Kind::start, number_of(domain), event, range);
  return range;
}
void NVTX_API end(nvtxRangeId_t range) { close(spool::Kind::end, 0, range); }
void NVTX_API domain_end(nvtxDomainHandle_t domain, nvtxRangeId_t range) {
  close(spool::Kind::end, number_of(domain), range);
}

nvtxDomainHandle_t NVTX_API create_a(char const* name) {
  return handle_of<nvtxDomainHandle_t>(domain_id(name_id(name)));
}
nvtxDomainHandle_t NVTX_API create_w(wchar_t const* name) {
  return handle_of<nvtxDomainHandle_t>(domain_id(name_id(name)));
}
nvtxStringHandle_t NVTX_API register_a(nvtxDomainHandle_t, char const* text) {
  return handle_of<nvtxStringHandle_t>(name_id(text));
}
nvtxStringHandle_t NVTX_API register_w(nvtxDomainHandle_t, wchar_t const* text) {
  return handle_of<nvtxStringHandle_t>(name_id(text));
}

/// The table of one part of a module's NVTX, bounded by the size that the module says.
class Table {
 public:
  Table() = default;
  Table(NvtxExportTableCallbacks const& callbacks, NvtxCallbackModule part) noexcept {
    if (callbacks.GetModuleFunctionTable(part, &table_, &size_) == 0) table_ = nullptr;
  }
  [[nodiscard]] explicit operator bool() const noexcept { return table_ != nullptr; }

  template <class Function>
  void set(unsigned index, Function* function) noexcept {
    if (index < size_ && table_[index] != nullptr) {
      store(*table_[index], reinterpret_cast<NvtxFunctionPointer>(function));  // NOLINT
    }
  }

 private:
  NvtxFunctionTable table_ = nullptr;
  unsigned size_ = 0;
};

/// One shared object that uses NVTX.
struct Module {
  Table core;
  Table core2;
  NvtxExportTableCallbacks const* callbacks = nullptr;  ///< Lies in it.
  void* base = nullptr;
};

struct Modules {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  Module* all = nullptr;
  std::size_t count = 0;
  bool recording = false;
};
Modules modules;  // NOLINT: one a process

void* base_of(void const* address) noexcept {
  Dl_info info{};
  return ::dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

/// A plugin may have been closed since: then its tables are gone. @pre the modules are not locked: the loader
/// has a lock of its own, which it holds while the constructors of a plugin make their first NVTX calls
bool is_loaded(Module const& module) noexcept { return base_of(module.callbacks) == module.base; }

void set_names(Table& core2) noexcept {
  core2.set(NVTX_CBID_CORE2_DomainRegisterStringA, register_a);
  core2.set(NVTX_CBID_CORE2_DomainRegisterStringW, register_w);
  core2.set(NVTX_CBID_CORE2_DomainCreateA, create_a);
  core2.set(NVTX_CBID_CORE2_DomainCreateW, create_w);
}

template <class Function>
Function* if_on(bool on, Function* function) noexcept {
  return on ? function : nullptr;
}

void set_core(Table& table, bool on) noexcept {
  table.set(NVTX_CBID_CORE_MarkEx, if_on(on, mark_ex));
  table.set(NVTX_CBID_CORE_MarkA, if_on(on, mark_a));
  table.set(NVTX_CBID_CORE_MarkW, if_on(on, mark_w));
  table.set(NVTX_CBID_CORE_RangeStartEx, if_on(on, start_ex));
  table.set(NVTX_CBID_CORE_RangeStartA, if_on(on, start_a));
  table.set(NVTX_CBID_CORE_RangeStartW, if_on(on, start_w));
  table.set(NVTX_CBID_CORE_RangeEnd, if_on(on, end));
  table.set(NVTX_CBID_CORE_RangePushEx, if_on(on, push_ex));
  table.set(NVTX_CBID_CORE_RangePushA, if_on(on, push_a));
  table.set(NVTX_CBID_CORE_RangePushW, if_on(on, push_w));
  table.set(NVTX_CBID_CORE_RangePop, if_on(on, pop));
}

void set_core2(Table& table, bool on) noexcept {
  table.set(NVTX_CBID_CORE2_DomainMarkEx, if_on(on, domain_mark_ex));
  table.set(NVTX_CBID_CORE2_DomainRangeStartEx, if_on(on, domain_start_ex));
  table.set(NVTX_CBID_CORE2_DomainRangeEnd, if_on(on, domain_end));
  table.set(NVTX_CBID_CORE2_DomainRangePushEx, if_on(on, domain_push_ex));
  table.set(NVTX_CBID_CORE2_DomainRangePop, if_on(on, domain_pop));
}

void set_events(Module& module, bool on) noexcept {
  set_core(module.core, on);
  set_core2(module.core2, on);
}

/// A plugin that was closed and opened again at the same place is no other.
/// @return whether there is memory to remember it. @pre the mutex is held
bool remember(Module const& module) noexcept {
  for (std::size_t i = 0; i < modules.count; ++i) {
    if (modules.all[i].callbacks != module.callbacks) continue;
    modules.all[i] = module;
    return true;
  }
  void* const more = ::realloc(modules.all, (modules.count + 1) * sizeof(Module));
  if (more == nullptr) return false;
  modules.all = static_cast<Module*>(more);
  modules.all[modules.count++] = module;
  return true;
}

/// What is attached, one after the other; more may come meanwhile. @return false behind the last one
bool module_at(std::size_t index, Module& module) noexcept {
  Lock const lock(modules.mutex);
  if (index >= modules.count) return false;
  module = modules.all[index];
  return true;
}

}  // namespace

bool attach_nvtx(NvtxGetExportTableFunc_t get_export_table) noexcept {
  auto const* callbacks = static_cast<NvtxExportTableCallbacks const*>(get_export_table(NVTX_ETID_CALLBACKS));
  if (callbacks == nullptr || callbacks->struct_size < sizeof(NvtxExportTableCallbacks)) return false;
  Module module{Table(*callbacks, NVTX_CB_MODULE_CORE), Table(*callbacks, NVTX_CB_MODULE_CORE2), callbacks,
                base_of(callbacks)};
  if (!module.core || !module.core2) return false;
  Lock const lock(modules.mutex);
  if (!remember(module)) return false;
  set_names(module.core2);
  set_events(module, modules.recording);
  return true;
}

void record_ranges(bool on) noexcept {
  {
    Lock const lock(modules.mutex);
    modules.recording = on;
  }
  Module module;
  for (std::size_t i = 0; module_at(i, module); ++i) {
    if (is_loaded(module)) set_events(module, on);
  }
}

std::size_t count_modules() noexcept {
  std::size_t loaded = 0;
  Module module;
  for (std::size_t i = 0; module_at(i, module); ++i) loaded += is_loaded(module) ? 1U : 0U;
  return loaded;
}

void lock_nvtx() noexcept { ::pthread_mutex_lock(&modules.mutex); }
void unlock_nvtx() noexcept { ::pthread_mutex_unlock(&modules.mutex); }

}  // namespace llmprof::collect
