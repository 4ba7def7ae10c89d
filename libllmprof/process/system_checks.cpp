// SPDX-License-Identifier: MIT
#include "libllmprof/process/system_checks.hpp"

#include <time.h>  // NOLINT: <ctime> does not promise clock_gettime
#include <unistd.h>

#include <charconv>
#include <sstream>

#include "libllmprof/support/file.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t mib = std::uint64_t{1} << 20U;
constexpr std::uint64_t least_output = 64 * mib;  // below it a short run does not fit
constexpr std::uint64_t little_output = 2048 * mib;
constexpr std::uint64_t little_temporary = 1024 * mib;

std::optional<int> read_number(fs::path const& file) {
  auto const text = read_small_file(file);
  if (!text) return std::nullopt;
  std::string_view const word = trimmed(*text);
  int number = 0;
  auto const [rest, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc()) return std::nullopt;
  return number;
}

std::string size_text(std::uint64_t bytes) {
  return bytes >= 10240 * mib ? std::to_string(bytes / (1024 * mib)) + " GiB"
                              : std::to_string(bytes / mib) + " MiB";
}

/// Shifts that a time namespace gives to the clocks of its processes.
bool has_own_time(fs::path const& root) {
  auto const offsets = read_small_file(root / "proc/self/timens_offsets");
  if (!offsets) return false;  // an older kernel
  std::istringstream in(*offsets);
  std::string clock;
  long long seconds = 0;
  long long nanoseconds = 0;
  while (in >> clock >> seconds >> nanoseconds) {
    if (clock == "monotonic" && (seconds != 0 || nanoseconds != 0)) return true;
  }
  return false;
}

Check check_room(char const* name, Room const& room, char const* mend) {
  Check check{.name = name, .state = CheckState::ok, .mend = mend};
  check.found = room.folder.string();
  if (!room.is_writable) {
    check.state = CheckState::problem;
    check.found += " cannot be written";
  } else if (!room.free_bytes) {
    check.state = CheckState::unknown;
    check.found += " does not say how much is free";
  } else {
    check.found += " has " + size_text(*room.free_bytes) + " free";
  }
  return check;
}

}  // namespace

Check check_cpu_sampling(fs::path const& root, Privileges const& privileges, ContainerKind container) {
  Check check{.name = "CPU sampling"};
  auto const level = read_number(root / "proc/sys/kernel/perf_event_paranoid");
  if (!level) {
    check.found = "/proc/sys/kernel/perf_event_paranoid cannot be read";
    return check;
  }
  std::string const says = "kernel.perf_event_paranoid is " + std::to_string(*level);
  constexpr char const* not_needed =
      "; kernels and ranges do not need it (nsys --sample=none --cpuctxsw=none)";
  if (privileges.may_sample()) {
    check.state = CheckState::ok;
    check.found = says + ", and this process has the capability to sample all the same";
  } else if (*level > 2) {
    check.state = CheckState::warning;
    check.found = says + ": nsys cannot sample the CPU" + not_needed;
    check.mend = "sudo sysctl kernel.perf_event_paranoid=2";
  } else if (privileges.is_filtered && container != ContainerKind::none) {
    check.state = CheckState::warning;
    check.found =
        says + ", but the container's seccomp filter may forbid perf_event_open to nsys" + not_needed;
    check.mend = how_to_grant(container, "PERFMON");
  } else {
    check.state = CheckState::ok;
    check.found = says + ": nsys can sample the CPU";
  }
  return check;
}

Check check_container(Container const& container, Privileges const& privileges) {
  Check check{.name = "container", .state = CheckState::ok};
  check.found = describe(container.kind);
  if (container.kind == ContainerKind::none) return check;
  check.found += " (" + container.sign + ")";
  if (!privileges.is_known) {
    check.state = CheckState::unknown;
    check.found += "; /proc/self/status could not be read";
  } else if (privileges.may_sample()) {
    check.found += privileges.has_sys_admin ? ", with CAP_SYS_ADMIN" : ", with CAP_PERFMON";
  } else {
    check.state = CheckState::warning;
    check.found +=
        privileges.in_user_namespace
            ? ", rootless: its capabilities do not count outside; ncu and CPU sampling may be forbidden"
            : ", without CAP_SYS_ADMIN and CAP_PERFMON: ncu and CPU sampling may be forbidden";
    check.mend = how_to_grant(container.kind, "SYS_ADMIN");
  }
  return check;
}

Check check_clock(fs::path const& root) {
  Check check{.name = "clock"};
  timespec time{};
  if (::clock_gettime(CLOCK_MONOTONIC_RAW, &time) != 0) {
    check.state = CheckState::problem;
    check.found = "CLOCK_MONOTONIC_RAW cannot be read; a seccomp filter may forbid it";
    check.mend = "allow clock_gettime in the sandbox's filter";
  } else if (has_own_time(root)) {
    check.state = CheckState::warning;
    check.found = "this process is in a time namespace: its times do not compare to those of other processes";
    check.mend = "start all ranks in one time namespace";
  } else {
    check.state = CheckState::ok;
    check.found = "CLOCK_MONOTONIC_RAW can be read; the clocks are the machine's";
  }
  return check;
}

Room measure_room(fs::path const& folder) {
  Room room;
  std::error_code error;
  room.folder = fs::absolute(folder, error);
  room.is_there = fs::is_directory(room.folder, error);
  while (!room.folder.empty() && !fs::exists(room.folder, error) && room.folder.has_relative_path())
    room.folder = room.folder.parent_path();
  room.is_writable = fs::is_directory(room.folder, error) && ::access(room.folder.c_str(), W_OK | X_OK) == 0;
  fs::space_info const space = fs::space(room.folder, error);
  if (!error) room.free_bytes = space.available;
  return room;
}

Check check_output_room(Room const& room) {
  Check check = check_room("output folder", room, "make room, or name another folder with --out DIR");
  if (check.state == CheckState::ok) {
    if (*room.free_bytes < least_output) {
      check.state = CheckState::problem;
      check.found += ": a run does not fit";
    } else if (*room.free_bytes < little_output) {
      check.state = CheckState::warning;
      check.found += ": a long run does not fit (each process may write up to --max-size)";
    }
  }
  if (check.state == CheckState::ok) check.mend.clear();
  return check;
}

Check check_temporary_room(Room const& room) {
  Check check = check_room("temporary folder", room, "make room, or set TMPDIR to another folder");
  if (!room.is_there) {
    check.state = CheckState::warning;
    check.found = "TMPDIR names a folder that is not there";
  }
  if (check.state == CheckState::problem) check.state = CheckState::warning;  // the collector needs none
  if (check.state == CheckState::ok && *room.free_bytes < little_temporary) {
    check.state = CheckState::warning;
    check.found += ": nsys and ncu keep their data there until they are done";
  }
  if (check.state == CheckState::ok) check.mend.clear();
  return check;
}

}  // namespace llmprof::inline v0
