// SPDX-License-Identifier: MIT
// Each test plants one fault on a machine without any, and the doctor finds that one.
#include "llmprof/session/doctor.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>
#include <string>

#include "llmprof/error.hpp"
#include "session/planted_machine.hpp"

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr char const* sys_admin = "0000000000200000";
constexpr char const* perfmon = "0000004000000000";

/// The check, after it is made sure that nothing else is found.
Check only(PlantedMachine const& machine, std::string const& name, std::string const& state) {
  Checks const checks = machine.examined();
  CHECK(faults(checks) == name + ' ' + state);
  return find_check(checks, name);
}

}  // namespace

TEST_CASE("Nothing is found on a machine without a fault") {
  PlantedMachine const machine;
  Checks const checks = machine.examined();
  for (Check const& check : checks) {
    CAPTURE(check.name, check.found, check.mend);
    CHECK(check.state == CheckState::ok);
    CHECK(check.mend.empty());
    CHECK_FALSE(check.found.empty());
  }
  CHECK_FALSE(has_problem(checks));
  CHECK(find_check(checks, "driver").found == "version 580.65.06 (/proc/driver/nvidia/version)");
  CHECK(find_check(checks, "CUDA").found == "the driver runs CUDA 13.0 (libcuda)");
  CHECK(find_check(checks, "GPUs").found == "NVIDIA H200, compute capability 9.0, MIG off");
  CHECK(find_check(checks, "nsys").found == "version 2025.3.2 (" + machine.path("bin/nsys").string() + ")");
}

// --- The driver ---

TEST_CASE("A GPU without a driver is a problem") {
  PlantedMachine machine;
  for (char const* const name : {"proc/driver", "dev"}) machine.remove(name);
  machine.request.cuda_library = machine.request.nvml_library = "libno-such-driver.so.1";
  Checks const checks = machine.examined();
  CHECK(faults(checks) ==
        "driver problem; device nodes problem; CUDA problem; GPUs unknown; counter permission unknown");
  CHECK_THAT(find_check(checks, "driver").found, ContainsSubstring("1 GPU(s) of NVIDIA on the PCI bus"));
  CHECK_THAT(find_check(checks, "driver").mend, ContainsSubstring("modprobe nvidia"));
  CHECK(has_problem(checks));
}

TEST_CASE("A machine without a GPU is a warning, for ranges are recorded all the same") {
  PlantedMachine machine;
  for (char const* const name : {"proc/driver", "dev", "sys"}) machine.remove(name);
  machine.request.cuda_library = machine.request.nvml_library = "libno-such-driver.so.1";
  Checks const checks = machine.examined();
  CHECK(faults(checks) ==
        "driver warning; device nodes unknown; CUDA unknown; GPUs unknown; counter permission unknown");
  CHECK_FALSE(has_problem(checks));
}

TEST_CASE("NVIDIA devices that are no GPUs are not taken for one") {
  PlantedMachine machine;
  for (char const* const name : {"proc/driver", "dev"}) machine.remove(name);
  machine.put("sys/bus/pci/devices/0000:01:00.0/class", "0x040300\n");  // sound
  machine.request.cuda_library = machine.request.nvml_library = "libno-such-driver.so.1";
  CHECK(find_check(machine.examined(), "driver").state == CheckState::warning);
}

TEST_CASE("A driver without its device nodes is a problem") {
  PlantedMachine const machine;
  machine.remove("dev");
  Check const check = only(machine, "device nodes", "problem");
  CHECK_THAT(check.found, ContainsSubstring("/dev/nvidia0, /dev/nvidiactl, /dev/nvidia-uvm"));
  CHECK_THAT(check.mend, ContainsSubstring("nvidia-modprobe") && ContainsSubstring("docker run --gpus all"));
}

TEST_CASE("The one device node that is missing is named") {
  PlantedMachine const machine;
  machine.remove("dev/nvidia-uvm");
  CHECK_THAT(only(machine, "device nodes", "problem").found, ContainsSubstring("missing: /dev/nvidia-uvm;"));
}

TEST_CASE("A driver without libcuda is a problem") {
  PlantedMachine machine;
  machine.request.cuda_library = "libno-such-driver.so.1";
  CHECK_THAT(only(machine, "CUDA", "problem").mend, ContainsSubstring("NVIDIA_DRIVER_CAPABILITIES"));
}

