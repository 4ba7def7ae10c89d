#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does one command, on a machine with a GPU, give the counters of prefill and decode beside their times?
#
#   bash tests/manual/deep_session.sh [OPTION...] LLMPROF MINI_ENGINE [ARG...]
#
# Runs `llmprof run --mode deep --set ncu.clock_control=none -- MINI_ENGINE --device cuda ARG...`, then looks whether the
# status is 0, each file of the run folder is there, and the kernels of each phase have DRAM and SM utilisation in
# profile.json and report.md. Says what is wrong, all of it; the status is 1 then. Needs a GPU whose counters may be read,
# ncu, python3; the clocks are left alone, for many machines do not allow to fix them.
#
#   --out DIR          the run folder is made in this folder (llmprof-runs)
#   --phase LABEL      a phase to look at, repeatable (LLM@prefill, LLM@decode_step)
#   --set KEY=VALUE    one more setting of llmprof run, repeatable
set -euo pipefail
case ${1:-} in -h | --help) sed -n '3,14s/^# \{0,1\}//p' "$0" && exit 0 ;; esac
# shellcheck source=tests/manual/deep_run.sh
source "$(dirname "${BASH_SOURCE[0]}")/deep_run.sh"

read_options "$@"
set -- "${rest[@]}"
(($# >= 2)) || wrong_usage "give llmprof and the engine (--help says how)"
[[ ! $model ]] || wrong_usage "--model is for another_model.sh"
find_tool "$1"
engine=$(command -v -- "$2") || wrong_usage "$2: cannot be run; give the path of mini_engine"
shift 2

deep_run "$engine" --device cuda "$@"
