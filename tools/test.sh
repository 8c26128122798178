#!/usr/bin/env bash
# Every test of Uthi: set-up, format, release, sanitizers, fuzzers, and a program built against the installed package.
# Goes on after a failure; the last line counts, and the exit status is 1 if anything failed.
#
#   UTHI_FUZZ_SECONDS   seconds for each fuzzer (default 30)
#   UTHI_TEST_STEPS     steps to run (default "setup format release asan tsan fuzz install browser")
set -uo pipefail
cd "$(dirname "$0")/.."

fuzz_seconds=${UTHI_FUZZ_SECONDS:-30}
steps=${UTHI_TEST_STEPS:-setup format release asan tsan fuzz install browser}
jobs=$(nproc)
logs=build/logs
mkdir -p "$logs"
passed=0
failed=0
failures=()

launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
# What was compiled in another copy of this tree need not be compiled again.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
# Precompiled headers are cached by what is in them.
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime

pass() { passed=$((passed + 1)); }
fail() {
  failed=$((failed + 1))
  failures+=("$1")
  echo "FAILED: $1"
}

# check NAME COMMAND...: one test; its output is shown if it fails.
check() {
  local name=$1 log
  shift
  log="$logs/${name// /-}.log"
  if "$@" >"$log" 2>&1; then
    pass
  else
    tail -n 40 "$log"
    fail "$name"
    return 1
  fi
}

# build PRESET TARGET...: configures and builds quietly.
build() {
  local preset=$1
  shift
  check "configure $preset" cmake --preset "$preset" -Wno-dev "${launcher[@]}" && check "build $preset" cmake --build "build/$preset" --parallel "$jobs" --target "$@"
}

# run_tests PRESET CTEST-OPTION...: adds the tests that ran to the counts.
run_tests() {
  local preset=$1 log line
  shift
  log="$logs/ctest-$preset.log"
  ctest --test-dir "build/$preset" --parallel "$jobs" --output-on-failure --no-tests=error "$@" 2>&1 | tee "$log" | grep -E '^ *[0-9]+/[0-9]+ |reduced' || true
  line=$(grep -Eo '[0-9]+ tests? failed out of [0-9]+' "$log" | tail -n 1)
  if [[ -z $line ]]; then
    tail -n 20 "$log"
    fail "ctest $preset"
    return
  fi
  local numbers bad all
  read -r -a numbers <<<"$(tr -c '0-9\n' ' ' <<<"$line")"
  bad=${numbers[0]}
  all=${numbers[1]}
  passed=$((passed + all - bad))
  if ((bad > 0)); then
    grep -E -A 30 'FAILED|Failure|ERROR: |WARNING: ThreadSanitizer|runtime error' "$log" | head -n 80
    failed=$((failed + bad))
    failures+=("$bad tests of $preset")
  fi
}

step_setup() { check "setup" bash tools/setup.sh; }

# A second type of one name in another part must be found, in a header as in a source file.
names_are_checked() {
  local tree=$PWD/build/names
  rm -rf "$tree" && mkdir -p "$tree/tools" && cp -r core solver tablebase tools "$tree"/
  echo 'namespace uthi { struct RawValue { long other; }; }' >"$tree/tools/second.hpp"
  if bash tools/check_names.sh "$tree"; then return 1; fi
  rm "$tree/tools/second.hpp"
  printf 'namespace uthi {\nstruct Lonely {\n  int x;\n};\n}  // namespace uthi\n' >"$tree/tools/second.cpp"
  if bash tools/check_names.sh "$tree"; then return 1; fi
  rm -rf "$tree"
}

step_format() {
  local files
  mapfile -t files < <(git ls-files '*.cpp' '*.hpp')
  check "format" clang-format --dry-run -Werror "${files[@]}"
  check "names" bash tools/check_names.sh
  check "names are checked" names_are_checked
}

step_release() { build release all && run_tests release; }

step_asan() {
  echo "The sanitized builds compare smaller layers with the slow twin than the release build does (UTHI_TEST_SIZE=small)."
  export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
  build asan-ubsan all && UTHI_TEST_SIZE=small run_tests asan-ubsan
}

step_tsan() {
  export TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp halt_on_error=1:history_size=7"
  # The tests that start threads.
  local threaded=(solver_threads_test tablebase_block_cache_test tablebase_catalogue_test tablebase_round_trip_test tablebase_folder_lock_test)
  local pattern
  pattern="^($(
    IFS='|'
    echo "${threaded[*]}"
  ))\$"
  build tsan "${threaded[@]}" && UTHI_TEST_SIZE=small run_tests tsan --tests-regex "$pattern"
}

