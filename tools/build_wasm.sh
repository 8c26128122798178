#!/usr/bin/env bash
# Makes the WebAssembly of exported sites anew, and keeps it in tools/explorer/site for those who build without Emscripten. Needed when
# a test says that the module kept there answers otherwise than the program. Installs nothing; some minutes the first time.
#
#   UTHI_ZSTD_SOURCE   a source tree of zstd; without it Debian's source package is fetched into build/zstd
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(emscripten node-acorn)
missing=()
for package in "${packages[@]}"; do
  if [[ $(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true) != installed ]]; then
    missing+=("$package")
  fi
done
if ((${#missing[@]} > 0)); then
  echo "build_wasm: needs these Debian packages, beside those that tools/setup.sh installs: ${missing[*]}" >&2
  exit 1
fi

# The release of zstd that the program itself uses; apt checks the signatures. Its lists are kept apart from the system's.
fetch_zstd() {
  local to=$1 apt=$PWD/build/apt file
  rm -rf "$apt" && mkdir -p "$apt/lists/partial" "$apt/archives/partial"
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" >"$apt/sources.list"
  local options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt" -o "Dir::Cache::Archives=$apt/archives")
  apt-get "${options[@]}" --quiet update
  (cd "$apt" && apt-get "${options[@]}" --quiet source --download-only libzstd)
  file=$(ls "$apt"/libzstd_*.orig.tar.xz)
  mkdir -p "$to" && tar -xJf "$file" -C "$to" --strip-components=1
  rm -rf "$apt"
}
zstd=${UTHI_ZSTD_SOURCE:-$PWD/build/zstd}
if [[ ! -f $zstd/lib/zstd.h ]]; then
  if [[ -n ${UTHI_ZSTD_SOURCE:-} ]]; then
    echo "build_wasm: $zstd: expected a source tree of zstd, with lib/zstd.h" >&2
    exit 1
  fi
  fetch_zstd "$zstd"
fi

launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
cmake --preset release -Wno-dev "${launcher[@]}" -DUTHI_WASM=ON -DUTHI_ZSTD_SOURCE="$zstd"
cmake --build build/release --parallel "$(nproc)" --target uthi_wasm

made=build/release/tools/explorer/wasm
kept=tools/explorer/site
for name in uthi.wasm uthi_wasm.js; do install -m 644 "$made/$name" "$kept/$name"; done
echo "build_wasm: $kept/uthi.wasm: $(stat -c %s "$kept/uthi.wasm") bytes, $(gzip -9 -c "$kept/uthi.wasm" | wc -c) compressed"
