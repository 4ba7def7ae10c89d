// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>

#include "llmprof/artifacts/manifest.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr auto kinds_by_ending = std::to_array<std::pair<std::string_view, std::string_view>>({
    {".nsys-rep", "nsys report"},
    {".qdrep", "nsys report"},
    {".ncu-rep", "ncu report"},
    {".sqlite", "SQLite"},
    {".csv", "CSV"},
    {".json", "JSON"},
    {".json.gz", "JSON"},
    {".md", "Markdown"},
    {".html", "HTML"},
    {".yaml", "YAML"},
    {".yml", "YAML"},
    {".log", "workload output"},
    {".txt", "text"},
});

}  // namespace

std::string_view artifact_kind(std::string_view path) noexcept {
  std::string_view const name = path.substr(path.rfind('/') + 1);
  if (name.ends_with(".txt") && (name.starts_with("stdout") || name.starts_with("stderr")))
    return "workload output";
  if (name.ends_with(".txt") && name.starts_with("cmd")) return "command";
  auto const found = std::find_if(kinds_by_ending.begin(), kinds_by_ending.end(),
                                  [&](auto const& kind) { return name.ends_with(kind.first); });
  return found == kinds_by_ending.end() ? "other" : found->second;
}

bool may_contain_secrets(std::string_view kind) noexcept {
  static constexpr auto uncleaned =
      std::to_array<std::string_view>({"nsys report", "ncu report", "workload output", "link", "other"});
  return std::find(uncleaned.begin(), uncleaned.end(), kind) != uncleaned.end();
}

}  // namespace llmprof::inline v0
