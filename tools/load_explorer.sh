#!/usr/bin/env bash
# Measures and soaks the explorer of a built program, on this machine alone.
#
#   bash tools/load_explorer.sh measure [PROGRAM] [SECONDS]   requests a second, p50 and p99 of warm positions against a static
#                                                            reply, alternating, and 1,000 idle connections held open
#   bash tools/load_explorer.sh soak [PROGRAM] [SECONDS]      mixed valid and random requests; the memory of the server beside them
#
# PROGRAM is build/release/tools/uthi by default. Measuring needs wrk, soaking python3. The exit status of soak is 1 if the server
# fails, answers 500, does not stop in good order, or its memory keeps growing.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=${1:-measure}
program=${2:-build/release/tools/uthi}
seconds=${3:-10}
scratch=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server" 2>/dev/null || true; rm -rf "$scratch"' EXIT

# start OPTION...: sets `server` (process) and `url`.
start() {
  : >"$scratch/url"
  "$program" serve --tables data/tables --bind 127.0.0.1:0 "$@" >"$scratch/url" 2>"$scratch/log" &
  server=$!
  for _ in $(seq 600); do
    url=$(cat "$scratch/url")
    [[ -z $url ]] || return 0
    sleep 0.1
  done
  echo "load_explorer: the server did not start" >&2
  cat "$scratch/log" >&2
  exit 1
}

stop() {
  kill -TERM "$server"
  local status=0
  wait "$server" || status=$?
  server=
  return "$status"
}

memory() { awk '/^VmRSS/ {print $2}' "/proc/$server/status"; }

# bench NAME PATH|SCRIPT: one line of the table.
bench() {
  local name=$1
  shift
  wrk --threads 1 --connections 32 --duration "${seconds}s" --latency "$@" >"$scratch/wrk"
  awk -v name="$name" '
    /^ *50%/ {p50 = $2} /^ *99%/ {p99 = $2} /^Requests\/sec/ {rate = $2} /Non-2xx/ {bad = $NF}
    END {printf "%-28s %12.0f %10s %10s %8d\n", name, rate, p50, p99, bad}' "$scratch/wrk"
}

measure() {
  command -v wrk >/dev/null || {
    echo "load_explorer: wrk is not installed (Debian: apt install wrk)" >&2
    exit 2
  }
  start --work 0
  # A thousand positions with seven seeds: what is asked again and again is kept, and so warm.
  for seed in $(seq 1000); do printf '/v1/random?game=giuthi&board=2x5&seeds=7&seed=%d\n' "$seed"; done |
    python3 -c '
import http.client, json, sys, urllib.parse
host = urllib.parse.urlparse(sys.argv[1]).netloc
connection = http.client.HTTPConnection(host)
for line in sys.stdin:
    connection.request("GET", line.strip())
    print("/v1/position?p=" + json.loads(connection.getresponse().read())["position"].replace(" ", "_"))
' "$url" >"$scratch/paths"
  cat >"$scratch/positions.lua" <<LUA
local paths = {}
for line in io.lines("$scratch/paths") do paths[#paths + 1] = wrk.format("GET", line) end
local at = 0
function request()
  at = at % #paths + 1
  return paths[at]
end
LUA
  printf '%-28s %12s %10s %10s %8s\n' "warm, 32 connections" "requests/s" p50 p99 failed
  for _ in 1 2 3; do
    bench "static reply (/healthz)" "${url}healthz"
    bench "position, 1,000 of them" --script "$scratch/positions.lua" "$url"
  done
  local before idle
  before=$(memory)
  python3 - "$url" <<'PYTHON' &
import socket, sys, time, urllib.parse
address = urllib.parse.urlparse(sys.argv[1])
held = [socket.create_connection((address.hostname, address.port)) for _ in range(1000)]
time.sleep(600)
PYTHON
  idle=$!
  sleep 3
  echo "connections open: $(curl --silent "${url}metrics" | awk '/^uthi_connections / {print $2}'), of these one asks; $(($(memory) - before)) kB more in all"
  bench "position, 1,000 idle beside" --script "$scratch/positions.lua" "$url"
  kill "$idle" 2>/dev/null || true
  wait "$idle" 2>/dev/null || true
  stop
  start --work 0 --answers 0
  bench "position, none kept" --script "$scratch/positions.lua" "$url"
  stop
}

soak() {
  # Few answers are kept, so that their filling up is not taken for a leak.
  start --request-seconds 2 --solve-seconds 2 --answers 4
  local status=0
  python3 tools/soak_explorer.py "$url" "$server" "$seconds" || status=$?
  stop || {
    echo "load_explorer: the server ended with status $?" >&2
    status=1
  }
  # Sanitizers write here.
  grep -E 'ERROR|WARNING: |runtime error' "$scratch/log" >&2 && status=1
  return "$status"
}

case $mode in
  measure | soak) "$mode" ;;
  *)
    echo "usage: bash tools/load_explorer.sh measure|soak [PROGRAM] [SECONDS]" >&2
    exit 2
    ;;
esac
