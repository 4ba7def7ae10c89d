// SPDX-License-Identifier: MIT
#include "libllmprof/process/tool.hpp"

#include <fcntl.h>
#include <signal.h>  // NOLINT: <csignal> does not promise kill
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <thread>

#include "libllmprof/process/last_words.hpp"
#include "llmprof/error.hpp"

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace llmprof::inline v0 {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto grace = std::chrono::seconds(2);

/// What posix_spawn does in the child before the program begins.
class SpawnSetup {
 public:
  explicit SpawnSetup(ToolCall const& call) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    constexpr int fresh = O_WRONLY | O_CREAT | O_TRUNC;
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, call.output.c_str(), fresh, 0600);
    ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, call.errors.c_str(), fresh, 0600);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);  // the host's files are not its
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~SpawnSetup() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSetup(SpawnSetup const&) = delete;
  SpawnSetup& operator=(SpawnSetup const&) = delete;

  [[nodiscard]] posix_spawn_file_actions_t const* actions() const noexcept { return &actions_; }
  [[nodiscard]] posix_spawnattr_t const* attributes() const noexcept { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

pid_t start(ToolCall const& call) {
  std::vector<std::string> words = call.argv;
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  SpawnSetup const setup(call);
  pid_t pid = 0;
  int const error =
      ::posix_spawnp(&pid, argv.front(), setup.actions(), setup.attributes(), argv.data(), environ);
  if (error == ENOENT) throw IoError(call.argv.front() + ": not found");
  if (error != 0) throw IoError(call.argv.front() + ": cannot be started: " + std::strerror(error));
  return pid;
}

/// The wait status once the process has ended, absent if it has not by then.
std::optional<int> wait_until(pid_t pid, Clock::time_point end) {
  auto pause = std::chrono::milliseconds(1);
  for (;;) {
    int status = 0;
    if (::waitpid(pid, &status, WNOHANG) == pid) return status;
    if (Clock::now() >= end) return std::nullopt;
    std::this_thread::sleep_for(pause);
    if (pause < std::chrono::milliseconds(50)) pause *= 2;
  }
}

/// Children that the program left behind go with it.
void end_group(pid_t pid) {
  ::kill(-pid, SIGTERM);
  if (!wait_until(pid, Clock::now() + grace)) {
    ::kill(-pid, SIGKILL);
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  }
  ::kill(-pid, SIGKILL);
}

}  // namespace

ToolEnd run_tool(ToolCall const& call) {
  pid_t const pid = start(call);
  auto const status = wait_until(pid, Clock::now() + call.deadline);
  if (!status) {
    end_group(pid);
    return {.timed_out = true};
  }
  if (WIFSIGNALED(*status)) return {.signal = WTERMSIG(*status)};
  return {.status = WEXITSTATUS(*status)};
}

std::string describe(ToolEnd const& end, ToolCall const& call) {
  if (end.timed_out) return "not done after " + std::to_string(call.deadline.count()) + " s";
  if (end.signal != 0) return "killed by signal " + std::to_string(end.signal);
  return "exit status " + std::to_string(end.status);
}

std::string why_not_made(std::filesystem::path const& file, ToolCall const& call) {
  ToolEnd const end = run_tool(call);
  std::error_code error;
  bool const is_made = std::filesystem::file_size(file, error) > 0 && !error;
  if (end.is_success() && is_made) return {};
  std::string const said = last_words({call.errors, call.output});
  return (end.is_success() ? "it made no file" : describe(end, call)) +
         (said.empty() ? "" : "; it said '" + said + "'");
}

}  // namespace llmprof::inline v0
