// SPDX-License-Identifier: MIT
#include <iostream>

#include "cli.hpp"

int main(int argc, char** argv) { return llmprof::cli::run({argv + 1, argv + argc}, std::cout, std::cerr); }
