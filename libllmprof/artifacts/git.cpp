// SPDX-License-Identifier: MIT
#include "libllmprof/artifacts/git.hpp"

#include <fstream>
#include <optional>

#include "libllmprof/support/file.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

/// The git directory of the work tree around `folder`; in a linked work tree `.git` is a file that names it.
std::optional<fs::path> git_directory(fs::path const& folder) {
  std::error_code error;
  fs::path at = fs::canonical(folder, error);
  if (error) return std::nullopt;
  for (;; at = at.parent_path()) {
    fs::path const git = at / ".git";
    if (fs::is_directory(git, error)) return git;
    auto const pointer = read_small_file(git, 4096);
    if (pointer && pointer->starts_with("gitdir:")) return at / trimmed(std::string_view(*pointer).substr(7));
    if (at == at.root_path()) return std::nullopt;
  }
}

bool is_hash(std::string const& text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::optional<std::string> packed_reference(fs::path const& file, std::string const& name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::size_t const blank = line.find(' ');
    if (blank != std::string::npos && line.compare(blank + 1, std::string::npos, name) == 0) {
      return line.substr(0, blank);
    }
  }
  return std::nullopt;
}

/// The hash that a reference such as `refs/heads/main` stands for.
std::optional<std::string> resolve(fs::path const& git, std::string const& name) {
  fs::path common = git;
  if (auto const pointer = read_small_file(git / "commondir", 4096)) common = git / trimmed(*pointer);
  for (fs::path const& folder : {git, common}) {
    if (auto const hash = read_small_file(folder / name, 4096)) return std::string(trimmed(*hash));
  }
  return packed_reference(common / "packed-refs", name);
}

}  // namespace

GitState read_git_state(fs::path const& folder) {
  auto const git = git_directory(folder);
  if (!git) return {.revision = {}, .branch = {}, .why_not = "the folder is in no git work tree"};
  auto const head = read_small_file(*git / "HEAD", 4096);
  if (!head) return {.revision = {}, .branch = {}, .why_not = "git's HEAD cannot be read"};

  GitState state;
  std::string const text(trimmed(*head));
  if (text.starts_with("ref: ")) {
    std::string const name(trimmed(std::string_view(text).substr(5)));
    constexpr std::string_view heads = "refs/heads/";
    state.branch = name.starts_with(heads) ? name.substr(heads.size()) : name;
    if (name.find("..") == std::string::npos) state.revision = resolve(*git, name).value_or("");
  } else {
    state.revision = text;
  }
  if (!is_hash(state.revision)) {
    state.revision.clear();
    state.why_not = "the branch has no commit";
  }
  return state;
}

}  // namespace llmprof::inline v0