TEST_CASE("A driver that was updated without a reboot is a problem") {
  PlantedMachine const machine;
  Variable const mismatch("LLMPROF_TEST_NVML", "18");
  Checks const checks = machine.examined();
  CHECK(faults(checks) == "driver problem; GPUs unknown");
  CHECK_THAT(find_check(checks, "driver").mend, ContainsSubstring("reboot"));
}

TEST_CASE("A driver that does not answer is a finding, not a hang") {
  PlantedMachine machine;
  machine.request.deadline = std::chrono::seconds(1);
  Variable const hang("LLMPROF_TEST_NVML_SLEEP", "3");
  CHECK_THAT(only(machine, "GPUs", "unknown").found, ContainsSubstring("no answer in 1 s"));
}

TEST_CASE("A GPU that has fallen off is listed") {
  PlantedMachine const machine;
  Variable const lost("LLMPROF_TEST_LOST_GPU", "15");
  CHECK_THAT(find_check(machine.examined(), "GPUs").found, ContainsSubstring("does not answer"));
}

TEST_CASE("MIG is a warning") {
  PlantedMachine const machine;
  Variable const mig("LLMPROF_TEST_MIG", "1");
  CHECK_THAT(only(machine, "GPUs", "warning").mend, ContainsSubstring("--clock-control none"));
}

TEST_CASE("A GPU without MIG mode is none with MIG off") {
  PlantedMachine const machine;
  Variable const mig("LLMPROF_TEST_MIG", "-1");
  CHECK(find_check(machine.examined(), "GPUs").found == "NVIDIA H200, compute capability 9.0");
}

TEST_CASE("A GPU that is too old for ncu is a warning") {
  PlantedMachine const machine;
  Variable const pascal("LLMPROF_TEST_CAPABILITY", "61");
  CHECK_THAT(only(machine, "GPUs", "warning").found, ContainsSubstring("compute capability 6.1"));
}

TEST_CASE("GPUs that the environment hides are a warning") {
  PlantedMachine machine;
  machine.request.variables["CUDA_VISIBLE_DEVICES"] = "";
  CHECK(only(machine, "GPUs", "warning").mend == "unset CUDA_VISIBLE_DEVICES");
  machine.request.variables["CUDA_VISIBLE_DEVICES"] = "0";
  CHECK(faults(machine.examined()).empty());
}

// --- The built-in collector ---

TEST_CASE("A GPU without libcupti is a problem") {
  PlantedMachine machine;
  machine.cupti_library = "/no/such/libcupti.so.13";
  CHECK_THAT(only(machine, "CUPTI", "problem").mend, ContainsSubstring("LLMPROF_CUPTI"));
}

TEST_CASE("A libcupti of a newer CUDA than the driver's is a warning") {
  PlantedMachine const machine;
  Variable const cuda("LLMPROF_TEST_CUDA", "12040");
  CHECK_THAT(only(machine, "CUPTI", "warning").found, ContainsSubstring("newer driver"));
  Variable const cupti("LLMPROF_TEST_CUPTI_VERSION", "22");
  CHECK(faults(machine.examined()).empty());
}

TEST_CASE("A libcupti of a version that is not known is a problem") {
  PlantedMachine const machine;
  Variable const cupti("LLMPROF_TEST_CUPTI_VERSION", "150000");
  CHECK_THAT(only(machine, "CUPTI", "problem").found, ContainsSubstring("150000"));
}

TEST_CASE("An injection library that is missing is a problem") {
  PlantedMachine machine;
  machine.request.library = machine.path("libllmprof_inject.so");
  CHECK_THAT(only(machine, "injection library", "problem").found, ContainsSubstring("is not there"));
}

TEST_CASE("An injection library that does not load is a problem") {
  PlantedMachine machine;
  machine.put("libllmprof_inject.so", "no library");
  machine.request.library = machine.path("libllmprof_inject.so");
  CHECK_THAT(only(machine, "injection library", "problem").found, ContainsSubstring("does not load"));
}

TEST_CASE("Another profiler is a problem, and its variable's value is not told") {
  PlantedMachine machine;
  machine.request.variables["CUDA_INJECTION64_PATH"] = "/secret/place.so";
  Check const check = only(machine, "other profiler", "problem");
  CHECK_THAT(check.found, ContainsSubstring("CUDA_INJECTION64_PATH is set"));
  CHECK_THAT(check.found, !ContainsSubstring("secret"));
  CHECK_THAT(check.mend, ContainsSubstring("unset CUDA_INJECTION64_PATH"));
}

