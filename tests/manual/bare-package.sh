#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does a packed llmprof run on a bare Debian or Ubuntu?
#
#   bash tests/manual/bare-package.sh PACKAGE.tar.gz FOLDER SUITE [MIRROR [SCRIPT]]      for example: ... bookworm
#
# Makes a minimal system of SUITE (bookworm, jammy, noble, ...) in FOLDER, unpacks the package in it, and runs
# tests/package/check.sh --run there; where a .deb lies beside the package, it is installed and removed, too. Needs root,
# debootstrap, and about 400 MB in FOLDER, which must not exist yet or be one that this script made: then it is used again.
# MIRROR and SCRIPT go to debootstrap: a suite that it does not know yet needs the script of another (for noble
# /usr/share/debootstrap/scripts/jammy). LLMPROF_KEYRING names a keyring (Debian has Ubuntu's in ubuntu-keyring).
set -euo pipefail

if (($# < 3 || $# > 5)) || [[ $1 == -* ]]; then
  sed -n '3,12s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
package=$(realpath "$1")
target=$(realpath -m -- "$2")
suite=$3
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
marker=$target/.llmprof-bare

((EUID == 0)) || { echo "bare-package.sh: chroot needs root: run it as root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "bare-package.sh: debootstrap is missing: apt-get install debootstrap" >&2; exit 1; }
if [[ ! -e $marker ]]; then
  if [[ -e $target ]]; then
    echo "bare-package.sh: $target exists and is not one of mine: name another folder" >&2
    exit 1
  fi
  options=(--variant=minbase)
  if [[ ${LLMPROF_KEYRING:-} ]]; then options+=("--keyring=$LLMPROF_KEYRING"); fi
  debootstrap "${options[@]}" "$suite" "$target" "${@:4}" | { grep -v '^I: ' || true; }
  touch "$marker"
fi

work=$target/srv/llmprof
rm -rf "$work"
mkdir -p "$work/tests/data"
tar -xzf "$package" -C "$work"
cp -r "$source_dir/tests/package" "$work/tests/"
cp -r "$source_dir/tests/data/nsys-2023.4-h200" "$work/tests/data/"
debs=("$(dirname "$package")"/llmprof_*.deb)
if [[ -f ${debs[0]} ]]; then cp "${debs[0]}" "$work/llmprof.deb"; fi

# A private mount namespace takes /proc away with it, whatever happens.
# shellcheck disable=SC2016  # for the inner shell
unshare --mount --pid --fork -- bash -c 'mount -t proc proc "$1/proc" && exec chroot "$@"' chroot "$target" \
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C bash -euo pipefail -c '
    cd /srv/llmprof
    ldd --version | head -n 1
    bash tests/package/check.sh --run llmprof-*/
    if [[ -f llmprof.deb ]]; then
      dpkg -i llmprof.deb >/dev/null
      llmprof --version
      bash tests/package/check.sh --run /usr
      dpkg -r llmprof >/dev/null
      if [[ -e /usr/bin/llmprof ]]; then echo "the .deb leaves its program behind" >&2; exit 1; fi
      echo "the .deb installs and goes"
    fi' </dev/null
