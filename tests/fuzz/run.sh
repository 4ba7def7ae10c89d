#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the fuzz targets with sanitizers, makes their seeds, and runs each for a while, two at a time.
#
#   bash tests/fuzz/run.sh [SECONDS [TARGET...]]      default: 60 seconds, all targets
#
# LLMPROF_FUZZ_SEED=N: the same inputs in the same order each time, as long as build/fuzz/corpus is the same.
#
# Installs what is missing (Debian, Ubuntu, as root). The status is not 0 if there is a finding: a crash, a violated
# invariant, 10 seconds on one input, 512 MiB in one allocation or 2 GiB in all. The input that does it stays in
# build/fuzz/findings. What was learnt stays in build/fuzz/corpus, so that the next run goes on from there.
set -euo pipefail
# shellcheck source=cmake/bootstrap.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../cmake/bootstrap.sh"

case ${1:-} in -h | --help) sed -n '3,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;; esac
seconds=${1:-60}
shift $(($# > 0))
[[ $seconds =~ ^[1-9][0-9]*$ ]] || die "the first argument is how many seconds each target runs, not '$seconds'"
targets=("$@")
if (($# == 0)); then
  targets=(grammars kineto ncu_csv ncu_json nsys_rows nsys_sqlite nsys_stats profile_json request_metrics settings spool
    tables_json)
fi

here=$LLMPROF_ROOT/tests/fuzz
build=$LLMPROF_ROOT/build/fuzz
bin=$build/tests/fuzz
corpus=$build/corpus
findings=$build/findings
at_once=2
limits=(-rss_limit_mb=2048 -malloc_limit_mb=512 -timeout=10)

# Longer inputs make a run slower, and find no more.
longest_input() {
  case $1 in
    grammars) echo 512 ;;
    nsys_stats | settings) echo 2048 ;;
    nsys_rows) echo 4096 ;;
    nsys_sqlite) echo 32768 ;;
    *) echo 16384 ;;
  esac
}

# Prints nothing; the log says it all.
fuzz() {
  local target=$1
  mkdir -p "$corpus/$target" "$findings"
  "$bin/fuzz_$target" "${limits[@]}" "-max_len=$(longest_input "$target")" "-max_total_time=$seconds" \
    "-seed=${LLMPROF_FUZZ_SEED:-0}" "-dict=$here/dictionaries/$target.dict" "-artifact_prefix=$findings/$target-" -print_final_stats=1 \
    "$corpus/$target" "$build/seeds/$target" >"$build/$target.log" 2>&1
}

# report TARGET STATUS: a line of figures, and for a finding what happened and how to see it again.
report() {
  local target=$1 status=$2 log=$build/$1.log runs coverage input
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
  printf '%-15s %10s executions %7s edges  %s\n' "$target" "${runs:-?}" "${coverage:-?}" \
    "$( ((status)) && echo FINDING || echo ok)"
  if ((status == 0)); then return 0; fi
  grep -nE 'ERROR:|SUMMARY:|runtime error:|violated:|what\(\):' "$log" | head -n 8 || tail -n 20 "$log"
  input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
  if [[ $input ]]; then printf 'to see it again: %q %s %q\n' "$bin/fuzz_$target" "${limits[*]}" "$input"; fi
  printf 'the whole log: %s\n' "$log"
}

llmprof_install_missing build lint
llmprof_configure fuzz "$build"
llmprof_build "$build" fuzz_seeds "${targets[@]/#/fuzz_}"
rm -rf "$build/seeds"
"$bin/fuzz_seeds" "$build/seeds"

say "running ${targets[*]}, $seconds s each, $at_once at a time"
declare -A name_of=()
failed=0

# Waits for one of those that run.
reap() {
  local pid status=0
  wait -n -p pid || status=$?
  report "${name_of[$pid]}" "$status"
  unset "name_of[$pid]"
  if ((status)); then failed=1; fi
}

for target in "${targets[@]}"; do
  while ((${#name_of[@]} >= at_once)); do reap; done
  fuzz "$target" &
  name_of[$!]=$target
done
while ((${#name_of[@]})); do reap; done
exit "$failed"
