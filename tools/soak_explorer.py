#!/usr/bin/env python3
"""Soaks a server of the explorer with mixed valid, wrong and random requests, and watches its memory.

usage: soak_explorer.py URL PROCESS SECONDS [SEED]

Several clients at once: keep-alive and not, pipelined, cut short, slow, oversized, batches, searches that are cancelled.
Fails if a reply is no HTTP, has status 500, if the process is gone, or if memory grows in the second half as it did at first.
"""

import random
import socket
import sys
import threading
import time
import urllib.parse

URL = urllib.parse.urlparse(sys.argv[1])
PROCESS = int(sys.argv[2])
SECONDS = float(sys.argv[3])
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 1
IS_LOCAL = URL.hostname in ("127.0.0.1", "::1", "localhost")
CLIENTS = 6

counts = {}
faults = []
lock = threading.Lock()
end = time.monotonic() + SECONDS


def memory():
    with open(f"/proc/{PROCESS}/status") as status:
        for line in status:
            if line.startswith("VmRSS"):
                return int(line.split()[1])
    return 0


def fault(text):
    with lock:
        faults.append(text)


def position(rng):
    game, pits, most = rng.choice([("giuthi", 5, 10), ("kiothi", 5, 6), ("kiothi", 10, 5), ("giuthi", 5, 40), ("awari", 6, 48)])
    board = [0] * (2 * pits)
    for _ in range(rng.randint(0, most)):
        board[rng.randrange(2 * pits)] += 1
    rows = ",".join(map(str, board[:pits])) + "/" + ",".join(map(str, board[pits:]))
    return f"{game}:{rows}_{rng.randint(0, 9)}_{rng.randint(0, 9)}_{rng.choice('SN')}"


def noise(rng, size):
    return bytes(rng.randrange(256) for _ in range(rng.randint(0, size)))


def target(rng):
    p = position(rng)
    kind = rng.randrange(16)
    if kind < 6:
        path = f"/v1/position?p={p}"
    elif kind < 13:
        path = rng.choice([f"/v1/moves?p={p}", f"/v1/line?p={p}", f"/v1/tree?p={p}&depth={rng.randint(0, 3)}", f"/?p={p}", f"/v1/board.svg?p={p}&values=1",
                           f"/v1/play?p={p}&moves=a%2B", "/v1/stats?game=giuthi&board=2x5&layer=5", f"/v1/random?game=giuthi&board=2x5&seeds={rng.randint(0, 11)}",
                           "/v1/tables", "/v1/problems", "/v1/rules?game=kiothi", "/assets/style.css", "/metrics", "/healthz", "/v1/openapi.json"])
    else:
        path = f"/v1/position?p={p}"
        letters = list(path)
        for _ in range(rng.randint(1, 6)):  # a few characters spoiled
            letters[rng.randrange(len(letters))] = chr(rng.randrange(33, 127))
        path = "".join(letters).replace(" ", "")
    return path if path.startswith("/") else "/" + path


def get(rng, more=""):
    return f"GET {target(rng)} HTTP/1.1\r\nHost: soak\r\n{more}\r\n".encode()


def post(path, body):
    return f"POST {path} HTTP/1.1\r\nHost: {URL.netloc}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


class Replies:
    """Reads replies from a socket; None where the connection ended."""

    def __init__(self, connection):
        self.connection = connection
        self.bytes = b""

    def more(self):
        got = self.connection.recv(1 << 16)
        self.bytes += got
        return bool(got)

    def next(self):
        while b"\r\n\r\n" not in self.bytes:
            if not self.more():
                return None
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        if not lines[0].startswith("HTTP/1.1 "):
            fault(f"no HTTP: {lines[0]!r}")
            return None
        status = int(lines[0].split()[1])
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        length = int(headers.get("content-length", 0))
        while len(self.bytes) < length:
            if not self.more():
                return None
        self.bytes = self.bytes[length:]
        with lock:
            counts[status] = counts.get(status, 0) + 1
        if status == 500:
            fault("status 500")
        return status


def converse(rng, connection):
    replies = Replies(connection)
    kind = rng.randrange(12)
    if kind < 6:
        for _ in range(rng.randint(1, 40)):
            connection.sendall(get(rng))
            if replies.next() is None:
                return
    elif kind == 6:
        count = rng.randint(2, 20)
        connection.sendall(b"".join(get(rng) for _ in range(count)))
        for _ in range(count):
            if replies.next() is None:
                return
    elif kind == 7:
        lines = "\n".join(position(rng) if rng.random() < 0.8 else "x" * rng.randint(0, 30) for _ in range(rng.randint(0, 200)))
        connection.sendall(post("/v1/batch", lines.encode()))
        replies.next()
    elif kind == 8:
        connection.sendall(noise(rng, 2000))
        connection.settimeout(3)
        replies.next()
    elif kind == 9:
        whole = get(rng)
        connection.sendall(whole[: rng.randrange(len(whole))])  # and no more
    elif kind == 10:
        size = rng.choice([10_000, 20_000, 300_000])
        if rng.random() < 0.5:
            connection.sendall(f"GET / HTTP/1.1\r\nX: {'y' * size}\r\n\r\n".encode())
        else:
            connection.sendall(post("/v1/batch", b"z" * size))
        replies.next()
    else:
        body = rng.choice([b'{"position":"giuthi:4,4,4,4,4/4,4,4,4,4","floor":true,"seconds":1}', b'{"position":"giuthi:2,2/2,2"}', b'{"position":1}', noise(rng, 100)])
        connection.sendall(post("/v1/solve", body))
        connection.recv(rng.choice([1, 4096]))  # and gone


def client(number):
    rng = random.Random(SEED * 1000 + number)
    while time.monotonic() < end:
        try:
            with socket.create_connection((URL.hostname, URL.port), timeout=60) as connection:
                converse(rng, connection)
        except (ConnectionResetError, BrokenPipeError, TimeoutError):
            pass
        except OSError as error:
            fault(f"cannot connect: {error}")
            return


def main():
    if not IS_LOCAL:
        sys.exit("soak_explorer: only servers of this machine")
    clients = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for one in clients:
        one.start()
    samples = []
    while time.monotonic() < end:
        time.sleep(max(0.2, SECONDS / 60))
        samples.append(memory())
        if samples[-1] == 0:
            fault("the server is gone")
            break
    for one in clients:
        one.join()
    thirds = [samples[i * len(samples) // 3 : (i + 1) * len(samples) // 3] for i in range(3)]
    first, middle, last = (max(part, default=0) for part in thirds)
    print(f"soak: {sum(counts.values())} replies in {SECONDS:.0f} s: " + ", ".join(f"{status}: {count}" for status, count in sorted(counts.items())))
    print(f"soak: most memory in each third: {first} kB, {middle} kB, {last} kB")
    # The cache of answers fills up to a bound; beyond, nothing may grow.
    if last > middle * 1.1 + 8000:
        fault(f"memory grows: {middle} kB to {last} kB")
    for text in sorted(set(faults)):
        print(f"soak: FAULT: {text}")
    sys.exit(1 if faults else 0)


main()
