#!/usr/bin/env bash
# Shows Uthi at work on a fresh machine: installs, builds, solves 2x8 to ten seeds, and asks about recorded end-games.
#
#   UTHI_DEMO_TABLES   folder for the tables (default build/demo-tables)
set -euo pipefail
cd "$(dirname "$0")/.."

tables=${UTHI_DEMO_TABLES:-$PWD/build/demo-tables}
uthi=$PWD/build/release/tools/uthi
most_seeds=10

# say COMMAND...: shows a command, then runs it.
say() {
  printf '\n$ %s\n' "${*/#$uthi/uthi}"
  "$@"
}

# Recorded positions with at most `most_seeds` seeds on the board.
small_endgames() {
  awk -F: -v most="$most_seeds" '/^giuthi/ {
    split($2, parts, " ")
    pits = split(parts[1], seeds, "[,/]")
    sum = 0
    for (i = 1; i <= pits; ++i) sum += seeds[i]
    if (sum <= most) print
  }' data/recorded-endgames-2x8.txt
}

bash tools/setup.sh

echo "demo: building the program"
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
cmake --preset release -Wno-dev "${launcher[@]}" >/dev/null
cmake --build build/release --parallel "$(nproc)" --target uthi

say "$uthi" build giuthi 2x8 --seeds "$most_seeds" --tables "$tables"
say "$uthi" info --tables "$tables"

mapfile -t endgames < <(small_endgames)
echo
echo "demo: ${#endgames[@]} recorded end-games have at most $most_seeds seeds left; one of them in full:"
example=${endgames[1]}
say "$uthi" probe "$example" --tables "$tables"
say "$uthi" line "$example" --tables "$tables"

echo
echo "demo: all of them, a JSON object each (here without the moves)"
printf '\n$ uthi probe - < %d positions\n' "${#endgames[@]}"
printf '%s\n' "${endgames[@]}" | "$uthi" probe - --tables "$tables" |
  sed -E 's/"canonical":.*"outcome"/"outcome"/; s/,"moves":\[.*/}/'

printf '\n$ uthi stats giuthi 2x8 | tail -n 26\n'
"$uthi" stats giuthi 2x8 --tables "$tables" | tail -n 26
say "$uthi" verify --tables "$tables"

echo
echo "demo: what two proofs show, checked with the rules alone"
say "$uthi" check-proof data/proofs/giuthi-2x4-24.proof data/proofs/giuthi-2x5-8.proof
say "$uthi" explain data/proofs/giuthi-2x5-8.proof --depth 3