TEST_CASE("A time namespace is a warning") {
  PlantedMachine const machine;
  machine.put("proc/self/timens_offsets",
              "monotonic      -86400         0\nboottime            0         0\n");
  CHECK_THAT(only(machine, "clock", "warning").found, ContainsSubstring("time namespace"));
}

TEST_CASE("An output folder that takes nothing is a problem") {
  PlantedMachine machine;
  machine.request.out = "/proc/llmprof-runs";
  CHECK_THAT(only(machine, "output folder", "problem").mend, ContainsSubstring("--out DIR"));
}

// --- nsys ---

TEST_CASE("nsys is optional: without it there is a warning") {
  PlantedMachine const machine;
  machine.remove("bin/nsys");
  machine.remove("opt");
  Checks const checks = machine.examined();
  CHECK(faults(checks) == "nsys warning; nsys importer unknown");
  CHECK_THAT(find_check(checks, "nsys").found, ContainsSubstring("not on PATH"));
  CHECK_THAT(find_check(checks, "nsys").mend, ContainsSubstring("install Nsight Systems"));
}

TEST_CASE("An nsys that is installed and not on PATH is named") {
  PlantedMachine const machine;
  machine.remove("bin/nsys");
  machine.script("opt/nvidia/nsight-systems/2025.3.2/bin/nsys", "exit 0");
  CHECK_THAT(
      find_check(machine.examined(), "nsys").mend,
      ContainsSubstring("--nsys " + machine.path("opt/nvidia/nsight-systems/2025.3.2/bin/nsys").string()));
}

TEST_CASE("A path to no nsys is said to be one") {
  PlantedMachine machine;
  machine.request.tools.nsys = machine.path("elsewhere/nsys").string();
  CHECK_THAT(find_check(machine.examined(), "nsys").found,
             ContainsSubstring("elsewhere/nsys: no such program"));
}

TEST_CASE("An nsys that hangs is a finding, not a hang") {
  PlantedMachine machine;
  machine.nsys("exec sleep 60");
  machine.request.deadline = std::chrono::seconds(1);
  auto const begin = std::chrono::steady_clock::now();
  Checks const checks = machine.examined();
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  CHECK_THAT(find_check(checks, "nsys").found, ContainsSubstring("not done after 1 s"));
  CHECK(faults(checks) == "nsys warning; nsys importer unknown");
}

TEST_CASE("An nsys that is too old is a warning") {
  PlantedMachine const machine;
  machine.nsys("echo 'NVIDIA Nsight Systems version 2021.5.2.53-28d0e6e'");
  Check const check = find_check(machine.examined(), "nsys");
  CHECK(check.state == CheckState::warning);
  CHECK_THAT(check.found, ContainsSubstring("2021.5.2, which is too old"));
  CHECK_THAT(check.mend, ContainsSubstring("2022.4 or newer"));
}

TEST_CASE("An nsys that is older than the driver's CUDA 13 is a warning") {
  PlantedMachine const machine;
  machine.nsys("echo 'NVIDIA Nsight Systems version 2023.4.4.54-234433681190v0'");
  CHECK_THAT(only(machine, "nsys", "warning").found, ContainsSubstring("older than CUDA 13"));
  Variable const cuda("LLMPROF_TEST_CUDA", "12040");
  Variable const cupti("LLMPROF_TEST_CUPTI_VERSION", "22");
  CHECK(faults(machine.examined()).empty());
}

TEST_CASE("An nsys that says something else is a warning, and what it says is harmless") {
  PlantedMachine const machine;
  machine.nsys("printf 'network \\033[31msystems\\n 1.0'");
  Check const check = find_check(machine.examined(), "nsys");
  CHECK(check.state == CheckState::warning);
  CHECK_THAT(check.found, ContainsSubstring("says no version of Nsight Systems, but 'network"));
  CHECK(check.found.find('\033') == std::string::npos);
  CHECK(check.found.find('\n') == std::string::npos);
}

TEST_CASE("An nsys that fails is a warning with its words") {
  PlantedMachine const machine;
  machine.nsys("echo 'libquadd.so: cannot open shared object file' >&2; exit 127");
  CHECK_THAT(find_check(machine.examined(), "nsys").found,
             ContainsSubstring("exit status 127: libquadd.so: cannot open"));
}

