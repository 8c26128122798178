#!/usr/bin/env bash
# One name, one thing: no two parts of the program define a type, function or constant of the same full name.
# Two definitions of one name in one program are undefined behaviour that neither compiler nor linker reports: each source
# file sees only one of them, and the linker keeps either. So
#   - every header is read into one and the same translation unit, where a second definition is an error;
#   - what a .cpp file defines for itself stands in an unnamed namespace, or belongs to a class that a header declares.
#
#   bash tools/check_names.sh [FOLDER]   the source tree to check; default this one
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

mapfile -t headers < <(find core solver tablebase tools -name '*.hpp' -not -path '*/wasm/*' | LC_ALL=C sort)
((${#headers[@]} > 0)) || {
  echo "check_names: no headers here; expected a source tree of Uthi" >&2
  exit 2
}
unit=$(mktemp --suffix=.cpp)
trap 'rm -f "$unit"' EXIT
printf '#include "%s"\n' "${headers[@]}" >"$unit"
faults=0
"${CXX:-g++}" -std=c++20 -fsyntax-only -w -I . "$unit" || faults=1

# Types at namespace scope of .cpp files: clang-format keeps them at the start of a line.
mapfile -t sources < <(find core solver tablebase tools -name '*.cpp' -not -path '*/wasm/*' | LC_ALL=C sort)
awk '
  FNR == 1 { unnamed = 0 }
  /^namespace \{$/ { unnamed = 1 }
  /^\}  \/\/ namespace$/ { unnamed = 0 }
  !unnamed && match($0, /^(struct|class|enum class|enum|union) [A-Za-z_]+( final)?( :[^:].*)? *\{/) {
    name = $0
    sub(/^(struct|class|enum class|enum|union) /, "", name)
    sub(/[^A-Za-z_].*/, "", name)
    header = FILENAME
    sub(/cpp$/, "hpp", header)
    if (system("grep -qsE \"^ *(struct|class|enum class) " name ";\" " header) == 0) next
    printf "%s:%d: %s: give it an unnamed namespace, or declare it in a header\n", FILENAME, FNR, $0
    found = 1
  }
  END { exit found }' "${sources[@]}" || faults=1

if ((faults)); then
  echo "check_names: a name stands for two things, or could" >&2
  exit 1
fi
echo "check_names: ${#headers[@]} headers and ${#sources[@]} sources, each name once"
