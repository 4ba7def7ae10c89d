// SPDX-License-Identifier: MIT
// The entry points that the CUDA driver and NVTX look for in the library that CUDA_INJECTION64_PATH and
// NVTX_INJECTION64_PATH name.
#include <dlfcn.h>
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>  // NOLINT: no C++ library
#include <string.h>  // NOLINT

#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/cupti_recorder.hpp"
#include "libllmprof/collect/libc_only.hpp"
#include "libllmprof/collect/nvtx_recorder.hpp"
#include "libllmprof/collect/spool_file.hpp"

#define LLMPROF_ENTRY extern "C" __attribute__((visibility("default")))

using llmprof::collect::spool_header;
using llmprof::spool::Attach;

/// Called by the driver when the process initialises CUDA.
LLMPROF_ENTRY int InitializeInjection() {
  char const* const graphs = ::getenv("LLMPROF_GRAPHS");
  bool const whole_graphs = graphs != nullptr && ::strcmp(graphs, "whole") == 0;
  if (llmprof::collect::open_spool() && llmprof::collect::attach_cupti(whole_graphs)) {
    llmprof::collect::flush_device_regularly();
  }
  return 1;  // whatever happens here, the program must run
}

/// A program with llmprof::collector in it takes its ranges itself: NVTX finds it from the program alone,
/// from shared objects through us.
static int pass_on(NvtxGetExportTableFunc_t get_export_table) {
  auto const collector = reinterpret_cast<NvtxInitializeInjectionNvtxFunc_t>(
      ::dlsym(RTLD_DEFAULT, "InitializeInjectionNvtx2Preinject"));
  return collector == nullptr ? 0 : collector(get_export_table);
}

/// Called by NVTX at the first NVTX call of each shared object.
LLMPROF_ENTRY int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_export_table) {
  if (!llmprof::collect::open_spool()) return pass_on(get_export_table);
  llmprof::collect::record_ranges(true);
  bool const attached = llmprof::collect::attach_nvtx(get_export_table);
  llmprof::collect::store(spool_header()->nvtx, attached ? Attach::attached : Attach::failed);
  return attached ? 1 : 0;
}

__attribute__((destructor)) static void at_exit() { llmprof::collect::close_spool(); }