TEST_CASE("An nsys that cannot be started is a warning") {
  PlantedMachine const machine;
  machine.put("opt/nvidia/nsight-systems/2025.3.2/target-linux-x64/nsys", "#!/no/such/shell\n");
  CHECK(find_check(machine.examined(), "nsys").state == CheckState::warning);
}

TEST_CASE("An nsys without its importer is a warning") {
  PlantedMachine const machine;
  machine.remove(std::string(PlantedMachine::nsight) + "/host-linux-x64");
  Check const check = only(machine, "nsys importer", "warning");
  CHECK_THAT(check.found, ContainsSubstring(".qdstrm"));
  CHECK_THAT(check.mend, ContainsSubstring("install all of Nsight Systems"));
}

TEST_CASE("An importer that lacks a library is a warning") {
  PlantedMachine const machine;
  machine.importer("echo 'error while loading shared libraries: libssh.so' >&2; exit 127");
  CHECK_THAT(only(machine, "nsys importer", "warning").found,
             ContainsSubstring("does not start: exit status 127") && ContainsSubstring("libssh.so"));
}

TEST_CASE("An importer that hangs is a warning") {
  PlantedMachine machine;
  machine.importer("exec sleep 60");
  machine.request.deadline = std::chrono::seconds(1);
  CHECK_THAT(only(machine, "nsys importer", "warning").found, ContainsSubstring("not done after 1 s"));
}

TEST_CASE("The importer behind a script that starts nsys is found, and not tried without it") {
  PlantedMachine const machine;
  machine.remove("bin/nsys");
  machine.script("bin/nsys",
                 "exec " + machine.path(PlantedMachine::nsight).string() + "/target-linux-x64/nsys \"$@\"");
  machine.importer("exit 127");
  CHECK(faults(machine.examined()).empty());
}

TEST_CASE("A kernel that forbids samples of the CPU is a warning") {
  PlantedMachine const machine;
  machine.put("proc/sys/kernel/perf_event_paranoid", "3\n");
  CHECK(only(machine, "CPU sampling", "warning").mend == "sudo sysctl kernel.perf_event_paranoid=2");
  machine.capabilities(perfmon);
  CHECK(faults(machine.examined()).empty());
}

TEST_CASE("A kernel that says nothing of samples is unknown") {
  PlantedMachine const machine;
  machine.remove("proc/sys/kernel/perf_event_paranoid");
  CHECK(only(machine, "CPU sampling", "unknown").mend.empty());
}

// --- ncu ---

TEST_CASE("ncu is optional: without it there is a warning") {
  PlantedMachine const machine;
  machine.remove("bin/ncu");
  CHECK_THAT(only(machine, "ncu", "warning").mend, ContainsSubstring("install Nsight Compute"));
}

TEST_CASE("An ncu that hangs, is too old or says something else is a warning") {
  PlantedMachine machine;
  machine.request.deadline = std::chrono::seconds(1);
  machine.ncu("exec sleep 60");
  CHECK_THAT(only(machine, "ncu", "warning").found, ContainsSubstring("not done after 1 s"));
  machine.ncu("echo 'Version 2019.5.0.0 (build 27346997)'");
  CHECK_THAT(only(machine, "ncu", "warning").mend, ContainsSubstring("2022.3 or newer"));
  machine.ncu("echo NVIDIA");
  CHECK_THAT(only(machine, "ncu", "warning").found, ContainsSubstring("says no version"));
}

TEST_CASE("Counters for administrators alone are a warning without the capability") {
  PlantedMachine const machine;
  machine.put("proc/driver/nvidia/params", "RmProfilingAdminOnly: 1\n");
  Check const check = only(machine, "counter permission", "warning");
  CHECK_THAT(check.found, ContainsSubstring("neither CAP_SYS_ADMIN nor CAP_PERFMON"));
  CHECK_THAT(check.mend,
             ContainsSubstring("sudo") && ContainsSubstring("NVreg_RestrictProfilingToAdminUsers=0"));
}

TEST_CASE("Counters for administrators alone are no fault with the capability") {
  PlantedMachine const machine;
  machine.put("proc/driver/nvidia/params", "RmProfilingAdminOnly: 1\n");
  machine.capabilities(sys_admin);
  CHECK(faults(machine.examined()).empty());
  machine.capabilities(perfmon);  // which drivers count from 565 on
  CHECK(faults(machine.examined()).empty());
}

