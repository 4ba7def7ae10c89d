// SPDX-License-Identifier: MIT
#include "libllmprof/process/workload.hpp"

#include <signal.h>  // NOLINT: <csignal> does not promise kill
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "libllmprof/process/descendants.hpp"
#include "libllmprof/process/held_signals.hpp"
#include "libllmprof/process/stream_copy.hpp"

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace llmprof::inline v0 {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> merged_environment(WorkloadCall const& call) {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    std::string_view const text = *variable;
    bool replaced = false;
    for (auto const& [name, value] : call.environment) {
      replaced = replaced || (text.starts_with(name) && text.substr(name.size()).starts_with('='));
    }
    if (!replaced) all.emplace_back(text);
  }
  for (auto const& [name, value] : call.environment) all.push_back(name + "=" + value);
  return all;
}

/// What the program prints, on its way to the user and into files.
class Copies {
 public:
  explicit Copies(std::optional<OutputFiles> const& files) {
    if (!files) return;
    output_.emplace(STDOUT_FILENO, files->output, files->most_bytes);
    errors_.emplace(STDERR_FILENO, files->errors, files->most_bytes);
  }
  void use_in(posix_spawn_file_actions_t& actions) const {
    if (!output_) return;
    ::posix_spawn_file_actions_adddup2(&actions, output_->write_end(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors_->write_end(), STDERR_FILENO);
  }
  void hand_over() {
    if (!output_) return;
    output_->close_write_end();
    errors_->close_write_end();
  }

 private:
  std::optional<StreamCopy> output_;
  std::optional<StreamCopy> errors_;
};

pid_t start(WorkloadCall const& call, sigset_t const& mask, Copies& copies) {
  std::vector<std::string> words = call.argv;
  std::vector<std::string> variables = merged_environment(call);
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  copies.use_in(actions);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setsigmask(&attributes, &mask);
  pid_t pid = 0;
  int const error = ::posix_spawnp(&pid, words.front().c_str(), &actions, &attributes, pointers(words).data(),
                                   pointers(variables).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  copies.hand_over();
  if (error != 0) throw WorkloadFailed{error};
  return pid;
}

/// At a terminal, keys and input belong to the group in front; it gives the place back when it goes out of
/// scope.
class Foreground {
 public:
  explicit Foreground(pid_t group) {
    if (::isatty(STDIN_FILENO) == 0 || ::tcgetpgrp(STDIN_FILENO) != ::getpgrp()) return;
    taken_ = ::tcsetpgrp(STDIN_FILENO, group) == 0;
    ::kill(-group, SIGCONT);  // it may have been stopped for reading too early
  }
  ~Foreground() {
    if (taken_) ::tcsetpgrp(STDIN_FILENO, ::getpgrp());
  }
  Foreground(Foreground const&) = delete;
  Foreground& operator=(Foreground const&) = delete;

 private:
  bool taken_ = false;
};

class Watch {
 public:
  Watch(pid_t pid, HeldSignals const& signals, WorkloadCall const& call)
      : pid_(pid), signals_(signals), call_(call) {
    if (call.deadline) deadline_ = Clock::now() + *call.deadline;
  }

  WorkloadEnd until_it_ends() {
    for (;;) {
      int status = 0;
      if (::waitpid(pid_, &status, WNOHANG) == pid_) return ended(status);
      int const signal = signals_.wait(milliseconds(100));  // another thread may have taken SIGCHLD
      if (HeldSignals::asks_to_end(signal)) pass_on(signal);
      if (deadline_ && Clock::now() >= *deadline_) give_up(end_.timed_out);
      if (!is_given_up() && call_.must_end && call_.must_end()) give_up(end_.had_to_end);
    }
  }

 private:
  [[nodiscard]] bool is_given_up() const { return end_.timed_out || end_.had_to_end; }

  WorkloadEnd ended(int status) {
    if (is_given_up()) ::kill(-pid_, SIGKILL);  // children that it left behind
    kill_all(started_);
    if (WIFSIGNALED(status)) {
      end_.signal = WTERMSIG(status);
    } else {
      end_.status = WEXITSTATUS(status);
    }
    return end_;
  }

  void pass_on(int signal) {
    end_.interrupted = signal;
    ::kill(-pid_, signal);
  }

  /// First politely, so that it can say what it was at.
  void give_up(bool& reason) {
    if (call_.has_own_groups) started_.merge(descendants_of(pid_));
    ::kill(-pid_, is_given_up() ? SIGKILL : SIGTERM);
    if (!is_given_up()) reason = true;
    deadline_ = Clock::now() + call_.grace;
  }

  pid_t pid_;
  HeldSignals const& signals_;
  WorkloadCall const& call_;
  std::optional<Clock::time_point> deadline_;
  Processes started_;  ///< By it, when it was given up.
  WorkloadEnd end_;
};

}  // namespace

WorkloadEnd run_workload(WorkloadCall const& call) {
  HeldSignals const signals;
  Copies copies(call.copies);
  auto const begin = Clock::now();
  pid_t const pid = start(call, signals.before(), copies);
  Foreground const foreground(pid);
  WorkloadEnd end = Watch(pid, signals, call).until_it_ends();
  end.wall = Clock::now() - begin;
  end.pid = pid;
  return end;
}

int shell_status(WorkloadEnd const& end) noexcept { return end.signal != 0 ? 128 + end.signal : end.status; }

}  // namespace llmprof::inline v0
