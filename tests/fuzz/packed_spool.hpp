// SPDX-License-Identifier: MIT
#pragma once

// A spool without what is always the same in it, and without room: inputs stay small.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "libllmprof/collect/spool_format.hpp"

namespace llmprof::fuzz {

/// A packed spool is the header to the first places of the ring, and chunks: this and their records.
struct PackedChunk {
  std::uint16_t record_bytes = 0;
  std::uint8_t left = 0;
  std::uint8_t unlike = 0;  ///< 1: says that it has more than it has, 2: is none, 4: was made and not used.
};

inline constexpr std::size_t packed_ring_chunks = 8;
inline constexpr std::size_t packed_header_bytes = offsetof(spool::Header, ring) + packed_ring_chunks;
inline constexpr std::size_t most_packed_chunks = 16;

[[nodiscard]] inline std::string pack_spool(std::string_view file) {
  std::string packed(file.substr(0, packed_header_bytes));
  for (std::size_t at = spool::header_bytes; at + sizeof(spool::Chunk) <= file.size();
       at += spool::chunk_bytes) {
    spool::Chunk chunk;
    std::memcpy(&chunk, file.data() + at, sizeof(chunk));
    PackedChunk const head{.record_bytes = static_cast<std::uint16_t>(chunk.committed),
                           .left = static_cast<std::uint8_t>(chunk.left)};
    packed.append(reinterpret_cast<char const*>(&head), sizeof(head));
    packed.append(file.substr(at + sizeof(chunk), head.record_bytes));
  }
  return packed;
}

/// Writes the file that such bytes stand for; any will do.
inline void unpack_spool(std::string_view packed, std::filesystem::path const& to) {
  std::ofstream file(to, std::ios::binary | std::ios::trunc);
  auto const write = [&](std::uint64_t at, void const* bytes, std::size_t size) {
    file.seekp(static_cast<std::streamoff>(at));
    file.write(static_cast<char const*>(bytes), static_cast<std::streamsize>(size));
  };
  spool::Header header;
  std::size_t const said = std::min(packed.size(), packed_header_bytes);
  std::memcpy(static_cast<void*>(&header), packed.data(), said);
  header.magic = spool::file_magic;
  write(0, &header, sizeof(header));
  packed.remove_prefix(said);
  std::uint64_t at = spool::header_bytes;
  for (std::size_t i = 0; i < most_packed_chunks && packed.size() >= sizeof(PackedChunk); ++i) {
    PackedChunk head;
    std::memcpy(&head, packed.data(), sizeof(head));
    packed.remove_prefix(sizeof(head));
    std::string_view const records = packed.substr(0, head.record_bytes);
    packed.remove_prefix(records.size());
    spool::Chunk chunk;
    chunk.committed = records.size() + ((head.unlike & 1U) != 0 ? spool::chunk_bytes : 0);
    if ((head.unlike & 2U) != 0) ++chunk.magic;
    if ((head.unlike & 4U) != 0) chunk.magic = 0;
    chunk.left = head.left;
    write(at, &chunk, sizeof(chunk));
    write(at + sizeof(chunk), records.data(), records.size());
    at += spool::chunk_bytes;
  }
}

}  // namespace llmprof::fuzz
