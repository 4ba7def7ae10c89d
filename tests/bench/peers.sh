#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# llmprof against what people use for the same question (launches and total time of every kernel), in one run, in
# turns: median, each run, processor time, rate and peak memory as Markdown tables. Fails where the answers differ.
#
#   bash tests/bench/peers.sh LLMPROF WORK_FOLDER RUNS [--ncu RAW.csv] [--sqlite CAPTURE.sqlite] [--nsys NSYS]
#                             [--kineto TRACE.json | --kineto-mb MEGABYTES]
#
# Python's pandas, polars and duckdb are installed into WORK_FOLDER/venv; one that cannot be is left out, and the table
# says so. --kineto-mb writes a trace of that size into WORK_FOLDER.
set -euo pipefail
(($# >= 3)) || { sed -n '3,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
llmprof=$1 work=$2 runs=$3
shift 3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
[[ -x /usr/bin/time ]] || { echo "peers.sh: /usr/bin/time is missing: it takes the memory (Debian: apt install time)" >&2; exit 1; }
mkdir -p "$work"

python=$work/venv/bin/python3
if [[ ! -x $python ]]; then
  python3 -m venv "$work/venv" || { echo "peers.sh: python3 with its module venv is needed" >&2; exit 1; }
  for package in pandas polars duckdb; do
    "$python" -m pip install --quiet "$package" || echo "peers.sh: $package cannot be installed; it is left out" >&2
  done
fi

inputs=()
while (($#)); do
  (($# >= 2)) || { echo "peers.sh: $1 needs a value" >&2; exit 2; }
  case $1 in
    --ncu | --sqlite | --kineto | --nsys) inputs+=("$1" "$2") ;;
    --kineto-mb)
      "$python" "$here/peers.py" make-kineto "$work/kineto.json" "$2"
      inputs+=(--kineto "$work/kineto.json")
      ;;
    *) echo "peers.sh: unknown option $1" >&2; exit 2 ;;
  esac
  shift 2
done
"$python" -m pip list 2>/dev/null | grep -E '^(pandas|polars|duckdb) ' || true
exec "$python" "$here/peers.py" table "$llmprof" "$runs" "${inputs[@]}"
