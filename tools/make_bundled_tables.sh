#!/usr/bin/env bash
# Builds the tables that come with the source, data/tables: Giuthi 2x5 to 10 seeds, with depths.
# Usage: tools/make_bundled_tables.sh [path of the program uthi; default build/release/tools/uthi]
set -euo pipefail
cd "$(dirname "$0")/.."
uthi=${1:-build/release/tools/uthi}
rm -rf data/tables/giuthi-2x5
"$uthi" build giuthi 2x5 --seeds 10 --tables data/tables
rm -f data/tables/.uthi.lock
"$uthi" verify --tables data/tables
