# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What deep_session.sh and another_model.sh have in common; read by them, not run.

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
me=$(basename "$0")
out=llmprof-runs phases=() settings=() model=''

wrong_usage() {
  printf '%s: %s\n' "$me" "$1" >&2
  exit 2
}

# Takes the options before the first other word, and leaves the rest in `rest`.
read_options() {
  while (($#)); do
    case $1 in
      --out | --phase | --set | --model) (($# >= 2)) || wrong_usage "$1: a value is missing" ;;&
      --out) out=$2 && shift 2 ;;
      --phase) phases+=("$2") && shift 2 ;;
      --set) settings+=(--set "$2") && shift 2 ;;
      --model) model=$2 && shift 2 ;;
      --) break ;;
      -*) wrong_usage "$1: no such option (--help says what there is)" ;;
      *) break ;;
    esac
  done
  # shellcheck disable=SC2034  # for the script that reads this
  rest=("$@")
  if ((${#phases[@]} == 0)); then phases=(LLM@prefill LLM@decode_step); fi
}

# The tool, as a path that still holds in another folder.
find_tool() {
  llmprof=$(command -v -- "$1") || wrong_usage "$1: cannot be run; give the path of llmprof"
  command -v python3 >/dev/null || wrong_usage "python3 is missing: it reads profile.json"
}

# Runs the workload under a deep session, then looks at what it left. The status is 0 if all is as it should be.
#   deep_run CMD ARG...
deep_run() {
  local log status=0 run options=(--mode deep --out "$out" --set ncu.clock_control=none "${settings[@]}") checks=()
  local phase
  if [[ $model ]]; then options+=(--model "$model") checks+=(--model "$model"); fi
  for phase in "${phases[@]}"; do checks+=(--phase "$phase"); done
  log=$(mktemp)
  printf '== %s run %s -- %s\n' "$llmprof" "${options[*]}" "$*"
  { "$llmprof" run "${options[@]}" -- "$@" 2>&1 >&3 | tee "$log" >&2; } 3>&1 || status=$?
  run=$(sed -n 's/^run folder: //p' "$log" | tail -n 1)
  rm -f "$log"
  if ((status)); then
    printf '%s: FAILED: the exit status of llmprof is %d, not 0 (llmprof doctor says what stands in the way)\n' "$me" "$status"
  fi
  if [[ ! $run ]]; then
    printf '%s: FAILED: llmprof made no run folder\n' "$me"
    return 1
  fi
  python3 "$folder/check_deep_run.py" "${checks[@]}" "$run" || status=1
  ((status == 0)) || return 1
  printf '%s: ok: %s\n' "$me" "$run"
}
