# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What the scripts share: install what is missing, configure, build. Sourced, with `set -euo pipefail` in force:
#
#   source cmake/bootstrap.sh
#   llmprof_install_missing build test      # sets: see needs_of below
#
# Nothing is downloaded when everything is there, so a prepared machine needs no network. Installing is done by apt, as
# root; LLMPROF_NO_INSTALL=1 forbids it, and the scripts then only say what is missing.

LLMPROF_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# NVTX is stable; a fixed version makes the tests of our header repeatable.
LLMPROF_NVTX_WHEEL=nvidia-nvtx==13.0.85

# A TMPDIR that does not exist would fail later, in a tool that does not say so.
if [[ -n ${TMPDIR:-} && ! -w $TMPDIR ]]; then unset TMPDIR; fi

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# quietly COMMAND...: shows the end of the output only if the command fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status != 0)); then tail -n 40 "$log" >&2; fi
  rm -f "$log"
  return "$status"
}

# --- What is needed, and whether it is there ---------------------------------------------------------------------

needs_of() {
  case $1 in
    build) echo compiler cmake ninja boost yaml-cpp cli11 sqlite3 zlib ;;
    test) echo catch2 ;;
    lint) echo clang clang-format clang-tidy codespell shellcheck ;;
    package) echo pkg-config ;;
    speed) echo ccache ;;
    *) die "no such set of needs: $1" ;;
  esac
}

# The folders that CMake will look in, too.
prefixes() {
  local IFS=:
  # shellcheck disable=SC2086,SC2206  # split on ':'
  local extra=(${CMAKE_PREFIX_PATH:-} ${CONDA_PREFIX:-})
  printf '%s\n' "${extra[@]}" /usr/local /usr
}

# header NAME: prints the path of the first one.
header() {
  local prefix
  while IFS= read -r prefix; do
    if [[ -f $prefix/include/$1 ]]; then
      echo "$prefix/include/$1"
      return 0
    fi
  done < <(prefixes)
  return 1
}

have_library() {
  local prefix
  while IFS= read -r prefix; do
    if compgen -G "$prefix/lib*/lib$1.*" >/dev/null || compgen -G "$prefix/lib/*/lib$1.*" >/dev/null; then return 0; fi
  done < <(prefixes)
  return 1
}

have_boost() { # 1.81 or later; older ones are often there too, for others
  local version_header
  version_header=$(header boost/version.hpp) && header boost/json.hpp >/dev/null && have_library boost_json &&
    awk '$2 == "BOOST_VERSION" {found = ($3 >= 108100)} END {exit !found}' "$version_header"
}

have() {
  case $1 in
    compiler) [[ -n ${CXX:-} ]] || command -v g++ || command -v c++ || command -v clang++ ;;
    ccache | cmake | clang-format | clang-tidy | codespell | pkg-config | shellcheck) command -v "$1" ;;
    ninja) command -v ninja || command -v ninja-build ;;
    clang) command -v clang++ ;;
    boost) have_boost ;;
    yaml-cpp) header yaml-cpp/yaml.h && have_library yaml-cpp ;;
    cli11) header CLI/CLI.hpp ;;
    sqlite3) header sqlite3.h && have_library sqlite3 ;;
    zlib) header zlib.h && have_library z ;;
    catch2) header catch2/catch_all.hpp && have_library Catch2 ;; # version 3; version 2 has one header, catch.hpp
  esac >/dev/null
}

# missing SET...: prints what is not there, one a line.
missing() {
  local set need
  for set in "$@"; do
    for need in $(needs_of "$set"); do
      if ! have "$need"; then echo "$need"; fi
    done
  done
}

# --- Debian and Ubuntu packages ----------------------------------------------------------------------------------

# The release's lowest Boost that will do: it is the release's own default, or the one beside it.
boost_packages() {
  local version
  version=$(apt-cache pkgnames libboost-json1. | sed -n 's/^libboost-json\(1\.[0-9]*\)-dev$/\1/p' | sort -V |
    awk -F. '$2 >= 81 {print; exit}')
  [[ $version ]] || die "this release has no Boost 1.81 or later: install it, then run this again"
  echo "libboost$version-dev libboost-json$version-dev"
}

packages_of() {
  case $1 in
    compiler) echo g++ ;;
    ccache | cmake | clang | clang-format | clang-tidy | codespell | pkg-config | shellcheck) echo "$1" ;;
    ninja) echo ninja-build ;;
    boost) boost_packages ;;
    yaml-cpp) echo libyaml-cpp-dev ;;
    cli11) echo libcli11-dev ;;
    sqlite3) echo libsqlite3-dev ;;
    zlib) echo zlib1g-dev ;;
    catch2) echo catch2 ;;
  esac
}

candidate() { apt-cache policy "$1" | awk '$1 == "Candidate:" {print $2}'; }

