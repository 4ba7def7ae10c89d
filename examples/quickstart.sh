#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a fresh clone to the reports of a real capture: Llama 1B's prefill on an H200.
#
#   bash examples/quickstart.sh [CAPTURE...]      your own captures instead: anything that `llmprof report` reads
#
# Installs what is missing (Debian, Ubuntu, as root) and builds the command-line tool, nothing else. Needs no GPU.
set -euo pipefail
called_from=$PWD
# shellcheck source=cmake/bootstrap.sh
source "$(dirname "${BASH_SOURCE[0]}")/../cmake/bootstrap.sh"

case ${1:-} in -h | --help) sed -n '3,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;; esac
data=$LLMPROF_ROOT/tests/data
captures=("$@")
if (($# == 0)); then
  captures=("$data/nsys-2023.4-h200/prefill-gated-torch-llama-1b.sqlite" "$data/ncu-2025.3-h200/raw-auto-units.csv")
fi
build=$LLMPROF_ROOT/build/quickstart
llmprof=$build/apps/llmprof/llmprof
runs=$called_from/llmprof-runs

llmprof_install_missing build
llmprof_configure release "$build" -DLLMPROF_BUILD_TESTS=OFF -DLLMPROF_BUILD_EXAMPLES=OFF
llmprof_build "$build" llmprof_cli

mkdir -p "$runs"
before=$(mktemp)
trap 'rm -f "$before"' EXIT
say "llmprof report ${captures[*]}"
"$llmprof" report "${captures[@]}" --out "$runs"
printf '\n'
"$llmprof" kernels "${captures[0]}" --top 10

folder=$(find "$runs" -name report.md -newer "$before" -printf '%h\n' | sort | tail -n 1)
[[ $folder ]] || die "no report.md was written under $runs"
printf '\nThe reports: %s\nThe tool:    %s\n' "$folder" "$llmprof"