TEST_CASE("An older driver does not count CAP_PERFMON") {
  PlantedMachine const machine;
  machine.put("proc/driver/nvidia/params", "RmProfilingAdminOnly: 1\n");
  machine.put("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  x\n");
  machine.capabilities(perfmon);
  CHECK_THAT(only(machine, "counter permission", "warning").found, ContainsSubstring("drivers before 565"));
}

TEST_CASE("A capability of a user namespace does not count") {
  PlantedMachine const machine;
  machine.put("proc/driver/nvidia/params", "RmProfilingAdminOnly: 1\n");
  machine.put("proc/self/uid_map", "         0       1000          1\n");
  machine.capabilities(sys_admin);
  CHECK_THAT(only(machine, "counter permission", "warning").found, ContainsSubstring("user namespace"));
}

TEST_CASE("Who may read counters is unknown where the driver does not say") {
  PlantedMachine const machine;
  machine.put("proc/driver/nvidia/params", "ResmanDebugLevel: 0\n");
  CHECK(only(machine, "counter permission", "unknown").mend.empty());
}

TEST_CASE("DCGM is a warning") {
  PlantedMachine const machine;
  machine.put("proc/4242/comm", "nv-hostengine\n");
  Check const check = only(machine, "DCGM", "warning");
  CHECK_THAT(check.found, ContainsSubstring("nv-hostengine runs (process 4242)"));
  CHECK_THAT(check.mend, ContainsSubstring("dcgmi profile --pause"));
}

