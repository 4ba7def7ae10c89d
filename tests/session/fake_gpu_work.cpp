// SPDX-License-Identifier: MIT
// The part of the fake driver that measures: memory, events and cuBLASLt. Nothing is computed. Every call
// goes to the file LLMPROF_TEST_LOG, a name a line; LLMPROF_TEST_FAIL=NAME:ERROR makes one fail,
// LLMPROF_TEST_MS=A,B,C is what the events say that passed, again and again.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define ENTRY extern "C" __attribute__((visibility("default")))

namespace {

std::string text(char const* name) {
  char const* const value = std::getenv(name);  // NOLINT: one thread
  return value == nullptr ? "" : value;
}

long number(char const* name, long otherwise) {
  std::string const value = text(name);
  return value.empty() ? otherwise : std::atol(value.c_str());
}

/// Notes the call. @return the error that it is to give
int call(std::string const& name) {
  if (std::string const path = text("LLMPROF_TEST_LOG"); !path.empty()) {
    if (std::FILE* const file = std::fopen(path.c_str(), "a")) {
      std::fprintf(file, "%s\n", name.c_str());
      std::fclose(file);
    }
  }
  std::string const fail = text("LLMPROF_TEST_FAIL");
  return fail.rfind(name + ':', 0) == 0 ? std::atoi(fail.c_str() + name.size() + 1) : 0;
}

float next_milliseconds() {
  static std::size_t turn = 0;
  std::vector<float> times;
  std::string const all = text("LLMPROF_TEST_MS");
  for (char const* at = all.c_str(); *at != '\0';) {
    char* end = nullptr;
    times.push_back(std::strtof(at, &end));
    at = *end == ',' ? end + 1 : end;
  }
  return times.empty() ? 1.0F : times[turn++ % times.size()];
}

int made(std::string const& name, void** handle) {
  static int something = 0;
  int const error = call(name);
  if (error == 0) *handle = &something;
  return error;
}

}  // namespace

ENTRY int cuGetErrorName(int error, char const** name) {
  *name = error == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : error == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : nullptr;
  return *name == nullptr ? 1 : 0;
}
ENTRY int cuDeviceGetName(char* into, int size, int) {
  std::snprintf(into, static_cast<std::size_t>(size), "NVIDIA H200");
  return 0;
}
ENTRY int cuDeviceGetUuid(unsigned char* into, int) {
  for (unsigned char i = 0; i < 16; ++i) into[i] = static_cast<unsigned char>(i * 0x11);
  return 0;
}
ENTRY int cuDeviceGetAttribute(int* value, int attribute, int) {
  int const capability = static_cast<int>(number("LLMPROF_TEST_CAPABILITY", 90));
  switch (attribute) {
    case 13: *value = 1980000; return 0;
    case 16: *value = 132; return 0;
    case 36: *value = 3201000; return 0;
    case 37: *value = 6144; return 0;
    case 75: *value = capability / 10; return 0;
    case 76: *value = capability % 10; return 0;
    default: return 1;
  }
}
ENTRY int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = std::size_t{141} << 30U;
  return 0;
}
ENTRY int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *free = static_cast<std::size_t>(number("LLMPROF_TEST_FREE_MIB", 100000)) << 20U;
  *total = std::size_t{141} << 30U;
  return call("cuMemGetInfo");
}
ENTRY int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  *address = 0x1000;
  return call("cuMemAlloc " + std::to_string(bytes >> 20U)) | call("cuMemAlloc");
}
ENTRY int cuMemFree_v2(std::uint64_t) { return call("cuMemFree"); }
ENTRY int cuMemcpyHtoD_v2(std::uint64_t, void const*, std::size_t) { return call("cuMemcpyHtoD"); }
ENTRY int cuMemcpyDtoDAsync_v2(std::uint64_t, std::uint64_t, std::size_t, void*) {
  return call("cuMemcpyDtoDAsync");
}
ENTRY int cuStreamCreate(void** stream, unsigned) { return made("cuStreamCreate", stream); }
ENTRY int cuStreamDestroy_v2(void*) { return call("cuStreamDestroy"); }
ENTRY int cuStreamSynchronize(void*) { return call("cuStreamSynchronize"); }
ENTRY int cuEventCreate(void** event, unsigned) { return made("cuEventCreate", event); }
ENTRY int cuEventDestroy_v2(void*) { return call("cuEventDestroy"); }
ENTRY int cuEventRecord(void*, void*) { return call("cuEventRecord"); }
ENTRY int cuEventSynchronize(void*) { return call("cuEventSynchronize"); }
ENTRY int cuEventElapsedTime(float* milliseconds, void*, void*) {
  *milliseconds = next_milliseconds();
  return call("cuEventElapsedTime");
}

ENTRY char const* cublasLtGetStatusName(int status) {
  return status == 13 ? "CUBLAS_STATUS_EXECUTION_FAILED" : "CUBLAS_STATUS_NOT_INITIALIZED";
}
ENTRY int cublasLtCreate(void** handle) { return made("cublasLtCreate", handle); }
ENTRY int cublasLtDestroy(void*) { return call("cublasLtDestroy"); }
ENTRY int cublasLtMatmulDescCreate(void** operation, int compute, int) {
  return made("cublasLtMatmulDescCreate", operation) | call("compute " + std::to_string(compute));
}
ENTRY int cublasLtMatmulDescDestroy(void*) { return call("cublasLtMatmulDescDestroy"); }
ENTRY int cublasLtMatmulDescSetAttribute(void*, int attribute, void const*, std::size_t) {
  return call("attribute " + std::to_string(attribute));
}
ENTRY int cublasLtMatrixLayoutCreate(void** layout, int type, std::uint64_t rows, std::uint64_t,
                                     std::int64_t) {
  return made("cublasLtMatrixLayoutCreate", layout) |
         call("layout " + std::to_string(type) + " of " + std::to_string(rows));
}
ENTRY int cublasLtMatrixLayoutDestroy(void*) { return call("cublasLtMatrixLayoutDestroy"); }
ENTRY int cublasLtMatmulPreferenceCreate(void** preference) {
  return made("cublasLtMatmulPreferenceCreate", preference);
}
ENTRY int cublasLtMatmulPreferenceDestroy(void*) { return call("cublasLtMatmulPreferenceDestroy"); }
ENTRY int cublasLtMatmulPreferenceSetAttribute(void*, int, void const*, std::size_t) { return 0; }
ENTRY int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*, void*, int, void* choice,
                                         int* found) {
  std::memset(choice, 0, 96);
  *found = static_cast<int>(number("LLMPROF_TEST_ALGORITHMS", 1));
  return call("cublasLtMatmulAlgoGetHeuristic");
}
ENTRY int cublasLtMatmul(void*, void*, void const*, void const*, void*, void const*, void*, void const*,
                         void const*, void*, void*, void*, void const*, void*, std::size_t, void*) {
  return call("cublasLtMatmul");
}
