// SPDX-License-Identifier: MIT
#include "libllmprof/session/collector_checks.hpp"

#include <dlfcn.h>

#include "libllmprof/collect/cupti_library.hpp"
#include "libllmprof/process/shared_library.hpp"
#include "libllmprof/session/other_profilers.hpp"
#include "libllmprof/support/text.hpp"

namespace llmprof::inline v0 {
namespace {

/// Of CUDA that a libcupti belongs to, 13000 for 13.0; releases of 12 had numbers of their own.
int cuda_of_cupti(std::uint32_t version) {
  return version >= 130000 ? static_cast<int>(version / 100 * 10) : 12000;
}

std::string cupti_version_text(std::uint32_t version) {
  if (version < 130000) return "API version " + std::to_string(version) + " (CUDA 12)";
  return "version " + std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100);
}

template <class Function>
std::string file_of(Function* function) {
  Dl_info info{};
  bool const is_known = ::dladdr(reinterpret_cast<void const*>(function), &info) != 0;
  return is_known && info.dli_fname != nullptr ? info.dli_fname : "libcupti";
}

}  // namespace

Check check_cupti(bool has_gpu, int cuda) {
  Check check{.name = "CUPTI"};
  cupti::Functions functions{};
  std::uint32_t version = 0;
  if (char const* const why_not = collect::open_cupti(functions, version)) {
    check.state = has_gpu ? CheckState::problem : CheckState::warning;
    check.found = one_line(why_not) + "; programs that bring their own (PyTorch) are recorded all the same";
    check.mend = "install a CUDA toolkit of 12 or 13, or set LLMPROF_CUPTI to a libcupti.so";
    return check;
  }
  check.found = cupti_version_text(version) + " (" + file_of(functions.get_version) + ")";
  check.state = CheckState::ok;
  if (cuda > 0 && cuda / 1000 < cuda_of_cupti(version) / 1000) {
    check.state = CheckState::warning;
    check.found += " is made for a newer driver, which runs CUDA " +
                   std::to_string(cuda_of_cupti(version) / 1000) + ": kernels may not be recorded";
    check.mend = "set LLMPROF_CUPTI to the libcupti.so of an older toolkit, or update the driver";
  }
  return check;
}

Check check_injection_library(std::filesystem::path const& library) {
  Check check{.name = "injection library", .state = CheckState::problem};
  check.mend = "put libllmprof_inject.so beside llmprof or into its lib/llmprof, or set LLMPROF_INJECT to it";
  if (library.empty()) {
    check.found = "libllmprof_inject.so is not found; `llmprof run` needs it";
    return check;
  }
  std::error_code error;
  check.found = library.string();
  if (!std::filesystem::exists(library, error)) {
    check.found += " is not there";
    return check;
  }
  SharedLibrary inject(std::filesystem::absolute(library, error).string());
  int (*entry)() = nullptr;
  if (!inject.find("InitializeInjection", entry)) {
    check.found += " does not load, and CUDA says nothing then: " + one_line(inject.why_not());
    return check;
  }
  check.state = CheckState::ok;
  check.mend.clear();
  return check;
}

Check check_other_profiler(std::map<std::string, std::string> const& variables) {
  Check check{.name = "other profiler", .state = CheckState::ok, .found = "none is set up", .mend = {}};
  auto const other = find_other_profiler(variables);
  if (!other) return check;
  check.state = CheckState::problem;
  check.found =
      other->tool + " is set up (" + other->variable + " is set); CUDA serves one profiler at a time";
  check.mend = "run without it, or unset " + other->variable;
  return check;
}

}  // namespace llmprof::inline v0