# --no-remove: somebody's other Boost is not ours to take away.
apt_install() {
  DEBIAN_FRONTEND=noninteractive quietly apt-get "$@" install -y --no-install-recommends --no-remove \
    -o DPkg::Lock::Timeout=300 "${packages[@]}"
}

# Writes an apt source for the backports of this release into folder $1 and prints its path: the machine's own source
# for the release, with the suite changed. Knows both formats.
backports_source() {
  local folder=$1 release=$2 file
  for file in /etc/apt/sources.list.d/*.sources; do
    [[ -f $file ]] || continue
    grep -v '^#' "$file" | awk -v release="$release" '
      BEGIN {RS = ""; FS = "\n"}
      {
        kept = ""; suites = ""; types = ""; field = ""; off = 0
        for (i = 1; i <= NF; ++i) {
          if ($i !~ /^[ \t]/) {field = tolower($i); sub(/:.*/, "", field)}
          value = $i; sub(/^[^:]*:/, "", value)
          if (field == "suites") suites = suites " " value
          else if (field == "types") types = types " " value
          else if (field == "enabled") off = (value ~ /no|false|off|0/)
          else if (field != "components") kept = kept $i "\n"
        }
        if (!off && (types " ") ~ /[ \t]deb[ \t]/ && index(suites " ", " " release " ")) {
          printf "Types: deb\nSuites: %s-backports\nComponents: main\n%s", release, kept
          exit
        }
      }' >"$folder/backports.sources"
    if [[ -s $folder/backports.sources ]]; then
      echo "$folder/backports.sources"
      return 0
    fi
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [[ -f $file ]] || continue
    awk -v release="$release" '
      $1 == "deb" {
        line = $0; options = ""
        if (match(line, /\[[^]]*\]/)) {options = substr(line, RSTART, RLENGTH) " "; sub(/\[[^]]*\]/, "", line)}
        split(line, word)
        if (word[3] == release) {print "deb " options word[2] " " release "-backports main"; exit}
      }' "$file" >"$folder/backports.list"
    if [[ -s $folder/backports.list ]]; then
      echo "$folder/backports.list"
      return 0
    fi
  done
  return 1
}

# Catch2 3 for a release whose own archive has version 2 only. The extra source serves this call alone: the machine's
# configuration and package lists stay as they are.
install_catch2_from_backports() {
  local release folder source status=0
  # shellcheck source=/dev/null
  release=$(. /etc/os-release && [[ ${ID:-} == debian ]] && echo "${VERSION_CODENAME:-}") || release=
  [[ $release ]] || die "this release has no Catch2 3: install it, then run this again"
  folder=$(mktemp -d)
  mkdir -p "$folder/lists/partial"
  if source=$(backports_source "$folder" "$release"); then
    local options=(-o "Dir::Etc::SourceList=$source" -o Dir::Etc::SourceParts=/dev/null
      -o "Dir::State::Lists=$folder/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
      -o APT::Sandbox::User=root)
    local packages=(catch2 libcatch2-dev)
    quietly apt-get "${options[@]}" update && apt_install "${options[@]}" -t "$release-backports" || status=$?
  else
    status=1
  fi
  rm -rf "$folder"
  ((status == 0)) || die "Catch2 3 could not be installed from $release-backports: install it, then run this again"
}