TEST_CASE("The lock file of another user is a warning") {
  PlantedMachine const machine;
  machine.put("tmp/nsight-compute-lock", "");
  CHECK(faults(machine.examined()).empty());
  std::filesystem::permissions(machine.path("tmp/nsight-compute-lock"), std::filesystem::perms::none);
  if (::geteuid() != 0) {
    CHECK_THAT(only(machine, "ncu lock", "warning").mend, ContainsSubstring("TMPDIR"));
    return;
  }
  std::filesystem::permissions(machine.path(""), std::filesystem::perms::all);
  pid_t const child = ::fork();  // root may open any file
  if (child == 0) {
    bool const is_somebody = ::setgid(65534) == 0 && ::setuid(65534) == 0;
    Checks const checks = is_somebody ? machine.examined() : Checks();
    ::_exit(is_somebody && find_check(checks, "ncu lock").state == CheckState::warning ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
}

// --- The probe ---

namespace {

Check probed(std::string const& ncu_says) {
  PlantedMachine machine;
  machine.request.deadline = std::chrono::seconds(1);
  machine.request.probe = {"/bin/true"};
  machine.ncu("if [ \"$1\" = --version ]; then echo 'Version 2025.3.1.0'; exit; fi\n" + ncu_says);
  return find_check(machine.examined(), "counter probe");
}

}  // namespace

TEST_CASE("A probe that measures a kernel is ok") {
  CHECK(probed("echo '\"ID\",\"Kernel Name\",\"sm__cycles_elapsed.max\"'; echo "
               "'\"0\",\"llmprof_probe\",\"1,022\"'")
            .state == CheckState::ok);
}

TEST_CASE("What the probe is told by ncu is a warning with its cure") {
  Check check = probed("echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission' >&2; exit 1");
  CHECK(check.state == CheckState::warning);
  CHECK_THAT(check.mend, ContainsSubstring("NVreg_RestrictProfilingToAdminUsers=0"));
  check = probed("echo '==ERROR== Profiling failed because a driver resource was unavailable.'; exit 1");
  CHECK_THAT(check.mend, ContainsSubstring("dcgmi profile --pause"));
  check = probed("echo '==WARNING== No kernels were profiled.'");
  CHECK(check.found == "ncu saw no kernel");
  check = probed("echo out of luck; exit 3");
  CHECK_THAT(check.found, ContainsSubstring("exit status 3; it said 'out of luck'"));
  check = probed("exec sleep 60");
  CHECK_THAT(check.found, ContainsSubstring("not done after 1 s"));
  check = probed("true");
  CHECK(check.state == CheckState::warning);
}

TEST_CASE("A probe without ncu is unknown") {
  PlantedMachine machine;
  machine.request.probe = {"/bin/true"};
  machine.remove("bin/ncu");
  CHECK(find_check(machine.examined(), "counter probe").state == CheckState::unknown);
}

TEST_CASE("The probe's kernel says why it was not launched") {
  CHECK(launch_probe_kernel(LLMPROF_FAKE_DRIVER).empty());
  CHECK_THAT(launch_probe_kernel("libno-such-driver.so.1"), ContainsSubstring("libno-such-driver.so.1"));
  Variable const no_device("LLMPROF_TEST_CUINIT", "100");
  CHECK(launch_probe_kernel(LLMPROF_FAKE_DRIVER) == "cuInit failed with error 100");
}

TEST_CASE("The probe's kernel may fail to compile") {
  Variable const no_image("LLMPROF_TEST_LOAD", "222");
  CHECK(launch_probe_kernel(LLMPROF_FAKE_DRIVER) == "cuModuleLoadData failed with error 222");
}

// --- The system ---

TEST_CASE("A container without capabilities is a warning with its engine's cure") {
  PlantedMachine machine;
  machine.put(".dockerenv", "");
  Checks checks = machine.examined();
  CHECK(faults(checks) == "DCGM unknown; container warning");
  CHECK_THAT(find_check(checks, "container").mend, ContainsSubstring("docker run --cap-add=SYS_ADMIN"));
  machine.put("run/.containerenv", "");
  CHECK_THAT(find_check(machine.examined(), "container").mend,
             ContainsSubstring("podman run --cap-add=SYS_ADMIN"));
  machine.request.variables["KUBERNETES_SERVICE_HOST"] = "10.0.0.1";
  checks = machine.examined();
  CHECK_THAT(find_check(checks, "container").mend, ContainsSubstring("securityContext"));
  CHECK_THAT(find_check(checks, "container").found, !ContainsSubstring("10.0.0.1"));
}

TEST_CASE("A container is known by its control groups") {
  PlantedMachine const machine;
  machine.put("proc/1/cgroup", "0::/kubepods/besteffort/pod1/abc\n");
  CHECK_THAT(find_check(machine.examined(), "container").found, ContainsSubstring("a Kubernetes pod"));
}

TEST_CASE("A container with the capability is as good as none") {
  PlantedMachine const machine;
  machine.put(".dockerenv", "");
  machine.capabilities(sys_admin, "2");
  CHECK(faults(machine.examined()) == "DCGM unknown");
}

TEST_CASE("A container's filter may forbid samples of the CPU") {
  PlantedMachine const machine;
  machine.put(".dockerenv", "");
  machine.capabilities("0000000000000000", "2");
  CHECK_THAT(find_check(machine.examined(), "CPU sampling").mend, ContainsSubstring("--cap-add=PERFMON"));
}

TEST_CASE("A rootless container is said to be one") {
  PlantedMachine const machine;
  machine.put("run/.containerenv", "");
  machine.put("proc/self/uid_map", "         0       1000          1\n");
  machine.capabilities(sys_admin);
  CHECK_THAT(find_check(machine.examined(), "container").found, ContainsSubstring("rootless"));
}

TEST_CASE("A folder for temporary files that is not there is a warning") {
  PlantedMachine const machine;
  machine.remove("tmp");
  CHECK_THAT(only(machine, "temporary folder", "warning").mend, ContainsSubstring("TMPDIR"));
}

// --- How it is told ---

TEST_CASE("The lines fit the width, and the last one counts") {
  Checks const checks{{"driver", CheckState::ok, "version 580", ""},
                      {"nsys", CheckState::warning, "one two three four five six", "seven eight"},
                      {"clock", CheckState::problem, "stands", "wind it up"}};
  CHECK(format_checks(checks, {.format = Format::table, .width = 46}) ==
        "ok       driver              version 580\n"
        "warning  nsys                one two three\n"
        "                             four five six\n"
        "                             mend: seven eight\n"
        "problem  clock               stands\n"
        "                             mend: wind it up\n"
        "1 problem, 1 warning, 0 unknown\n");
  CHECK_THROWS_AS((void)format_checks(checks, {.format = Format::csv}), InvalidArgument);
}

TEST_CASE("The JSON has every check, and null where there is nothing to mend") {
  Checks const checks{{"driver", CheckState::ok, "version 580", ""},
                      {"nsys", CheckState::unknown, "a \"quote\"", "seven"}};
  auto const json = boost::json::parse(format_checks(checks, {.format = Format::json}));
  CHECK(json == boost::json::parse(R"({"schema":"llmprof.doctor/1","checks":[
    {"name":"driver","state":"ok","found":"version 580","mend":null},
    {"name":"nsys","state":"unknown","found":"a \"quote\"","mend":"seven"}]})"));
}
