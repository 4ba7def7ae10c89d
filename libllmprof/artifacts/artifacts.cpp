// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/artifacts.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_make(fs::path const& folder, int reason) {
  throw IoError("cannot make the folder " + folder.string() + ": " + std::strerror(reason));
}

/// Makes one folder. @return false if something of that name exists.
bool make_folder(fs::path const& folder, mode_t mode) {
  if (::mkdir(folder.c_str(), mode) == 0) return true;
  if (errno != EEXIST) fail_to_make(folder, errno);
  return false;
}

void make_private_folder(fs::path const& folder) {
  std::error_code error;
  if (make_folder(folder, 0700) || fs::is_directory(folder, error)) return;
  fail_to_make(folder, error ? error.value() : ENOTDIR);
}

/// Makes the folders that lead to a run; these are not private.
void make_parents(fs::path const& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail_to_make(folder, error.value());
}

fs::path existing_folder(fs::path const& root) {
  std::error_code error;
  fs::path whole = fs::canonical(root, error);
  if (error) throw IoError("cannot open the run folder " + root.string() + ": " + error.message());
  if (!fs::is_directory(whole, error)) throw IoError(root.string() + " is not a folder, so it is no run");
  return whole;
}

[[noreturn]] void refuse(std::string_view name, std::string const& why) {
  throw InvalidArgument("'" + one_line(name) + "' is not a path inside the run folder: " + why);
}

bool is_inside(fs::path const& path, fs::path const& root) {
  auto const [root_end, rest] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return root_end == root.end();
}

/// A link may stand on the way only if it leads to something inside `root`.
void refuse_link_outside(fs::path const& path, fs::path const& root, std::string_view name) {
  std::error_code error;
  fs::file_status const status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::none) {
    throw IoError("cannot look at '" + one_line(name) + "' in the run folder: " + error.message());
  }
  if (!fs::is_symlink(status)) return;
  fs::path const target = fs::canonical(path, error);
  if (error) refuse(name, path.filename().string() + " is a link that leads nowhere");
  if (!is_inside(target, root)) refuse(name, path.filename().string() + " is a link that leads outside");
}

}  // namespace

Artifacts Artifacts::create(fs::path const& out) {
  fs::path const parent = out.empty() ? fs::path(".") : out;
  make_parents(parent);
  constexpr int attempts = 1000;  // other processes may take names, but not that many
  for (int i = 0; i < attempts; ++i) {
    fs::path const root = parent / new_run_id();
    if (!make_folder(root, 0700)) continue;
    Artifacts run;
    run.set_root(root);
    return run;
  }
  throw IoError("cannot make a run folder in " + parent.string() + ": every name that was tried exists");
}

Artifacts Artifacts::from_root(fs::path const& root) {
  Artifacts run;
  run.root_ = existing_folder(root);
  return run;
}

void Artifacts::set_root(fs::path const& root) {
  if (root.empty()) throw IoError("cannot use '' as run folder: it has no name");
  fs::path const named = root.has_filename() ? root : root.parent_path();
  if (named.has_parent_path()) make_parents(named.parent_path());
  make_private_folder(named);
  root_ = existing_folder(named);
  make_private_folder(root_ / "nsys");
  make_private_folder(root_ / "ncu");
}

fs::path const& Artifacts::root() const {
  if (root_.empty()) throw InvalidArgument("no run folder is set; call create, from_root or set_root first");
  return root_;
}

std::string Artifacts::id() const { return root().filename().string(); }

fs::path Artifacts::path(std::string_view name) const {
  if (name.empty()) refuse(name, "it is empty");
  if (name.find('\0') != std::string_view::npos) refuse(name, "it holds a NUL character");
  fs::path const relative(name);
  if (relative.is_absolute()) refuse(name, "it is absolute");
  fs::path inside = root();
  for (fs::path const& part : relative) {
    if (part == "..") refuse(name, "it has a '..'");
    if (part.empty() || part == ".") continue;
    inside /= part;
    refuse_link_outside(inside, root(), name);
  }
  if (inside == root()) refuse(name, "it is the run folder itself");
  return inside;
}

fs::path Artifacts::out_dir(std::string_view name) const {
  fs::path folder = path(name);
  fs::path made = root();
  for (fs::path const& part : folder.lexically_relative(root())) {
    made /= part;
    make_private_folder(made);
  }
  return folder;
}

}  // namespace llmprof::inline v0
