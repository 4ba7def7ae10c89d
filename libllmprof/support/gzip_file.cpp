// SPDX-License-Identifier: MIT
#include "libllmprof/support/gzip_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

namespace llmprof::inline v0 {

struct GzipFile::Stream {
  Stream() {
    constexpr int gzip_window = 15 + 16;  // 16: with a gzip header
    if (::deflateInit2(&state, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::bad_alloc();  // the only way it fails with constant arguments
    }
  }
  ~Stream() { ::deflateEnd(&state); }
  Stream(Stream const&) = delete;
  Stream& operator=(Stream const&) = delete;

  z_stream state{};
  std::array<unsigned char, 65536> buffer{};
};

GzipFile::GzipFile(std::filesystem::path const& target)
    : file_(target), stream_(std::make_unique<Stream>()) {}

GzipFile::~GzipFile() = default;

void GzipFile::write(std::string_view bytes) {
  constexpr std::size_t block = std::numeric_limits<uInt>::max();
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), block))) {
    deflate(bytes.substr(0, block), Z_NO_FLUSH);
  }
}

void GzipFile::commit() {
  deflate({}, Z_FINISH);
  file_.commit();
}

void GzipFile::deflate(std::string_view bytes, int flush) {
  z_stream& state = stream_->state;
  auto& buffer = stream_->buffer;
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib reads it only
  state.avail_in = static_cast<uInt>(bytes.size());
  do {
    state.next_out = buffer.data();
    state.avail_out = static_cast<uInt>(buffer.size());
    ::deflate(&state, flush);  // cannot fail with a valid state and room in the buffer
    file_.write({reinterpret_cast<char const*>(buffer.data()), buffer.size() - state.avail_out});
  } while (state.avail_out == 0);
}

}  // namespace llmprof::inline v0
