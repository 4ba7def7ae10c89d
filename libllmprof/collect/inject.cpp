// SPDX-License-Identifier: MIT
// The entry points that the CUDA driver and NVTX look for in the library that CUDA_INJECTION64_PATH and
// NVTX_INJECTION64_PATH name.
#include <nvtx3/nvToolsExt.h>

#include "libllmprof/collect/cupti_recorder.hpp"
#include "libllmprof/collect/libc_only.hpp"
#include "libllmprof/collect/nvtx_recorder.hpp"
#include "libllmprof/collect/spool_writer.hpp"

#define LLMPROF_ENTRY extern "C" __attribute__((visibility("default")))

using llmprof::collect::spool_header;
using llmprof::spool::Attach;

/// Called by the driver when the process initialises CUDA.
LLMPROF_ENTRY int InitializeInjection() {
  if (llmprof::collect::open_spool()) llmprof::collect::attach_cupti();
  return 1;  // whatever happens here, the program must run
}

/// Called by NVTX at the first NVTX call of each shared object.
LLMPROF_ENTRY int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_export_table) {
  if (!llmprof::collect::open_spool()) return 0;
  bool const attached = llmprof::collect::attach_nvtx(get_export_table);
  llmprof::collect::store(spool_header()->nvtx, attached ? Attach::attached : Attach::failed);
  return attached ? 1 : 0;
}

__attribute__((destructor)) static void at_exit() { llmprof::collect::close_spool(); }
