#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Do the README's two commands work on a machine that has nothing?
#
#   bash tests/manual/bare-debian.sh FOLDER [SUITE]
#
# Makes a minimal Debian (default: bookworm) in FOLDER, clones this repository's HEAD into it, and runs
# examples/quickstart.sh and tests/run.sh there. Needs root, debootstrap, git, and about 3 GB in FOLDER, which must not
# exist yet or be one that this script made: then it is used again, and only the clone is fresh.
# Package mirror, proxies and certificates are this machine's own.
set -euo pipefail

if (($# < 1 || $# > 2)) || [[ $1 == -* ]]; then
  sed -n '3,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
target=$(realpath -m -- "$1")
suite=${2:-bookworm}
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
# A space in the path, because somebody's path has one.
clone="/srv/my work/llmprof"
marker=$target/.llmprof-bare

((EUID == 0)) || { echo "bare-debian.sh: chroot needs root: run it as root" >&2; exit 1; }
for tool in debootstrap git unshare; do
  command -v "$tool" >/dev/null || { echo "bare-debian.sh: $tool is missing: apt-get install $tool" >&2; exit 1; }
done

# The first Debian archive among this machine's apt sources: deb822 stanzas, then one-line entries.
machine_mirror() {
  local file
  for file in /etc/apt/sources.list.d/*.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [[ -f $file ]] || continue
    awk '/^(URIs:|deb[ \t])/ {for (i = 2; i <= NF; ++i) if ($i ~ /^[a-z+]+:.*\/debian\/?$/) {print $i; exit}}' "$file"
  done
}

# What apt, git and pip need to reach the same mirrors as this machine does.
copy_network_setup() {
  local file
  cp -L /etc/resolv.conf /etc/hosts "$target/etc/"
  for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
    if [[ -f $file ]] && grep -qiE '^[^/#]*(Acquire::(http|https)|Proxy)' "$file"; then
      cp -L "$file" "$target/etc/apt/apt.conf.d/"
    fi
  done
  if [[ -f /etc/pip.conf ]]; then cp -L /etc/pip.conf "$target/etc/"; fi
  mkdir -p "$target/usr/local/share/ca-certificates" "$target/etc/ssl/certs"
  cp -rL /usr/local/share/ca-certificates/. "$target/usr/local/share/ca-certificates/"
  # Until the package ca-certificates makes its own from the folder above.
  if [[ -f /etc/ssl/certs/ca-certificates.crt && ! -e $target/etc/ssl/certs/ca-certificates.crt ]]; then
    cp -L /etc/ssl/certs/ca-certificates.crt "$target/etc/ssl/certs/"
  fi
}

# Runs a command in the clone: a private mount namespace takes /proc away with it, whatever happens, and the
# environment is a login's, plus what says how to reach the network.
# shellcheck disable=SC2317  # called by way of `timed`
inside() {
  local keep=() name value
  while IFS='=' read -r -d '' name value; do
    if [[ $name =~ ^(PIP_.*|.*_proxy|.*_PROXY|SSL_CERT_FILE|SSL_CERT_DIR)$ ]]; then keep+=("$name=$value"); fi
  done < <(env -0)
  # shellcheck disable=SC2016  # $1 and $@ are for the inner shells
  unshare --mount --pid --fork -- bash -c '
    mount -t proc proc "$1/proc"
    exec chroot "$@"' chroot "$target" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb "${keep[@]}" \
    bash -c 'cd "$1" && shift && exec "$@"' bash "$clone" "$@" </dev/null
}

timed() {
  local start=$SECONDS status=0
  printf '\n== %s\n' "$*"
  "$@" || status=$?
  printf '== %s: exit %d after %d s\n' "$*" "$status" $((SECONDS - start))
  return "$status"
}

if [[ ! -e $marker ]]; then
  if [[ -e $target ]]; then
    echo "bare-debian.sh: $target exists and is not one of mine: name another folder" >&2
    exit 1
  fi
  mirror=$(machine_mirror)
  mirror=${mirror%%$'\n'*}
  [[ $mirror ]] || { echo "bare-debian.sh: found no Debian archive among this machine's apt sources" >&2; exit 1; }
  timed debootstrap --variant=minbase "$suite" "$target" "$mirror" | grep -v '^I: '
  touch "$marker"
fi
copy_network_setup
rm -rf "${target:?}$clone"
mkdir -p "$(dirname "$target$clone")"
git clone -q --no-hardlinks "$source_dir" "$target$clone"

status=0
timed inside bash examples/quickstart.sh || status=1
timed inside bash tests/run.sh || status=1
exit "$status"
