// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>

#include <string>

namespace llmprof::inline v0 {

/// A library that is opened at run time. It stays loaded: drivers do not like to be unloaded.
class SharedLibrary {
 public:
  explicit SharedLibrary(std::string const& name)
      : handle_(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {  // NOLINT: hicpp-signed-bitwise
    if (handle_ == nullptr) why_not_ = last_error();
  }

  [[nodiscard]] bool is_open() const noexcept { return handle_ != nullptr; }
  /// Why it could not be opened, or lacks the function that was looked for last.
  [[nodiscard]] std::string const& why_not() const noexcept { return why_not_; }

  template <class Function>
  [[nodiscard]] bool find(char const* name, Function*& function) {
    if (handle_ == nullptr) return false;
    function = reinterpret_cast<Function*>(::dlsym(handle_, name));
    if (function == nullptr) why_not_ = std::string("it has no function ") + name;
    return function != nullptr;
  }

 private:
  static std::string last_error() {
    char const* const text = ::dlerror();  // NOLINT(concurrency-mt-unsafe): per thread in glibc
    return text == nullptr ? "no reason given" : text;
  }

  void* handle_;
  std::string why_not_;
};

}  // namespace llmprof::inline v0
