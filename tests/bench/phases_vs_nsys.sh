#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# llmprof phases against nsys stats -r nvtx_kern_sum on one capture, in one run: wall seconds (each run, and the best)
# and peak memory.
#
#   bash tests/bench/phases_vs_nsys.sh LLMPROF NSYS CAPTURE.sqlite [RUNS]
set -euo pipefail
(($# >= 3)) || { sed -n '3,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
llmprof=$1 nsys=$2 capture=$3 runs=${4:-3}
command -v python3 >/dev/null || { echo "phases_vs_nsys.sh: python3 is missing: it takes the times" >&2; exit 1; }

measure='
import os, sys, time
name, runs, argv = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
walls, peak = [], 0
for _ in range(runs):
    begin = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1); os.dup2(null, 2)
        os.execvp(argv[0], argv)
    _, status, usage = os.wait4(pid, 0)
    walls.append(time.perf_counter() - begin)
    peak = max(peak, usage.ru_maxrss // 1024)
    if status: sys.exit(f"{name} failed with status {status}")
each = " ".join(f"{wall:.2f}" for wall in walls)
print(f"{name:<28} best {min(walls):6.2f} s   runs {each}   peak {peak} MiB")
'
"$nsys" --version
cat "$capture" >/dev/null # both read it from memory
python3 -c "$measure" "llmprof phases" "$runs" "$llmprof" phases "$capture" --format json
python3 -c "$measure" "nsys stats nvtx_kern_sum" "$runs" "$nsys" stats -r nvtx_kern_sum --format csv "$capture"
