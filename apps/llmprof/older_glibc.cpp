// SPDX-License-Identifier: MIT
// Lets a program that has libstdc++ and libgcc in it run on glibc 2.34, where they were built for a later
// one. Two functions are all that they ask for; the linker prefers these to glibc's.
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

// Older headers do not know the structure, nor does libgcc ask for the function there.
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 35)

namespace {

struct Search {
  std::uintptr_t address;
  dl_find_object* result;
};

void* at(std::uintptr_t address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader speaks in integers
  return reinterpret_cast<void*>(address);
}

/// Fills the result in if the object is the one that holds the address; 1 ends the iteration.
int look_into(dl_phdr_info* object, std::size_t /*size*/, void* data) {
  auto& search = *static_cast<Search*>(data);
  bool holds = false;
  ElfW(Phdr) const* tables = nullptr;
  for (ElfW(Half) i = 0; i < object->dlpi_phnum; ++i) {
    ElfW(Phdr) const& part = object->dlpi_phdr[i];
    std::uintptr_t const begin = object->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_GNU_EH_FRAME) tables = &part;
    if (part.p_type != PT_LOAD || search.address < begin || search.address - begin >= part.p_memsz) continue;
    holds = true;
    search.result->dlfo_map_start = at(begin);
    search.result->dlfo_map_end = at(begin + part.p_memsz);
  }
  if (!holds || tables == nullptr) return holds ? -1 : 0;
  search.result->dlfo_eh_frame = at(object->dlpi_addr + tables->p_vaddr);
  return 1;
}

}  // namespace

#if DLFO_STRUCT_HAS_EH_DBASE || DLFO_STRUCT_HAS_EH_COUNT
#error "this architecture's unwinder asks for more than is filled in here"
#endif

/// Where are the unwind tables of the object that holds this address? libgcc from GCC 12 on asks glibc 2.35,
/// and catches no exception without an answer; the answer here is how it found them before.
extern "C" __attribute__((visibility("hidden"))) int _dl_find_object(void* address,
                                                                     dl_find_object* result) noexcept {
  *result = {};
  Search search{reinterpret_cast<std::uintptr_t>(address), result};
  return dl_iterate_phdr(look_into, &search) == 1 ? 0 : -1;
}

#endif

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 36)

/// std::random_device, which libstdc++ links into every program. As glibc's, it does not return without
/// randomness.
extern "C" __attribute__((visibility("hidden"))) std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  if (::getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}

#endif
