// SPDX-License-Identifier: MIT
#include "libllmprof/process/cublas_lt.hpp"

#include "libllmprof/process/shared_library.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::array sonames = {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"};

SharedLibrary open_first(std::vector<std::string> const& names, std::string& opened) {
  std::string why_not = "no library was named";
  for (std::string const& name : names) {
    SharedLibrary library(name);
    opened = name;
    if (library.is_open()) return library;
    if (&name == &names.front()) why_not = library.why_not();
  }
  throw NoCublas(why_not);
}

}  // namespace

CublasLt::CublasLt(std::vector<std::string> const& libraries) {
  std::string name;
  SharedLibrary library = open_first(libraries, name);
  auto const find = [&](char const* function_name, auto*& function) {
    if (!library.find(function_name, function)) throw GpuError(name + ": " + library.why_not());
  };
  find("cublasLtCreate", create);
  find("cublasLtDestroy", destroy);
  find("cublasLtMatmulDescCreate", operation_create);
  find("cublasLtMatmulDescDestroy", operation_destroy);
  find("cublasLtMatmulDescSetAttribute", operation_set);
  find("cublasLtMatrixLayoutCreate", layout_create);
  find("cublasLtMatrixLayoutDestroy", layout_destroy);
  find("cublasLtMatmulPreferenceCreate", preference_create);
  find("cublasLtMatmulPreferenceDestroy", preference_destroy);
  find("cublasLtMatmulPreferenceSetAttribute", preference_set);
  find("cublasLtMatmulAlgoGetHeuristic", choose);
  find("cublasLtMatmul", multiply);
  if (!library.find("cublasLtGetStatusName", status_name_)) status_name_ = nullptr;
}

void CublasLt::check(char const* call, int status) const {
  if (status == 0) return;
  char const* const name = status_name_ == nullptr ? nullptr : status_name_(status);
  throw GpuError(std::string(call) + (name != nullptr ? std::string(" failed: ") + name
                                                      : " failed with status " + std::to_string(status)));
}

std::vector<std::string> cublas_libraries() {
  std::vector<std::string> paths(sonames.begin(), sonames.end());
  for (char const* const folder : {"/usr/local/cuda/lib64/", "/opt/cuda/lib64/"})
    for (char const* const soname : sonames) paths.push_back(std::string(folder) + soname);
  return paths;
}

}  // namespace llmprof::inline v0
