#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does a packed llmprof run on machines that have nothing of its build?
#
#   bash tests/package/check.sh PACKAGE.tar.gz [PROGRAM...]   what it asks the system for; then it runs
#   bash tests/package/check.sh --run FOLDER [PROGRAM...]      only the latter, in an unpacked one
#
# The second needs nothing but a shell, for systems without binutils (tests/manual/bare-package.sh). PROGRAM, a marked one
# such as mini_engine, is run under the injected library.
set -euo pipefail

# The oldest system that is meant: RHEL 9.
MAX_GLIBC=2.34
# What every glibc brings.
ALLOWED='^(libc\.so\.6|libm\.so\.6|libdl\.so\.2|libpthread\.so\.0|librt\.so\.1|ld-linux-[a-z0-9_-]+\.so\.[0-9])$'

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
capture=$root/tests/data/nsys-2023.4-h200/prefill-gated-torch-llama-1b.sqlite

fail() {
  echo "check.sh: $*" >&2
  exit 1
}

# asks_for_glibc_alone FILE
asks_for_glibc_alone() {
  local name library newest
  name=$(basename "$1")
  while read -r library; do
    [[ $library =~ $ALLOWED ]] || fail "$name needs $library: link it statically (LLMPROF_STATIC_DEPENDENCIES)"
  done < <(LC_ALL=C readelf -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  newest=$(LC_ALL=C readelf -VW "$1" | grep -oE 'Name: GLIBC_[0-9.]+' | sed 's/.*GLIBC_//' | sort -V | tail -n 1)
  [[ $newest ]] || fail "$name names no version of glibc: is it a program for Linux?"
  if [[ $(printf '%s\n' "$newest" "$MAX_GLIBC" | sort -V | tail -n 1) != "$MAX_GLIBC" ]]; then
    LC_ALL=C objdump -T "$1" | grep -F "(GLIBC_$newest)" >&2 || true
    fail "$name needs glibc $newest, and may need $MAX_GLIBC at most: see the symbols above and apps/llmprof/older_glibc.cpp"
  fi
  if LC_ALL=C readelf -dW "$1" | grep -E '\((RPATH|RUNPATH)\)' >&2; then
    fail "$name looks for libraries in a folder of its build"
  fi
  echo "$name: glibc $newest"
}

# runs FOLDER [PROGRAM...]: nothing of this shell's environment, so that no library of its build is found.
runs() {
  local tool=$1/bin/llmprof work out
  shift
  work=$(mktemp -d)
  # shellcheck disable=SC2064  # the folder of this call
  trap "rm -rf '$work'" EXIT
  clean() { (cd "$work" && env -i PATH=/usr/bin:/bin LC_ALL=C LD_LIBRARY_PATH= "$@"); }

  [[ $(clean "$tool" --version) == "llmprof "[0-9]* ]] || fail "llmprof --version does not say its version"
  clean "$tool" report "$capture" --out reports >/dev/null 2>&1 || fail "llmprof report failed on $capture"
  compgen -G "$work/reports/*/report.md" >/dev/null || fail "llmprof report left no report.md"
  # An exception has to find its handler, by the unwinder that is linked in.
  if out=$(clean "$tool" report missing.sqlite 2>&1); then fail "llmprof report succeeds without an input"; fi
  [[ $out == *"cannot open 'missing.sqlite'"* ]] || fail "a missing input is not reported: $out"
  if (($#)); then
    out=$(clean "$tool" run --out runs -- "$@" 2>&1) || fail "llmprof run failed: $out"
    compgen -G "$work/runs/*/cupti/trace.sqlite" >/dev/null || fail "llmprof run left no trace.sqlite: $out"
  else
    # Nothing to record, which it says; it names the library that it has found.
    out=$(clean "$tool" run --out runs -- /bin/true 2>&1) || true
    [[ $out == *"nothing was recorded"*"/lib/llmprof/libllmprof_inject.so"* ]] ||
      fail "llmprof run does not find its library: $out"
  fi
  echo "runs"
}

if [[ ${1:-} == --run ]] && (($# > 1)); then
  runs "$(realpath "$2")" "${@:3}"
  exit
fi
if (($# == 0)) || [[ ! -f $1 ]]; then
  sed -n '3,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -xzf "$1" -C "$folder"
packed=("$folder"/*)
[[ ${#packed[@]} == 1 && -x ${packed[0]}/bin/llmprof ]] || fail "$1 is not one folder with bin/llmprof in it"
asks_for_glibc_alone "${packed[0]}/bin/llmprof"
asks_for_glibc_alone "${packed[0]}/lib/llmprof/libllmprof_inject.so"
for file in include/llmprof/nvtx.hpp lib/cmake/llmprof/llmprofConfig.cmake share/doc/llmprof/LICENSE-THIRD-PARTY; do
  [[ -f ${packed[0]}/$file ]] || fail "$file is missing"
done
(runs "${packed[0]}" "${@:2}")
