#!/usr/bin/env bash
# Makes the booklet of data/problems: builds the tables that it needs, checks every problem, and sets it as HTML and PDF.
#
#   UTHI_BOOKLET_TABLES   folder for the tables (default build/booklet-tables)
#   UTHI_BOOKLET          folder for the booklet (default build/booklet)
#
# Usage: tools/make_booklet.sh [--pictures] [path of the program uthi; default build/release/tools/uthi]
# With --pictures it also draws the two pages that the README shows, data/problems/pictures.
set -euo pipefail
cd "$(dirname "$0")/.."

pictures=no
if [[ ${1:-} == --pictures ]]; then
  pictures=yes
  shift
fi
uthi=${1:-build/release/tools/uthi}
tables=${UTHI_BOOKLET_TABLES:-build/booklet-tables}
booklet=${UTHI_BOOKLET:-build/booklet}
problems=(data/problems/giuthi-2x5.jsonl data/problems/giuthi-2x6.jsonl data/problems/giuthi-2x8.jsonl
  data/problems/kiothi-2x5.jsonl data/problems/kiothi-2x10.jsonl)

"$uthi" build giuthi 2x5 --seeds 12 --tables "$tables"
"$uthi" build giuthi 2x6 --seeds 11 --tables "$tables"
"$uthi" build giuthi 2x8 --seeds 10 --tables "$tables"
"$uthi" build kiothi 2x5 --seeds 6 --marks 2 --tables "$tables"
"$uthi" build kiothi 2x10 --seeds 6 --tables "$tables"

"$uthi" cook "${problems[@]}" --tables "$tables"
"$uthi" similar "${problems[@]}"

mkdir -p "$booklet"
"$uthi" book "${problems[@]}" --title "Giuthi and Kiothi: 73 end-games" --output "$booklet/problems.html" --force
"$uthi" book "${problems[@]}" --title "Giuthi and Kiothi: 73 end-games" --output "$booklet/problems.pdf" --force
"$uthi" problems "${problems[@]}" --yaml >"$booklet/problems.yaml"
"$uthi" problems "$booklet/problems.yaml" >/dev/null
echo "booklet: $booklet/problems.pdf, $(pdfinfo "$booklet/problems.pdf" | sed -n 's/^Pages: *//p') pages"

if [[ $pictures == yes ]]; then
  mkdir -p data/problems/pictures
  # The second page of diagrams, and the first one of the solutions.
  solutions=1
  until [[ $(pdftotext -f "$solutions" -l "$solutions" "$booklet/problems.pdf" -) == Solutions* ]]; do solutions=$((solutions + 1)); done
  pdftoppm -r 75 -gray -png -singlefile -f 3 -l 3 "$booklet/problems.pdf" data/problems/pictures/page-diagrams
  pdftoppm -r 75 -gray -png -singlefile -f "$solutions" -l "$solutions" "$booklet/problems.pdf" data/problems/pictures/page-solutions
fi
