// SPDX-License-Identifier: MIT
#include "libllmprof/session/command_file.hpp"

#include "libllmprof/support/atomic_file.hpp"
#include "llmprof/artifacts/masking.hpp"

namespace llmprof::inline v0 {

void write_command_file(std::filesystem::path const& path, ToolCommand command) {
  command.argv = mask_argv(command.argv);
  write_file_atomically(path, shell_line(command) + "\n");
}

std::string output_name(std::filesystem::path const& path) {
  std::string name;
  for (char const c : path.string()) name.append(c == '%' ? 2 : 1, c);
  return name;
}

}  // namespace llmprof::inline v0
