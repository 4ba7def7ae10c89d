// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace llmprof::inline v0 {

/// Bytes that come block by block, so that a large file needs little memory.
class BlockSource {
 public:
  BlockSource() = default;
  BlockSource(BlockSource const&) = delete;  // views of its blocks refer to it
  BlockSource& operator=(BlockSource const&) = delete;
  virtual ~BlockSource() = default;

  /// The next block, valid until the next call; empty at the end. @throws IoError
  [[nodiscard]] virtual std::string_view next() = 0;

  /// How much of the input was used up (0..1); 0 where its size is unknown.
  [[nodiscard]] virtual double share() const noexcept = 0;

  /// Why the bytes ended before their end; empty if they did not.
  [[nodiscard]] virtual std::string fault() const { return {}; }
};

/// A file, or standard input for `-`; never mapped. @throws IoError as read_file does.
[[nodiscard]] std::unique_ptr<BlockSource> file_blocks(std::filesystem::path const& path);

/// Bytes in memory, which must outlive the source.
[[nodiscard]] std::unique_ptr<BlockSource> memory_blocks(std::string_view bytes);

[[nodiscard]] bool is_gzip(std::string_view head) noexcept;

/// What `packed` inflates to if it is gzip, else what it is. Damage is no exception: see fault().
[[nodiscard]] std::unique_ptr<BlockSource> inflated(std::unique_ptr<BlockSource> packed);

/// The first bytes, at most `size`, of what a head of a gzip file inflates to.
[[nodiscard]] std::string inflated_head(std::string_view head, std::size_t size);

}  // namespace llmprof::inline v0
