#!/usr/bin/env bash
# Builds Awari's end-game tables and compares the number of positions of every value, layer by layer, with those that
# T. R. Lincke published (data/published/awari-lincke-2002.tsv). Exit status 1 if any differs.
# Layers 0..20, 226 million positions, take half a minute with two threads (31 s on two cores that had other work too),
# 0.9 GB of memory and 105 MB of disk.
#
#   tools/check_awari.sh [SEEDS]     layers 0..SEEDS, at most 34; default 20
#   UTHI_PROGRAM   the program; default build/release/tools/uthi
#   UTHI_THREADS   threads; default: all processor cores
#   UTHI_KEEP      folder in which the tables stay; default: a temporary one that is removed
set -euo pipefail
cd "$(dirname "$0")/.."
seeds=${1:-20}
uthi=${UTHI_PROGRAM:-build/release/tools/uthi}
threads=${UTHI_THREADS:-$(nproc)}
published=data/published/awari-lincke-2002.tsv

if ! [[ $seeds =~ ^[0-9]+$ ]] || ((seeds > 34)); then
  echo "check_awari.sh: \"$seeds\": expected 0 to 34 seeds, for example tools/check_awari.sh 20" >&2
  exit 2
fi
if ! [[ -x $uthi ]]; then
  echo "check_awari.sh: there is no program $uthi; build it: cmake --preset release && cmake --build build/release" >&2
  exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tables=${UTHI_KEEP:-$work/tables}
started=$SECONDS
"$uthi" build awari 2x6 --seeds "$seeds" --threads "$threads" --level 3 --tables "$tables"
built=$SECONDS
"$uthi" stats awari 2x6 --histogram --csv --threads "$threads" --tables "$tables" | tail -n +2 |
  awk -F, -v most="$seeds" '$1 <= most' >"$work/here"
awk -v most="$seeds" '!/^#/ && $1 <= most { print $1 "," $2 "," $3 }' "$published" >"$work/published"
counted=$SECONDS
if ! diff "$work/published" "$work/here" >"$work/differences"; then
  head -n 20 "$work/differences"
  echo "check_awari.sh: layers 0..$seeds: $(grep -c '^[<>]' "$work/differences") rows differ (<: published, >: here)"
  exit 1
fi
echo "layers 0..$seeds: all $(wc -l <"$work/here") values occur as often as published; built in $((built - started)) s, counted in $((counted - built)) s, $threads threads"