fuzz_one() {
  local program=$1 name corpus
  name=$(basename "$program")
  corpus="build/asan-ubsan/corpus/$name"
  mkdir -p "$corpus"
  "$program" -max_total_time="$fuzz_seconds" -max_len=4096 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -dict=tests/fuzz/giuthi.dict -artifact_prefix="build/asan-ubsan/" "$corpus"
}

# Positions met in play are where the position fuzzer starts from.
seed_corpus() {
  local corpus=build/asan-ubsan/corpus/fuzz_position number=0 line
  mkdir -p "$corpus"
  while IFS= read -r line; do
    number=$((number + 1))
    printf '%s' "$line" >"$corpus/recorded-$number"
  done < <(grep -v '^#' data/recorded-endgames-2x8.txt)
  # Kiothi from its start: board, rules, side with opening, a byte a pit, a move.
  corpus=build/asan-ubsan/corpus/fuzz_kiothi
  mkdir -p "$corpus"
  printf '\x08\x00\x00\0\0\0\0\x85\x85\x85\x85\x85\x85\0\0\0\0\x85\x85\x85\x85\x85\x85g4' >"$corpus/sowing"
  printf '\x08\x00\x02\0\0\0\0\5\5\5\5\5\5\0\0\0\0\5\5\5\5\5\5ef=c4D6' >"$corpus/opening"
}

# Problems of the collection: a byte for the format, 0 for JSON.
seed_problems() {
  local corpus=build/asan-ubsan/corpus/fuzz_problem number=0 line
  mkdir -p "$corpus"
  while IFS= read -r line; do
    number=$((number + 1))
    printf '0%s' "$line" >"$corpus/problem-$number"
  done < <(head -q -n 3 data/problems/*.jsonl)
  printf '1- {id: a, position: "giuthi:2,2/2,2 0 0 S", stipulation: win by 8, solution: [a+, [[A+, b+]]]}' >"$corpus/yaml"
}

step_fuzz() {
  build asan-ubsan fuzzers || return
  seed_corpus
  seed_problems
  local programs=(build/asan-ubsan/tests/fuzz/fuzz_*) running=() names=() program i
  for program in "${programs[@]}"; do
    [[ -f $program && -x $program ]] || continue
    echo "fuzzing: $(basename "$program"), $fuzz_seconds s"
    fuzz_one "$program" >"$logs/$(basename "$program").log" 2>&1 &
    running+=($!)
    names+=("$(basename "$program")")
    if ((${#running[@]} == 2)); then
      reap
    fi
  done
  reap
}

# Waits for the fuzzers that run and counts each as a test.
reap() {
  for i in "${!running[@]}"; do
    if wait "${running[$i]}"; then
      pass
      grep -E 'number_of_executed_units' "$logs/${names[$i]}.log" | sed "s/^/${names[$i]}: /"
    else
      tail -n 40 "$logs/${names[$i]}.log"
      fail "${names[$i]}"
    fi
  done
  running=()
  names=()
}

step_install() {
  local prefix=$PWD/build/installed
  rm -rf "$prefix" build/consumer
  [[ -f build/release/build.ninja ]] || check "configure release" cmake --preset release -Wno-dev "${launcher[@]}" || return
  check "build for installing" cmake --build build/release --parallel "$jobs" || return
  check "install" cmake --install build/release --prefix "$prefix" || return
  check "consumer configure" cmake -S tests/consumer -B build/consumer -G Ninja -Wno-dev -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" &&
    check "consumer build" cmake --build build/consumer &&
    check "consumer run" build/consumer/consumer
  check "installed program" "$prefix/bin/uthi" --help
}

# The explorer's page in Chromium; the packages of the test runner come from npm, the browser from Debian.
step_browser() {
  local folder=tests/explorer/browser log="$logs/browser.log" number
  [[ -x build/release/tools/uthi ]] || build release uthi || return
  check "browser packages" env PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --prefix "$folder" --no-audit --no-fund || return
  npm test --prefix "$folder" >"$log" 2>&1 || true
  number=$(grep -Eo '^ +[0-9]+ passed' "$log" | grep -Eo '[0-9]+' | tail -n 1)
  if [[ -n $number ]]; then passed=$((passed + number)); fi
  if ! grep -Eq '^ +[0-9]+ passed' "$log" || grep -Eq '^ +[0-9]+ (failed|flaky|interrupted|did not run)|^Error' "$log"; then
    grep -E -A 25 '^  +[0-9]+\) |^Error' "$log" | head -n 80
    fail "browser tests"
  fi
}

for step in $steps; do
  started=$SECONDS
  echo "== $step"
  "step_$step"
  echo "== $step: $((SECONDS - started)) s"
done

for failure in "${failures[@]}"; do echo "failed: $failure"; done
echo "$passed passed, $failed failed"
((failed == 0))
