// SPDX-License-Identifier: MIT
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <string>

#include "temporary_folder.hpp"

/// Compares with tests/data/NAME. LLMPROF_UPDATE_GOLDEN=1 in the environment rewrites the file instead: read
/// the difference before you commit it.
inline void check_golden(std::string const& text, std::string const& name) {
  std::string const path = std::string(LLMPROF_TEST_DATA) + '/' + name;
  if (std::getenv("LLMPROF_UPDATE_GOLDEN") != nullptr) put_file(path, text);
  CHECK(text == get_file(path));
}
