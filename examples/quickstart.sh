#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a fresh clone to the phases of a small engine that runs here, and to the reports of a capture from an H200.
#
#   bash examples/quickstart.sh [CAPTURE...]      your own captures instead: anything that `llmprof report` reads
#
# Installs what is missing (Debian, Ubuntu, as root) and builds the command-line tool and the example engine. Needs no
# GPU: without one, the engine runs on the CPU, and its phases have times but no kernels.
set -euo pipefail
called_from=$PWD
# shellcheck source=cmake/bootstrap.sh
source "$(dirname "${BASH_SOURCE[0]}")/../cmake/bootstrap.sh"

case ${1:-} in -h | --help) sed -n '3,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;; esac
data=$LLMPROF_ROOT/tests/data
captures=("$@")
if (($# == 0)); then
  captures=("$data/collector-h200/mini-engine-graphs.sqlite")
fi
build=$LLMPROF_ROOT/build/quickstart
llmprof=$build/apps/llmprof/llmprof
runs=$called_from/llmprof-runs

llmprof_install_missing build
targets=(llmprof_cli)
if (($# == 0)); then
  llmprof_provide_nvtx
  targets+=(mini_engine)
fi
llmprof_configure release "$build" -DLLMPROF_BUILD_TESTS=OFF -DLLMPROF_BUILD_EXAMPLES=ON
llmprof_build "$build" "${targets[@]}"

mkdir -p "$runs"
before=$(mktemp)
trap 'rm -f "$before"' EXIT
if (($# == 0)); then
  engine=$build/examples/mini_engine/mini_engine
  device=cpu
  if [[ -e /dev/nvidiactl ]] && "$engine" --device cuda --tokens 1 >/dev/null 2>&1; then device=cuda; fi
  say "llmprof run -- mini_engine --device $device"
  "$llmprof" run --out "$runs" -- "$engine" --device "$device"
  printf '\n'
fi
say "llmprof report ${captures[*]}"
"$llmprof" report "${captures[@]}" --out "$runs"
printf '\n'
"$llmprof" kernels "${captures[0]}" --top 10

folder=$(find "$runs" -name report.md -newer "$before" -printf '%h\n' | sort | tail -n 1)
[[ $folder ]] || die "no report.md was written under $runs"
printf '\nThe reports: %s\nThe tool:    %s\n' "$folder" "$llmprof"
