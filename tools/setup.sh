#!/usr/bin/env bash
# Installs the Debian 12 packages that building and testing Uthi needs. Does nothing, and needs no network, if all are there.
set -euo pipefail

packages=(
  g++ clang clang-format libclang-rt-14-dev cmake ninja-build pkg-config ccache
  libboost1.81-dev libboost-program-options1.81-dev libboost-json1.81-dev libboost-container1.81-dev
  libtbb-dev libzstd-dev libxxhash-dev libfmt-dev libgtest-dev libbenchmark-dev wrk
  libyaml-cpp-dev librsvg2-bin weasyprint poppler-utils fonts-dejavu-core fonts-dejavu-extra
  chromium-headless-shell
)
# Node and npm run the browser tests; from wherever they came, if they are there.
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then packages+=(nodejs npm); fi

missing=()
for package in "${packages[@]}"; do
  if [[ $(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true) != installed ]]; then
    missing+=("$package")
  fi
done
if ((${#missing[@]} == 0)); then
  echo "setup: all ${#packages[@]} packages are installed"
  exit 0
fi

echo "setup: installing ${missing[*]}"
as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "setup: run as root, or install sudo; missing: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update --quiet
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends "${missing[@]}"
