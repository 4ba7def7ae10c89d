// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace llmprof::tests {

/// The device behind fake_gpu.cpp, which is the libcupti of the process when LLMPROF_CUPTI names it.
struct FakeGpu {
  static constexpr std::uint64_t no_times = UINT64_MAX;  ///< For `ns`: the record has none.

  void (*launch)(char const* name, std::uint64_t ns);
  void (*graph_launch)(char const* name, std::uint64_t ns, std::uint64_t first_node, std::uint64_t nodes);
  void (*begin_capture)();
  void (*end_capture)();
  void (*node)(std::uint64_t node, std::uint64_t original);
  void (*take)();     ///< Another tool subscribes to it,
  void (*release)();  ///< and leaves it.
  int (*is_watched)();
  int (*records_kernels)();

  explicit FakeGpu(char const* path) {
    void* const library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(::dlerror());
    find(library, "fake_launch", launch);
    find(library, "fake_graph_launch", graph_launch);
    find(library, "fake_begin_capture", begin_capture);
    find(library, "fake_end_capture", end_capture);
    find(library, "fake_node", node);
    find(library, "fake_take", take);
    find(library, "fake_release", release);
    find(library, "fake_is_watched", is_watched);
    find(library, "fake_records_kernels", records_kernels);
  }

 private:
  template <class Function>
  static void find(void* library, char const* name, Function*& function) {
    function = reinterpret_cast<Function*>(::dlsym(library, name));
    if (function == nullptr) throw std::runtime_error(std::string("no function ") + name);
  }
};

}  // namespace llmprof::tests
