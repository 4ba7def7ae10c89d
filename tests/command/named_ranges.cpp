// SPDX-License-Identifier: MIT
// What the tests profile with the real nsys: `named_ranges registered|plain [DOMAIN NAME]...` opens and
// closes a push/pop range of each name in turn, empty DOMAIN: the default one.
#include <nvtx3/nvToolsExt.h>
#include <unistd.h>

#include <cstring>

namespace {

void range(char const* domain_name, char const* name, bool registered) {
  nvtxDomainHandle_t const domain = *domain_name == '\0' ? nullptr : nvtxDomainCreateA(domain_name);
  nvtxEventAttributes_t event{};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  if (registered) {
    event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    event.message.registered = nvtxDomainRegisterStringA(domain, name);
  } else {
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = name;
  }
  nvtxDomainRangePushEx(domain, &event);
  usleep(20'000);
  nvtxDomainRangePop(domain);
  usleep(20'000);
}

}  // namespace

int main(int argc, char** argv) {
  bool const registered = argc > 1 && std::strcmp(argv[1], "registered") == 0;
  for (int i = 2; i + 1 < argc; i += 2) range(argv[i], argv[i + 1], registered);
}
