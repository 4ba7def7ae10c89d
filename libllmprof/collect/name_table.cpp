// SPDX-License-Identifier: MIT
#include "libllmprof/collect/name_table.hpp"

#include <string.h>  // NOLINT: <cstring> is the C++ library's

#include "libllmprof/collect/chunk_store.hpp"
#include "libllmprof/collect/chunk_writer.hpp"
#include "libllmprof/collect/libc_only.hpp"

namespace llmprof::collect {
namespace {

constexpr std::size_t slots = std::size_t{1} << 16U;
constexpr std::size_t most_names = slots / 4 * 3;  // beyond that, a name is written each time it is used
constexpr std::size_t most_domains = 65535;

struct Slot {
  std::uint64_t hash;  ///< 0: free.
  std::uint32_t id;
};

Slot table[slots];                                  // NOLINT: zero pages until used
std::uint32_t domains[most_domains];                // NOLINT: names, the first has number 1
std::size_t domain_count = 0;                       // NOLINT
std::size_t known = 0;                              // NOLINT
std::uint32_t last_id = 0;                          // NOLINT
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;  // NOLINT

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
  auto const product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// Eight bytes at a time, folded by 128-bit products.
std::uint64_t hash_of(char const* text, std::size_t length) noexcept {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;
  std::uint64_t hash = mixed(length ^ odd, 0xbf58476d1ce4e5b9U);
  for (; length >= 8; text += 8, length -= 8) {
    std::uint64_t word = 0;
    ::memcpy(&word, text, 8);
    hash = mixed(hash ^ word, odd);
  }
  std::uint64_t rest = 0;
  ::memcpy(&rest, text, length);
  hash = mixed(hash ^ rest, odd);
  return hash == 0 ? 1 : hash;
}

Slot* find(std::uint64_t hash) noexcept {
  for (std::size_t i = hash % slots;; i = (i + 1) % slots) {
    std::uint64_t const there = load(table[i].hash);
    if (there == hash || there == 0) return &table[i];
  }
}

bool write_name(std::uint32_t id, char const* text, std::size_t length) noexcept {
  std::size_t const size = sizeof(spool::NameRecord) + (length + 7) / 8 * 8;
  return write_lasting<spool::NameRecord>(spool::Kind::name, size, [&](spool::NameRecord& record) {
    record.id = id;
    record.length = static_cast<std::uint32_t>(length);
    record.padding = 0;
    ::memcpy(&record + 1, text, length);
  });
}

}  // namespace

std::uint32_t name_id(char const* text, std::size_t length) noexcept {
  if (length == 0) return 0;
  if (length > spool::longest_name) {
    length = spool::longest_name;
    if (auto* header = spool_header()) add(header->cut_names, 1);
  }
  std::uint64_t const hash = hash_of(text, length);
  if (Slot const* slot = find(hash); load(slot->hash) == hash) return slot->id;
  Lock const lock(mutex);
  Slot* const slot = find(hash);  // another thread may have been first
  if (slot->hash == hash) return slot->id;
  std::uint32_t const id = ++last_id;
  if (!write_name(id, text, length)) return spool::lost_name;
  if (known < most_names) {
    ++known;
    slot->id = id;
    store(slot->hash, hash);  // from now on others may use it: the name is in the spool
  }
  return id;
}

std::uint32_t name_id(char const* text) noexcept {
  return text == nullptr ? 0 : name_id(text, ::strnlen(text, spool::longest_name + 1));
}

std::uint32_t name_id(wchar_t const* text) noexcept {
  if (text == nullptr) return 0;
  char utf8[spool::longest_name];
  std::size_t length = 0;
  auto const put = [&](std::uint32_t byte) { utf8[length++] = static_cast<char>(byte); };
  for (; *text != L'\0' && length + 4 <= sizeof(utf8); ++text) {
    auto const c = static_cast<std::uint32_t>(*text);  // NOLINT(bugprone-signed-char-misuse)
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xC0U | c >> 6U);
      put(0x80U | (c & 0x3FU));
    } else if (c < 0x10000) {
      put(0xE0U | c >> 12U);
      put(0x80U | (c >> 6U & 0x3FU));
      put(0x80U | (c & 0x3FU));
    } else {
      put(0xF0U | (c >> 18U & 0x07U));
      put(0x80U | (c >> 12U & 0x3FU));
      put(0x80U | (c >> 6U & 0x3FU));
      put(0x80U | (c & 0x3FU));
    }
  }
  return name_id(utf8, length);
}

std::uint16_t domain_id(std::uint32_t name) noexcept {
  Lock const lock(mutex);
  for (std::size_t i = 0; i < domain_count && name != spool::lost_name; ++i) {
    if (domains[i] == name) return static_cast<std::uint16_t>(i + 1);
  }
  if (domain_count == most_domains) return 0;
  domains[domain_count++] = name;
  auto const id = static_cast<std::uint16_t>(domain_count);
  write_lasting<spool::DomainRecord>(spool::Kind::domain, sizeof(spool::DomainRecord), [&](auto& record) {
    record.domain = id;
    record.name = name;
    record.padding = 0;
  });
  return id;
}

void lock_names() noexcept { ::pthread_mutex_lock(&mutex); }
void unlock_names() noexcept { ::pthread_mutex_unlock(&mutex); }

}  // namespace llmprof::collect
