// SPDX-License-Identifier: MIT
#include "libllmprof/process/privileges.hpp"

#include <charconv>
#include <sstream>
#include <string>
#include <string_view>

#include "libllmprof/support/file.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr unsigned cap_sys_admin = 21;
constexpr unsigned cap_perfmon = 38;

std::uint64_t hexadecimal(std::string const& text) {
  std::uint64_t bits = 0;
  std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  return bits;
}

/// The first namespace maps every user to itself.
bool is_mapped(std::string const& uid_map) {
  std::istringstream in(uid_map);
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  if (!(in >> inside >> outside >> count)) return false;
  return inside != 0 || outside != 0 || count != 4294967295U;
}

}  // namespace

Privileges read_privileges(std::filesystem::path const& root) {
  Privileges privileges;
  auto const status = read_small_file(root / "proc/self/status");
  if (!status) return privileges;
  privileges.is_known = true;
  std::istringstream lines(*status);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    std::string first;
    std::string second;
    words >> key >> first >> second;
    if (key == "Uid:") privileges.is_root = second == "0";  // real, effective, saved, of files
    if (key == "Seccomp:") privileges.is_filtered = first == "2";
    if (key != "CapEff:") continue;
    std::uint64_t const bits = hexadecimal(first);
    privileges.has_sys_admin = ((bits >> cap_sys_admin) & 1U) != 0;
    privileges.has_perfmon = ((bits >> cap_perfmon) & 1U) != 0;
  }
  auto const map = read_small_file(root / "proc/self/uid_map");
  privileges.in_user_namespace = map && is_mapped(*map);
  return privileges;
}

}  // namespace llmprof::inline v0
