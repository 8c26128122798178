#!/usr/bin/env bash
# Compiles the explorer's answers to WebAssembly, for `uthi export-site`. What it makes is kept in tools/explorer/site, so only
# who changes what is compiled in needs to run it. Some minutes the first time; installs nothing.
#
#   bash tools/build_wasm.sh           makes uthi.wasm, uthi_wasm.js, and sources.sha256, which says what they were made from
#   bash tools/build_wasm.sh --check   says whether they belong to the sources as they are
#
#   UTHI_ZSTD_SOURCE   a source tree of zstd; without it Debian's source package is fetched into build/wasm
set -euo pipefail
cd "$(dirname "$0")/.."

site=tools/explorer/site
work=$PWD/build/wasm
sums=$site/sources.sha256

if [[ ${1:-} == --check ]]; then
  # The list holds what was made, too: neither changes without the other.
  if sha256sum --check --quiet --strict "$sums"; then
    echo "build_wasm: $site/uthi.wasm belongs to the sources ($(wc -l <"$sums") files)"
    exit 0
  fi
  echo "build_wasm: $site/uthi.wasm is older than the sources named above; to make it anew: bash tools/build_wasm.sh" >&2
  exit 1
fi
if (($# > 0)); then
  echo "usage: bash tools/build_wasm.sh [--check]" >&2
  exit 2
fi

packages=(emscripten node-acorn cmake ninja-build libboost1.81-dev libfmt-dev libxxhash-dev xz-utils)
missing=()
for package in "${packages[@]}"; do
  if [[ $(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true) != installed ]]; then
    missing+=("$package")
  fi
done
if ((${#missing[@]} > 0)); then
  echo "build_wasm: needs these Debian packages too: ${missing[*]}" >&2
  exit 1
fi

# The release of zstd that the program itself uses; apt checks the signatures. Its lists are kept apart from the system's.
fetch_zstd() {
  local apt=$work/apt file
  rm -rf "$apt" && mkdir -p "$apt/lists/partial" "$apt/archives/partial"
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" >"$apt/sources.list"
  local options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt" -o "Dir::Cache::Archives=$apt/archives")
  apt-get "${options[@]}" --quiet update
  (cd "$apt" && apt-get "${options[@]}" --quiet source --download-only libzstd)
  file=$(ls "$apt"/libzstd_*.orig.tar.xz)
  mkdir -p "$work/zstd" && tar -xJf "$file" -C "$work/zstd" --strip-components=1
  rm -rf "$apt"
}
zstd=${UTHI_ZSTD_SOURCE:-$work/zstd}
if [[ ! -f $zstd/lib/zstd.h ]]; then
  if [[ -n ${UTHI_ZSTD_SOURCE:-} ]]; then
    echo "build_wasm: $zstd: expected a source tree of zstd, with lib/zstd.h" >&2
    exit 1
  fi
  fetch_zstd
fi

# Of the system's headers these alone: the others belong to another kind of machine.
mkdir -p "$work/headers"
for name in boost fmt xxhash.h; do ln -sfn "/usr/include/$name" "$work/headers/$name"; done

export NODE_PATH=/usr/share/nodejs  # Where Debian puts acorn, wherever node itself came from.
emcmake cmake -G Ninja -S "$site/wasm" -B "$work/build" -DCMAKE_BUILD_TYPE=MinSizeRel \
  -DUTHI_WASM_HEADERS="$work/headers" -DUTHI_ZSTD_SOURCE="$zstd"
ninja -C "$work/build"

install -m 644 "$work/build/uthi_wasm.wasm" "$site/uthi.wasm"
install -m 644 "$work/build/uthi_wasm.js" "$site/uthi_wasm.js"
# Every file of this tree that a compiler read, and what they were compiled to.
{
  ninja -C "$work/build" -t deps | sed -n "s|^ *$PWD/||p" | grep -v '^build/'
  echo "$site/wasm/CMakeLists.txt"
  ls core/board_games.cpp.in tablebase/strip_board.cpp.in "$site/uthi.wasm" "$site/uthi_wasm.js"
} | LC_ALL=C sort -u | xargs sha256sum >"$sums"
echo "build_wasm: $(stat -c %s "$site/uthi.wasm") bytes, $(gzip -9 -c "$site/uthi.wasm" | wc -c) compressed; from $(wc -l <"$sums") files"
