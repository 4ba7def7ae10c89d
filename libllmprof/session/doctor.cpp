// SPDX-License-Identifier: MIT
#include "llmprof/session/doctor.hpp"

#include <algorithm>
#include <utility>

#include "libllmprof/process/container.hpp"
#include "libllmprof/process/counter_checks.hpp"
#include "libllmprof/process/driver_checks.hpp"
#include "libllmprof/process/privileges.hpp"
#include "libllmprof/process/probe_kernel.hpp"
#include "libllmprof/process/system_checks.hpp"
#include "libllmprof/process/tool_checks.hpp"
#include "libllmprof/session/collector_checks.hpp"
#include "llmprof/session/report.hpp"
#include "llmprof/session/run.hpp"

namespace llmprof::inline v0 {
namespace {

namespace fs = std::filesystem;

class Examination {
 public:
  explicit Examination(DoctorRequest const& request)
      : request_(request),
        privileges_(read_privileges(request.root)),
        container_(find_container(request.root, request.variables)),
        traces_(find_driver_traces(request.root)) {}

  Checks run() {
    look_at_driver();
    look_at_collector();
    look_at_tools();
    look_at_system();
    return std::move(checks_);
  }

 private:
  void add(Check check) { checks_.push_back(std::move(check)); }

  [[nodiscard]] std::string variable(char const* name) const {
    auto const found = request_.variables.find(name);
    return found == request_.variables.end() ? std::string() : found->second;
  }

  void look_at_driver() {
    DriverLibraries const libraries{request_.cuda_library, request_.nvml_library, request_.deadline};
    NvmlAnswer const nvml = ask_nvml(libraries);
    CudaAnswer const cuda = ask_cuda(libraries);
    driver_ = traces_.version.empty() ? nvml.driver : traces_.version;
    cuda_ = cuda.version;
    has_gpu_ = traces_.has_gpu() || !nvml.gpus.empty();
    add(check_driver(traces_, nvml));
    add(check_device_nodes(traces_));
    add(check_cuda(traces_, cuda));
    add(check_gpus(traces_, nvml, request_.variables));
  }

  void look_at_collector() {
    add(check_cupti(has_gpu_, cuda_));
    add(check_injection_library(request_.library.empty() ? find_injection_library() : request_.library));
    add(check_other_profiler(request_.variables));
    add(check_clock(request_.root));
    add(check_output_room(measure_room(request_.out.empty() ? default_out : request_.out)));
  }

  void look_at_tools() {
    std::string const path = variable("PATH");
    auto const& root = request_.root;
    ToolFinding const nsys = search_tool(nsys_tool, {request_.tools.nsys, path, request_.deadline}, root);
    add(check_tool(nsys_tool, nsys, cuda_));
    add(check_nsys_importer(nsys, path, root, request_.deadline));
    add(check_cpu_sampling(root, privileges_, container_.kind));
    ToolFinding const ncu = search_tool(ncu_tool, {request_.tools.ncu, path, request_.deadline}, root);
    add(check_tool(ncu_tool, ncu, cuda_));
    add(check_counter_permission(root, driver_, privileges_, container_.kind));
    add(check_dcgm(root, container_.kind));
    add(check_ncu_lock(temporary_folder()));
    if (!request_.probe.empty()) probe(ncu);
  }

  void probe(ToolFinding const& ncu) {
    if (ncu.tool) return add(probe_counters(*ncu.tool, request_.probe, container_.kind, request_.deadline));
    add({"counter probe", CheckState::unknown, "it needs ncu: " + ncu.why_not, ncu.mend});
  }

  void look_at_system() {
    add(check_temporary_room(measure_room(temporary_folder())));
    add(check_container(container_, privileges_));
  }

  [[nodiscard]] fs::path temporary_folder() const {
    std::string const given = variable("TMPDIR");
    return given.empty() ? fs::path("/tmp") : fs::path(given);
  }

  DoctorRequest const& request_;
  Privileges privileges_;
  Container container_;
  DriverTraces traces_;
  std::string driver_;  ///< Version.
  int cuda_ = 0;
  bool has_gpu_ = false;
  Checks checks_;
};

}  // namespace

Checks examine(DoctorRequest const& request) { return Examination(request).run(); }

bool has_problem(Checks const& checks) noexcept {
  return std::any_of(checks.begin(), checks.end(),
                     [](Check const& check) { return check.state == CheckState::problem; });
}

std::string launch_probe_kernel(std::string const& cuda_library) { return launch_empty_kernel(cuda_library); }

}  // namespace llmprof::inline v0
