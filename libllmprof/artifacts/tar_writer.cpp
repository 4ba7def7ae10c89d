// SPDX-License-Identifier: MIT
#include "libllmprof/artifacts/tar_writer.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t block_size = 512;
constexpr std::uint64_t largest_octal_size = 077777777777;  // 11 digits

/// A ustar header: the offsets and widths are those of POSIX.
class Header {
 public:
  void text(std::size_t offset, std::size_t width, std::string_view value) {
    if (value.empty()) return;  // its data may be null, which not even a copy of no bytes may be given
    std::copy_n(value.begin(), std::min(width, value.size()),
                block_.begin() + static_cast<std::ptrdiff_t>(offset));
  }

  /// Octal digits, ended by NUL.
  void number(std::size_t offset, std::size_t width, std::uint64_t value) {
    for (std::size_t i = offset + width - 1; i-- > offset; value /= 8) {
      block_[i] = static_cast<char>('0' + value % 8);
    }
  }

  std::string_view finished() {
    text(257, 8, std::string_view("ustar\00000", 8));
    text(148, 8, "        ");
    unsigned sum = 0;
    for (char const c : block_) sum += static_cast<unsigned char>(c);
    number(148, 7, sum);
    return {block_.data(), block_.size()};
  }

 private:
  std::array<char, block_size> block_{};
};

/// {prefix, name} as ustar splits long names, absent if it cannot.
std::optional<std::pair<std::string_view, std::string_view>> split_name(std::string_view name) {
  if (name.size() <= 100) return std::pair<std::string_view, std::string_view>{{}, name};
  std::size_t const slash = name.substr(0, 156).rfind('/');
  if (slash == std::string_view::npos || slash == 0 || name.size() - slash - 1 > 100) return std::nullopt;
  if (slash + 1 == name.size()) return std::nullopt;  // nothing would be left for the name
  return std::pair{name.substr(0, slash), name.substr(slash + 1)};
}

/// `LENGTH key=value\n`, where the length counts its own digits.
std::string pax_record(std::string_view key, std::string_view value) {
  std::string const rest = ' ' + std::string(key) + '=' + std::string(value) + '\n';
  std::size_t length = rest.size() + 1;
  while (std::to_string(length).size() + rest.size() != length) ++length;
  return std::to_string(length) + rest;
}

std::string tar_name(TarEntry const& entry) { return entry.is_folder ? entry.name + '/' : entry.name; }

Header header_of(TarEntry const& entry, std::string const& full_name) {
  auto const [prefix, name] = split_name(full_name).value_or(
      std::pair<std::string_view, std::string_view>{{}, std::string_view(full_name).substr(0, 100)});
  Header header;
  header.text(0, 100, name);
  header.number(100, 8, entry.mode & 07777U);
  header.number(108, 8, 0);  // no owner
  header.number(116, 8, 0);
  header.number(124, 12, entry.size > largest_octal_size ? 0 : entry.size);
  header.number(136, 12, entry.modified < 0 ? 0 : static_cast<std::uint64_t>(entry.modified));
  header.text(156, 1, entry.is_folder ? "5" : "0");
  header.text(345, 155, prefix);
  return header;
}

}  // namespace

void TarWriter::begin(TarEntry const& entry) {
  write_extended_header(entry);
  std::string const name = tar_name(entry);
  out_.write(header_of(entry, name).finished());
  written_ = 0;
}

void TarWriter::data(std::string_view bytes) {
  out_.write(bytes);
  written_ += bytes.size();
}

void TarWriter::end() { pad(written_); }

void TarWriter::finish() { out_.write(std::string(2 * block_size, '\0')); }

void TarWriter::write_extended_header(TarEntry const& entry) {
  std::string records;
  if (!split_name(tar_name(entry))) records += pax_record("path", tar_name(entry));
  if (entry.size > largest_octal_size) records += pax_record("size", std::to_string(entry.size));
  if (entry.modified < 0) records += pax_record("mtime", std::to_string(entry.modified));
  if (records.empty()) return;
  Header header;
  header.text(0, 100, "pax_header");
  header.number(100, 8, 0600);
  header.number(108, 8, 0);
  header.number(116, 8, 0);
  header.number(124, 12, records.size());
  header.number(136, 12, 0);
  header.text(156, 1, "x");
  out_.write(header.finished());
  out_.write(records);
  pad(records.size());
}

void TarWriter::pad(std::uint64_t size) {
  out_.write(std::string(static_cast<std::size_t>((block_size - size % block_size) % block_size), '\0'));
}

}  // namespace llmprof::inline v0
