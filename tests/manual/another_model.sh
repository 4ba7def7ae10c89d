#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does a deep session work for another model as well, by its command line alone, and is the model recorded?
#
#   bash tests/manual/another_model.sh [OPTION...] --model CONFIG_JSON LLMPROF -- CMD [ARG...]
#
# Runs `llmprof run --mode deep --set ncu.clock_control=none --model CONFIG_JSON -- CMD ARG...`, then looks at all that
# deep_session.sh looks at, and whether inputs.yaml has the model's file with its SHA-256. CONFIG_JSON is a config.json of
# Hugging Face, CMD any engine that marks its phases with NVTX. Says what is wrong, all of it; the status is 1 then.
# Needs what deep_session.sh needs.
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
[[ $model ]] || wrong_usage "give --model FILE (--help says how)"
[[ -f $model ]] || wrong_usage "--model: $model is not a file"
if (($# < 3)) || [[ $2 != -- ]]; then wrong_usage "give llmprof, --, and the command line of the engine (--help says how)"; fi
find_tool "$1"
shift 2

deep_run "$@"
