// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace llmprof::cli {

/// Exit statuses that scripts rely on.
enum ExitStatus : int { done = 0, failed = 1, wrong_usage = 2, no_data = 3 };

/// The whole command line tool: data to `out`, words to `err`. @return the exit status.
int run(std::vector<std::string> const& arguments, std::ostream& out, std::ostream& err);

}  // namespace llmprof::cli