# llmprof_install_missing SET...
llmprof_install_missing() {
  local needs packages=() need wants_backports=0
  mapfile -t needs < <(missing "$@")
  ((${#needs[@]})) || return 0
  if [[ ${LLMPROF_NO_INSTALL:-} == 1 ]] || ! command -v apt-get >/dev/null; then
    die "missing: ${needs[*]}. Install them with this system's package manager, then run this again"
  fi
  if ((EUID == 0)); then
    say "installing ${needs[*]} (apt-get)"
    quietly apt-get -o DPkg::Lock::Timeout=300 update || say "apt-get update failed; going on with the lists there are"
  fi
  for need in "${needs[@]}"; do
    if [[ $need == catch2 && $(candidate catch2) != 3.* ]]; then
      wants_backports=1
    else
      # shellcheck disable=SC2207  # package names have no spaces
      packages+=($(packages_of "$need"))
    fi
  done
  if ((EUID != 0)); then
    ((${#packages[@]} == 0)) || say "to install what is missing: sudo apt-get install ${packages[*]}"
    ((wants_backports == 0)) || say "and Catch2 3, from this release's backports: sudo apt-get install -t RELEASE-backports catch2"
    die "missing: ${needs[*]}. Run the command above, or this script as root"
  fi
  if ((${#packages[@]})); then
    apt_install || die "could not install: apt-get install ${packages[*]} (see above). Install them, then run this again"
  fi
  ((wants_backports == 0)) || install_catch2_from_backports
  mapfile -t needs < <(missing "$@")
  ((${#needs[@]} == 0)) || die "still missing after the installation: ${needs[*]}"
}

# --- NVTX's C headers --------------------------------------------------------------------------------------------

# Prints the folder that holds nvtx3/nvToolsExt.h: a CUDA toolkit's, else one fetched before into .deps.
nvtx_include() {
  local folder
  for folder in "${LLMPROF_NVTX3_INCLUDE_DIR:-}" "${CUDA_HOME:-}/include" "${CUDA_PATH:-}/include" \
    /usr/local/cuda/include /usr/local/include /usr/include "$LLMPROF_ROOT"/.deps/nvtx/nvidia/*/include; do
    if [[ -f $folder/nvtx3/nvToolsExt.h ]]; then
      echo "$folder"
      return 0
    fi
  done
  return 1
}

fetch_nvtx() {
  local folder
  mkdir -p "$LLMPROF_ROOT/.deps" && folder=$(mktemp -d "$LLMPROF_ROOT/.deps/nvtx.XXXXXX") || return 1
  # Renamed only when complete, so that an interrupted run leaves nothing that looks like headers.
  if quietly python3 -m pip download --quiet --no-deps --only-binary :all: -d "$folder/wheel" "$LLMPROF_NVTX_WHEEL" &&
    quietly python3 -m zipfile -e "$folder"/wheel/*.whl "$folder/out"; then
    rm -rf "$LLMPROF_ROOT/.deps/nvtx"
    mv "$folder/out" "$LLMPROF_ROOT/.deps/nvtx"
  fi
  rm -rf "$folder"
  [[ -d $LLMPROF_ROOT/.deps/nvtx ]]
}

# Without these headers everything but <llmprof/nvtx.hpp> builds, so a failure is no reason to stop.
llmprof_provide_nvtx() {
  if nvtx_include >/dev/null; then return 0; fi
  if [[ ${LLMPROF_NO_INSTALL:-} != 1 ]]; then
    if ! python3 -m pip --version >/dev/null 2>&1 && ((EUID == 0)) && command -v apt-get >/dev/null; then
      local packages=(python3 python3-pip)
      say "installing pip, which fetches NVTX's headers (apt-get)"
      apt_install || { quietly apt-get update && apt_install; } || true
    fi
    say "fetching NVTX's headers ($LLMPROF_NVTX_WHEEL)"
    if fetch_nvtx && nvtx_include >/dev/null; then return 0; fi
  fi
  say "no NVTX headers (no CUDA toolkit, and the wheel $LLMPROF_NVTX_WHEEL is not to be had): <llmprof/nvtx.hpp> and its tests are left out"
}

# --- Configure and build -----------------------------------------------------------------------------------------

# As many compilers as there are processors, and memory for: Boost.JSON and Catch2 take up to 1.5 GiB each.
llmprof_jobs() {
  local jobs limit memory=0
  jobs=$(nproc)
  memory=$(awk '$1 == "MemAvailable:" {print $2}' /proc/meminfo 2>/dev/null) || memory=
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null) || limit=max
  if [[ $limit =~ ^[0-9]+$ ]] && ((limit / 1024 < ${memory:-0})); then memory=$((limit / 1024)); fi
  if [[ $memory ]] && ((memory / 1572864 < jobs)); then jobs=$((memory / 1572864)); fi
  echo $((jobs > 0 ? jobs : 1))
}

# llmprof_configure PRESET BUILD_DIR [CMAKE_OPTION...]
llmprof_configure() {
  local preset=$1 build=$2 options=() include cache
  shift 2
  cache=$build/CMakeCache.txt
  # A folder copied from elsewhere, or made by another generator, is of no use to CMake: start over.
  if [[ -f $cache ]] && ! { grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$LLMPROF_ROOT" "$cache" &&
    grep -qx 'CMAKE_GENERATOR:INTERNAL=Ninja' "$cache"; }; then
    options+=(--fresh)
  fi
  if include=$(nvtx_include); then options+=("-DLLMPROF_NVTX3_INCLUDE_DIR=$include"); fi
  say "configuring $build ($preset)"
  (cd "$LLMPROF_ROOT" && quietly cmake --preset "$preset" -B "$build" "${options[@]}" "$@") ||
    die "CMake could not configure (see above)"
}

# llmprof_build BUILD_DIR [TARGET...]
llmprof_build() {
  local build=$1 jobs options=() start=$SECONDS
  shift
  jobs=$(llmprof_jobs)
  if (($#)); then options+=(--target "$@"); fi
  # On a terminal ninja keeps to one line by itself.
  if [[ ! -t 1 ]]; then options+=(-- --quiet); fi
  say "building with $jobs job(s); the first time this takes some minutes"
  cmake --build "$build" --parallel "$jobs" "${options[@]}" >&2 || die "the build failed (see above)"
  say "built in $((SECONDS - start)) s"
}
