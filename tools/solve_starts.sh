#!/usr/bin/env bash
# Solves starts and writes a table of what was found: tools/solve_starts.sh OUT_DIR [SECONDS [THREADS]]
#
# Each start gets SECONDS (default 600) for its outcome and as many again for its exact floor and ceiling, from nothing:
# without tables. A proof of the outcome is written beside the table and checked. One line a start, with the command that
# found its outcome; starts that are not solved stand there with their proven bounds. A start that is in the table already
# is left as it is. Kiothi's reduced boards stand as an opening without redistributions leaves them: every pit is a nki.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:?usage: tools/solve_starts.sh OUT_DIR [SECONDS [THREADS]]}
seconds=${2:-600}
threads=${3:-$(nproc)}
uthi=${UTHI:-build/release/tools/uthi}
memory=${MEMORY:-8}
table=$out/starts.tsv
mkdir -p "$out/proofs"
[[ -f $table ]] || printf 'position\toutcome\tfloor\tceiling\tstatus\tmethod\tpositions\tseconds\tpeak memory\tproof\tnodes of the proof\tcommand\n' >"$table"

# row PITS SEEDS MARK
row() {
  local text
  text=$(printf "$2$3,%.0s" $(seq "$1"))
  printf '%s' "${text%,}"
}

# solve GAME BOARD SEEDS OPTIONS MARK: options as "" or "origin=sow", mark as "" or "*".
solve() {
  local game=$1 board=$2 k=$3 options=$4 mark=$5 pits=${2#2x} position proof name checked="" nodes="" outcome values
  position="$game${options:+{$options\}}:$(row "$pits" "$k" "$mark")/$(row "$pits" "$k" "$mark") 0 0 S"
  if cut -f1 "$table" | grep -qxF "$position"; then return; fi
  name=$game-$board-$k${options:+-${options//=/-}}.proof
  proof=$out/proofs/$name
  local words=(solve "$position" --no-tables --threads "$threads" --time "$seconds" --memory "$memory")
  outcome=$("$uthi" "${words[@]}" --proof "$proof" --force --json 2>/dev/null) || true
  values=$("$uthi" "${words[@]}" --floor --ceiling --json 2>/dev/null) || true
  if [[ -f $proof ]]; then
    nodes=$("$uthi" check-proof "$proof" --json | python3 -c 'import json,sys; j=json.load(sys.stdin); print(j["nodes"] if j["proved"] else "WRONG")')
    checked=$name
    if (($(stat -c %s "$proof") > 20000000)); then
      rm "$proof"
      checked="(above 20 MB)"
    fi
  fi
  python3 - "$position" "$checked" "$nodes" "uthi ${words[*]@Q}" "$outcome" "$values" >>"$table" <<'PY'
import json
import sys

position, proof, nodes, command, outcome, values = sys.argv[1:]
first, second = json.loads(outcome), json.loads(values)


def text(name):
    bounds = second["bounds"][name]
    least, most = ("none" if bounds[end] is None else str(bounds[end]) for end in ("least", "most"))
    return least if bounds["exact"] else least + ".." + most


known = first["outcome"] or second["outcome"]
status = second["status"] if known else "unknown"
print("\t".join([position, known or "unknown", text("floor"), text("ceiling"), "values" if status == "proved" else "outcome" if known else "bounds",
                 first["method"] + ("" if first["method"] == second["method"] else ", " + second["method"]),
                 str(first["nodes"] + second["nodes"]), "%.1f" % (first["seconds"] + second["seconds"]),
                 "%.0f MB" % (max(first["memory"], second["memory"]) / 1e6), proof, nodes, command]))
PY
  tail -n 1 "$table" | cut -f1-9
}

for k in 1 2 3 4 5 6 7 8; do solve giuthi 2x2 $k '' ''; done
for k in 1 2 3 4 5 6; do solve giuthi 2x3 $k '' ''; done
for k in 1 2 3 4 5; do solve giuthi 2x4 $k '' ''; done
# A lap of a whole round and more needs 2P seeds in a pit.
for k in 4 5 6 7 8; do solve giuthi 2x2 $k origin=sow ''; done
for k in 4 5 6; do solve giuthi 2x3 $k origin=sow ''; done
for k in 3 4 5; do solve giuthi 2x4 $k origin=sow ''; done
for board in 2x2 2x3 2x4; do
  for k in 1 2 3; do solve kiothi $board $k '' '*'; done
done
for board in 2x5 2x6 2x7 2x8; do solve giuthi $board 1 '' ''; done
for start in "2x5 2" "2x6 2" "2x5 3" "2x7 2" "2x6 3" "2x5 4" "2x8 2"; do
  read -r board k <<<"$start"
  solve giuthi "$board" "$k" '' ''
done
