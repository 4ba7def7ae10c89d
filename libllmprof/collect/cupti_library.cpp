// SPDX-License-Identifier: MIT
#include "libllmprof/collect/cupti_library.hpp"

#include <dlfcn.h>
#include <limits.h>  // NOLINT: no C++ library
#include <link.h>
#include <stdio.h>   // NOLINT: no C++ library
#include <stdlib.h>  // NOLINT
#include <string.h>  // NOLINT

namespace llmprof::collect {
namespace {

#if defined(__aarch64__)
#define LLMPROF_CUDA_TARGET "sbsa-linux"
#else
#define LLMPROF_CUDA_TARGET "x86_64-linux"
#endif

constexpr char const* sonames[] = {"libcupti.so.13", "libcupti.so.12"};
char message[512];  // NOLINT: what open_cupti returns

void* open(char const* path, int extra = 0) noexcept { return ::dlopen(path, RTLD_NOW | RTLD_LOCAL | extra); }

/// Where a libcudart is mapped, without its file name.
int find_cudart(dl_phdr_info* info, std::size_t, void* folder) noexcept {
  char const* const name = info->dlpi_name == nullptr ? nullptr : ::strrchr(info->dlpi_name, '/');
  if (name == nullptr || ::strncmp(name, "/libcudart.so", 13) != 0) return 0;
  ::snprintf(static_cast<char*>(folder), PATH_MAX, "%.*s", static_cast<int>(name - info->dlpi_name),
             info->dlpi_name);
  return 1;
}

void* open_in(char const* folder, char const* below) noexcept {
  for (char const* const soname : sonames) {
    char path[PATH_MAX + 64];
    ::snprintf(path, sizeof(path), "%s%s/%s", folder, below, soname);
    if (void* library = open(path)) return library;
  }
  return nullptr;
}

void* open_beside_cudart() noexcept {
  char folder[PATH_MAX] = {};
  if (::dl_iterate_phdr(find_cudart, folder) == 0) return nullptr;
  constexpr char const* places[] = {"", "/../../cuda_cupti/lib", "/../extras/CUPTI/lib64"};
  for (char const* const below : places) {
    if (void* library = open_in(folder, below)) return library;
  }
  return nullptr;
}

void* open_in_toolkit() noexcept {
  constexpr char const* places[] = {"/targets/" LLMPROF_CUDA_TARGET "/lib", "/extras/CUPTI/lib64", "/lib64"};
  char const* const homes[] = {::getenv("CUDA_HOME"), ::getenv("CUDA_PATH"), "/usr/local/cuda", "/opt/cuda"};
  for (char const* const home : homes) {
    if (home == nullptr || home[0] == '\0') continue;
    for (char const* const below : places) {
      if (void* library = open_in(home, below)) return library;
    }
  }
  return nullptr;
}

void* find_library() noexcept {
  if (char const* const path = ::getenv("LLMPROF_CUPTI"); path != nullptr && path[0] != '\0')
    return open(path);
  for (char const* const soname : sonames) {
    if (void* library = open(soname, RTLD_NOLOAD)) return library;
  }
  if (void* library = open_beside_cudart()) return library;
  if (void* library = open_in_toolkit()) return library;
  for (char const* const soname : sonames) {
    if (void* library = open(soname)) return library;
  }
  return nullptr;
}

/// 12.x counted its releases from 18; since 13.0 the number is 10000 x major + 100 x minor + patch.
bool is_known(std::uint32_t version) noexcept {
  return (version >= 18 && version < 100) || (version >= 130000 && version < 140000);
}

template <class Function>
bool find(void* library, char const* name, Function*& function) noexcept {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  if (function == nullptr) ::snprintf(message, sizeof(message), "libcupti has no function %s", name);
  return function != nullptr;
}

bool find_all(void* library, cupti::Functions& to) noexcept {
  return find(library, "cuptiGetVersion", to.get_version) &&
         find(library, "cuptiGetResultString", to.get_result_string) &&
         find(library, "cuptiSubscribe", to.subscribe) && find(library, "cuptiUnsubscribe", to.unsubscribe) &&
         find(library, "cuptiEnableCallback", to.enable_callback) &&
         find(library, "cuptiGetCallbackName", to.get_callback_name) &&
         find(library, "cuptiActivitySetAttribute", to.activity_set_attribute) &&
         find(library, "cuptiActivityRegisterCallbacks", to.activity_register_callbacks) &&
         find(library, "cuptiActivityRegisterTimestampCallback", to.activity_register_timestamp_callback) &&
         find(library, "cuptiActivityEnable", to.activity_enable) &&
         find(library, "cuptiActivityDisable", to.activity_disable) &&
         find(library, "cuptiActivityFlushAll", to.activity_flush_all) &&
         find(library, "cuptiActivityGetNextRecord", to.activity_get_next_record) &&
         find(library, "cuptiActivityGetNumDroppedRecords", to.activity_get_num_dropped) &&
         find(library, "cuptiGetGraphNodeId", to.get_graph_node_id);
}

}  // namespace

char const* open_cupti(cupti::Functions& functions, std::uint32_t& version) noexcept {
  version = 0;
  void* const library = find_library();
  if (library == nullptr) {
    char const* const why = ::dlerror();
    ::snprintf(message, sizeof(message),
               "no libcupti was found (%s); install a CUDA toolkit or set LLMPROF_CUPTI to it",
               why == nullptr ? "no reason given" : why);
    return message;
  }
  if (!find_all(library, functions)) return message;
  functions.get_version(&version);
  if (is_known(version)) return nullptr;
  ::snprintf(message, sizeof(message), "libcupti says version %u; 12.x and 13.x are known", version);
  return message;
}

}  // namespace llmprof::collect
