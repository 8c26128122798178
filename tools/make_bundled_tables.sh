#!/usr/bin/env bash
# Builds the tables that come with the source, data/tables, all with depths: Giuthi 2x5 to 10 seeds, Kiothi 2x5 to 6 seeds
# with up to two marks, and the unmarked end-games of Kiothi 2x10 to 5 seeds.
# Usage: tools/make_bundled_tables.sh [path of the program uthi; default build/release/tools/uthi]
set -euo pipefail
cd "$(dirname "$0")/.."
uthi=${1:-build/release/tools/uthi}
rm -rf data/tables/{giuthi-2x5,kiothi-2x5,kiothi-2x10}
"$uthi" build giuthi 2x5 --seeds 10 --tables data/tables
"$uthi" build kiothi 2x5 --seeds 6 --marks 2 --tables data/tables
"$uthi" build kiothi 2x10 --seeds 5 --tables data/tables
rm -f data/tables/.uthi.lock
"$uthi" verify --tables data/tables
