#!/usr/bin/env bash
# What is published of a set of tables: tools/publish_tables.sh GAME BOARD TABLES OUT_DIR
#
# Writes OUT_DIR/GAME-BOARD-files.tsv (a line a layer: positions, stored, bytes of the file, its SHA-256, digest of its values)
# and OUT_DIR/GAME-BOARD-statistics.csv (what `uthi stats --csv` says of each layer). Each is written whole or not at all.
set -euo pipefail
cd "$(dirname "$0")/.."

usage='usage: tools/publish_tables.sh GAME BOARD TABLES OUT_DIR'
game=${1:?$usage}
board=${2:?$usage}
tables=${3:?$usage}
out=${4:?$usage}
uthi=${UTHI:-build/release/tools/uthi}
mkdir -p "$out"
name=$out/$game-$board

"$uthi" info --tables "$tables" --json | python3 -c '
import hashlib, json, pathlib, sys

game, board = sys.argv[1:]
print("seeds", "marks", "positions", "stored", "bytes", "values digest", "SHA-256", sep="\t")
found = False
for table in json.load(sys.stdin)["tables"]:
    if pathlib.Path(table["path"]).parent.name != f"{game}-{board}":  # the folder of the default rules
        continue
    found = True
    digest = hashlib.sha256()
    with open(table["path"], "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    layer = table["layer"]
    print(layer["seeds"], layer["marks"], table["positions"], table["stored"], table["bytes"], table["values_digest"],
          digest.hexdigest(), sep="\t")
if not found:
    sys.exit(f"no tables of {game} {board}")
' "$game" "$board" >"$name-files.tsv.part"
"$uthi" stats "$game" "$board" --tables "$tables" --csv >"$name-statistics.csv.part"
mv "$name-files.tsv.part" "$name-files.tsv"
mv "$name-statistics.csv.part" "$name-statistics.csv"
echo "$name-files.tsv and $name-statistics.csv: $(($(wc -l <"$name-files.tsv") - 1)) layers"
