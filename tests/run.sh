#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds everything with warnings as errors and runs every test.
#
#   bash tests/run.sh [PRESET [CTEST_OPTION...]]      default: ci; others in CMakePresets.json
#
# Installs what is missing (Debian, Ubuntu, as root). Needs no GPU and no profiler: tests that want one are skipped.
set -euo pipefail
# shellcheck source=cmake/bootstrap.sh
source "$(dirname "${BASH_SOURCE[0]}")/../cmake/bootstrap.sh"

case ${1:-} in -h | --help) sed -n '3,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;; esac
preset=${1:-ci}
shift $(($# > 0))
build=$LLMPROF_ROOT/build/$preset

llmprof_install_missing build test
if [[ $preset == asan-ubsan ]]; then llmprof_install_missing lint; fi # for clang
llmprof_provide_nvtx
# Said aloud, for an existing build folder may have been made without them.
llmprof_configure "$preset" "$build" -DLLMPROF_BUILD_APPS=ON -DLLMPROF_BUILD_EXAMPLES=ON -DLLMPROF_BUILD_TESTS=ON
llmprof_build "$build"
ctest --test-dir "$build" --output-on-failure --no-tests=error --timeout 300 --parallel "$(llmprof_jobs)" "$@"
