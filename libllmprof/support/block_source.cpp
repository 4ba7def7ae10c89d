// SPDX-License-Identifier: MIT
#include "libllmprof/support/block_source.hpp"

#include <zlib.h>

#include <algorithm>
#include <new>

#include "libllmprof/support/file.hpp"

namespace llmprof::inline v0 {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view gzip_magic = "\x1f\x8b"sv;
constexpr std::size_t block_size = std::size_t{256} << 10;

double share_of(std::size_t done, std::size_t all) noexcept {
  return all == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(all));
}

class FileBlocks : public BlockSource {
 public:
  explicit FileBlocks(std::filesystem::path const& path) : file_(path) {}

  std::string_view next() override {
    std::size_t const got = file_.read(block_.data(), block_.size());
    done_ += got;
    if (got == 0) file_.check_whole(done_);
    return std::string_view(block_).substr(0, got);
  }
  double share() const noexcept override { return share_of(done_, file_.size()); }

 private:
  FileReader file_;
  std::string block_ = std::string(block_size, '\0');
  std::size_t done_ = 0;
};

class MemoryBlocks : public BlockSource {
 public:
  explicit MemoryBlocks(std::string_view bytes) : bytes_(bytes) {}

  std::string_view next() override {
    std::string_view const block = bytes_.substr(done_, block_size);
    done_ += block.size();
    return block;
  }
  double share() const noexcept override { return share_of(done_, bytes_.size()); }

 private:
  std::string_view bytes_;
  std::size_t done_ = 0;
};

/// A zlib state that inflates gzip.
class Inflater {
 public:
  Inflater() {
    constexpr int gzip_window = 15 + 16;  // 16: with a gzip header
    if (::inflateInit2(&state_, gzip_window) != Z_OK) throw std::bad_alloc();
  }
  Inflater(Inflater const&) = delete;
  Inflater& operator=(Inflater const&) = delete;
  ~Inflater() { ::inflateEnd(&state_); }

  void give(std::string_view packed) noexcept {
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // zlib reads it only
    state_.avail_in = static_cast<uInt>(packed.size());
  }
  [[nodiscard]] std::string_view left() const noexcept {
    return {reinterpret_cast<char const*>(state_.next_in), state_.avail_in};
  }

  /// Inflates into the rest of `out` from `used` on, and moves `used`. @return zlib's status.
  int inflate(std::string& out, std::size_t& used) noexcept {
    state_.next_out = reinterpret_cast<Bytef*>(out.data() + used);
    state_.avail_out = static_cast<uInt>(out.size() - used);
    int const status = ::inflate(&state_, Z_NO_FLUSH);
    used = out.size() - state_.avail_out;
    return status;
  }
  void restart() noexcept { ::inflateReset(&state_); }

 private:
  z_stream state_{};
};

class InflatedBlocks : public BlockSource {
 public:
  explicit InflatedBlocks(std::unique_ptr<BlockSource> packed) : packed_(std::move(packed)) {}

  std::string_view next() override {
    if (state_ == State::unopened) open();
    if (state_ == State::plain) return first_.empty() ? packed_->next() : std::exchange(first_, {});
    std::size_t used = 0;
    while (state_ == State::inflating && used < block_.size()) inflate_into(used);
    return std::string_view(block_).substr(0, used);
  }
  double share() const noexcept override { return packed_->share(); }
  std::string fault() const override { return fault_.empty() ? packed_->fault() : fault_; }

 private:
  enum class State { unopened, plain, inflating, ended };

  void open() {
    first_ = packed_->next();
    state_ = is_gzip(first_) ? State::inflating : State::plain;
    if (state_ == State::inflating) {
      inflater_.give(first_);
      block_.resize(block_size);
    }
  }

  void inflate_into(std::size_t& used) {
    if (inflater_.left().empty()) {
      std::string_view const more = packed_->next();
      if (more.empty()) return end("its compressed data end too early");
      inflater_.give(more);
    }
    switch (inflater_.inflate(block_, used)) {
      case Z_OK:
      case Z_BUF_ERROR: return;  // wants more input or more room
      case Z_STREAM_END: return end_member();
      default: return end("its compressed data are damaged");
    }
  }

  /// gzip files may be put together; what follows and is not gzip is padding.
  void end_member() {
    if (inflater_.left().empty()) inflater_.give(packed_->next());
    if (!inflater_.left().starts_with(gzip_magic.front())) return end({});
    inflater_.restart();
  }

  void end(std::string_view fault) {
    state_ = State::ended;
    fault_ = fault;
  }

  std::unique_ptr<BlockSource> packed_;
  State state_ = State::unopened;
  std::string_view first_;
  Inflater inflater_;
  std::string block_;
  std::string fault_;
};

}  // namespace

std::unique_ptr<BlockSource> file_blocks(std::filesystem::path const& path) {
  return std::make_unique<FileBlocks>(path);
}

std::unique_ptr<BlockSource> memory_blocks(std::string_view bytes) {
  return std::make_unique<MemoryBlocks>(bytes);
}

bool is_gzip(std::string_view head) noexcept { return head.starts_with(gzip_magic); }

std::unique_ptr<BlockSource> inflated(std::unique_ptr<BlockSource> packed) {
  return std::make_unique<InflatedBlocks>(std::move(packed));
}

std::string inflated_head(std::string_view head, std::size_t size) {
  Inflater inflater;
  inflater.give(head);
  std::string out(size, '\0');
  std::size_t used = 0;
  while (used < size && !inflater.left().empty() && inflater.inflate(out, used) == Z_OK) {
  }
  out.resize(used);
  return out;
}

}  // namespace llmprof::inline v0
