// SPDX-License-Identifier: MIT
// Stands in for libcupti.so where there is no GPU: it attaches as CUPTI does and records nothing. The
// environment says which version it is (LLMPROF_TEST_CUPTI_VERSION) and what subscribing to it gives
// (LLMPROF_TEST_CUPTI_SUBSCRIBE).
#include <cstdint>
#include <cstdlib>

namespace {

int number(char const* variable, int otherwise) {
  char const* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

}  // namespace

extern "C" {

int cuptiGetVersion(std::uint32_t* version) {
  *version = static_cast<std::uint32_t>(number("LLMPROF_TEST_CUPTI_VERSION", 130000));
  return 0;
}

int cuptiGetResultString(int result, char const** text) {
  *text = result == 39 ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED" : "CUPTI_ERROR_UNKNOWN";
  return 0;
}

int cuptiSubscribe(void** subscriber, void (*)(), void*) {
  *subscriber = nullptr;
  return number("LLMPROF_TEST_CUPTI_SUBSCRIBE", 0);
}

int cuptiGetCallbackName(int, std::uint32_t id, char const** name) {
  *name = id == 1 ? "cuLaunchKernel" : nullptr;
  return id == 1 ? 0 : 1;
}

// Whatever their arguments are: they do nothing with them.
int cuptiUnsubscribe() { return 0; }
int cuptiEnableCallback() { return 0; }
int cuptiActivitySetAttribute() { return 0; }
int cuptiActivityRegisterCallbacks() { return 0; }
int cuptiActivityRegisterTimestampCallback() { return 0; }
int cuptiActivityEnable() { return 0; }
int cuptiActivityFlushAll() { return 0; }
int cuptiActivityGetNextRecord() { return 1; }
int cuptiActivityGetNumDroppedRecords() { return 0; }
int cuptiGetGraphNodeId() { return 1; }

}  // extern "C"
