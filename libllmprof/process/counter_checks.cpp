// SPDX-License-Identifier: MIT
#include "libllmprof/process/counter_checks.hpp"

#include <unistd.h>

#include <array>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

#include "libllmprof/process/last_words.hpp"
#include "libllmprof/process/tool.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/scratch_folder.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

constexpr int first_driver_with_perfmon = 565;
constexpr char const* counters = "hardware counters (ncu)";
constexpr char const* release_dcgm =
    "dcgmi profile --pause, and dcgmi profile --resume when ncu is done; as root on the host";

std::optional<bool> is_restricted(fs::path const& root) {
  auto const params = read_small_file(root / "proc/driver/nvidia/params");
  if (!params) return std::nullopt;
  std::istringstream lines(*params);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("RmProfilingAdminOnly:")) return line.find('0') == std::string::npos;
  }
  return std::nullopt;
}

int major_of(std::string const& version) {
  int major = 0;
  std::from_chars(version.data(), version.data() + version.size(), major);
  return major;
}

std::string how_to_permit(ContainerKind container) {
  return how_to_grant(container, "SYS_ADMIN") +
         "; or for all users, as root on the host: echo 'options nvidia "
         "NVreg_RestrictProfilingToAdminUsers=0' > /etc/modprobe.d/nvidia-profiling.conf, then "
         "update-initramfs -u (or dracut -f) and reboot";
}

/// Why the driver does not count what this process has; empty if it does.
std::string why_not_permitted(std::string const& driver, Privileges const& privileges) {
  if (!privileges.has_sys_admin && !privileges.has_perfmon) {
    return std::string("this process has neither CAP_SYS_ADMIN nor CAP_PERFMON") +
           (privileges.is_root ? ", though it runs as root" : "");
  }
  if (privileges.in_user_namespace)
    return "the capabilities of this process hold in its user namespace alone (a rootless container)";
  if (!privileges.has_sys_admin && major_of(driver) < first_driver_with_perfmon)
    return "this process has CAP_PERFMON without CAP_SYS_ADMIN, which drivers before 565 do not count";
  return {};
}

}  // namespace

Check check_counter_permission(fs::path const& root, std::string const& driver, Privileges const& privileges,
                               ContainerKind container) {
  Check check{.name = "counter permission"};
  auto const restricted = is_restricted(root);
  if (!restricted) {
    check.found = std::string(counters) +
                  ": no RmProfilingAdminOnly in /proc/driver/nvidia/params, which says who may read them";
    return check;
  }
  if (!*restricted) {
    check.state = CheckState::ok;
    check.found = std::string(counters) + " for every user (RmProfilingAdminOnly: 0)";
    return check;
  }
  std::string const restriction =
      std::string(counters) + " for administrators alone (RmProfilingAdminOnly: 1)";
  if (!privileges.is_known) {
    check.found = restriction + "; /proc/self/status could not be read";
    return check;
  }
  std::string const why_not = why_not_permitted(driver, privileges);
  check.state = why_not.empty() ? CheckState::ok : CheckState::warning;
  check.found =
      restriction + ", " + (why_not.empty() ? "and this process has the capability" : "and " + why_not);
  if (!why_not.empty()) check.mend = how_to_permit(container);
  return check;
}

Check check_dcgm(fs::path const& root, ContainerKind container) {
  Check check{.name = "DCGM"};
  std::error_code error;
  for (fs::directory_iterator entry(root / "proc", error), end; !error && entry != end;
       entry.increment(error)) {
    std::string const pid = entry->path().filename().string();
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    auto const name = read_small_file(entry->path() / "comm");
    if (!name) continue;
    std::string_view const comm = trimmed(*name);
    if (comm != "nv-hostengine" && comm != "dcgm-exporter") continue;
    check.state = CheckState::warning;
    check.found = std::string(comm) + " runs (process " + pid +
                  "); while it watches profiling metrics, ncu gets no counters";
    check.mend = release_dcgm;
    return check;
  }
  if (error) {
    check.found = "/proc cannot be read";
  } else if (container != ContainerKind::none) {
    check.found = "not seen, but a container does not see the processes of its host";
    check.mend = "on the host: pgrep -l 'nv-hostengine|dcgm-exporter'";
  } else {
    check.state = CheckState::ok;
    check.found = "neither nv-hostengine nor dcgm-exporter runs";
  }
  return check;
}

Check check_ncu_lock(fs::path const& folder) {
  Check check{.name = "ncu lock", .state = CheckState::ok};
  fs::path const lock = folder / "nsight-compute-lock";
  std::error_code error;
  if (!fs::exists(lock, error)) {
    check.found = "no " + lock.string();
  } else if (::access(lock.c_str(), R_OK | W_OK) == 0) {
    check.found = lock.string() + " can be opened";
  } else {
    check.state = CheckState::warning;
    check.found = lock.string() + " belongs to another user: ncu will not start";
    check.mend = "set TMPDIR to a folder of your own, or remove the file when nobody profiles";
  }
  return check;
}

namespace {

struct ProbeMessage {
  std::string_view sign;  ///< In what ncu prints.
  char const* found;
  char const* mend;
};

constexpr std::array<ProbeMessage, 3> probe_messages{{
    {"driver resource was unavailable", "another tool holds the counters, DCGM for example", release_dcgm},
    {"No kernels were profiled", "ncu saw no kernel", "see the other lines: driver, device nodes, CUDA"},
    {"not compatible with Nsight Compute", "ncu does not know this driver", "install a newer Nsight Compute"},
}};

void judge_probe(std::string const& said, std::string const& how_it_ended, std::string const& last,
                 ContainerKind container, Check& check) {
  check.state = CheckState::warning;
  if (said.find("ERR_NVGPUCTRPERM") != std::string::npos) {
    check.found = "ncu may not read counters (ERR_NVGPUCTRPERM)";
    check.mend = how_to_permit(container);
    return;
  }
  for (ProbeMessage const& message : probe_messages) {
    if (said.find(message.sign) == std::string::npos) continue;
    check.found = message.found;
    check.mend = message.mend;
    return;
  }
  if (how_it_ended.empty() && said.find("sm__cycles_elapsed.max") != std::string::npos) {
    check.state = CheckState::ok;
    check.found = "ncu measured a kernel";
    return;
  }
  check.found = "ncu measured nothing: " + (how_it_ended.empty() ? "exit status 0" : how_it_ended) +
                "; it said '" + last + "'";
  check.mend = "see the other lines: driver, device nodes, CUDA";
}

}  // namespace

Check probe_counters(FoundTool const& ncu, std::vector<std::string> const& program, ContainerKind container,
                     std::chrono::seconds deadline) {
  Check check{.name = "counter probe"};
  try {
    ScratchFolder const scratch;
    ToolCall call{.argv = {ncu.path.string(), "--metrics", "sm__cycles_elapsed.max", "--clock-control",
                           "none", "--csv", "--page", "raw"},
                  .output = scratch / "stdout.txt",
                  .errors = scratch / "stderr.txt",
                  .deadline = deadline};
    call.argv.insert(call.argv.end(), program.begin(), program.end());
    ToolEnd const end = run_tool(call);
    std::string const said =
        read_small_file(call.output).value_or("") + read_small_file(call.errors).value_or("");
    judge_probe(said, end.is_success() ? "" : describe(end, call), last_words({call.errors, call.output}),
                container, check);
  } catch (IoError const& error) {
    check.found = std::string("ncu could not be run: ") + error.what();
  }
  return check;
}

}  // namespace llmprof::inline v0
