"""A game in another program that breaks the protocol in the way that its first argument says."""

import json
import os
import subprocess
import sys
import time

how = sys.argv[1]
HELLO = {"game": "bad", "players": 2, "longest": 3, "evaluators": ["e"]}
LEAF = {"over": [1, -1]}
NODE = {"mover": 1, "moves": [["a", "p"], ["b", "q"]]}

# What is said instead of the right answer, to the first request and to `expand`.
FIRST = {
    "refuses": {"error": "only version 2 is spoken here"},
    "no-json": "hello",
    "no-game": {"players": 2, "longest": 3},
    "nine-players": {**HELLO, "players": 9},
    "no-length": {**HELLO, "longest": 0},
    "payoffs": {**HELLO, "payoffs": [1, -1]},
    "odd-name": {**HELLO, "evaluators": ["My Evaluator"]},
    "list": [1, 2, 3],
    "empty": "",
}
EXPAND = {
    "no-nodes": {"nodes": []},
    "two-nodes": {"nodes": [NODE] * 50},
    "other-answer": {"values": [{"score": 1}]},
    "third-player": {"nodes": [{"mover": 3, "moves": [["a", "p"]]}]},
    "no-moves": {"nodes": [{"mover": 1, "moves": []}]},
    "same-moves": {"nodes": [{"mover": 1, "moves": [["a", "p"], ["a", "q"]]}]},
    "nothing": {"nodes": [{}]},
    "both": {"nodes": [{**NODE, **LEAF}]},
    "nan": '{"nodes": [{"over": [NaN, NaN]}]}',
    "huge-number": '{"nodes": [{"over": [1e999, -1e999]}]}',
    "not-zero-sum": {"nodes": [{"over": [1, 1]}]},
    "one-payoff": {"nodes": [{"over": [1]}]},
    "half-chance": {"nodes": [{"chance": [[0.5, "p"]]}]},
    "negative-chance": {"nodes": [{"chance": [[1.5, "p"], [-0.5, "q"]]}]},
    "control": {"nodes": [{"mover": 1, "moves": [["a", "p\u001b[31m"]]}]},
    "no-text": {"nodes": [{"mover": 1, "moves": [["a", ""]]}]},
    "long-text": {"nodes": [{"mover": 1, "moves": [["a", "p" * 5000]]}]},
    "text-for-number": {"nodes": [{"mover": "1", "moves": [["a", "p"]]}]},
    "refuses-position": {"error": "I do not know it"},
}


def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)


def misbehave(count):
    if how in EXPAND:
        answer = EXPAND[how]
        if isinstance(answer, dict) and len(answer.get("nodes", [])) == 1:
            answer = {"nodes": answer["nodes"] * count}
        return say(answer)
    if how == "silent":
        time.sleep(60)
    if how == "long-line":
        while True:
            sys.stdout.write("x" * 1_000_000)
    if how == "exits":
        sys.stderr.write("out of \u001b[31mcoffee\n")
        sys.exit(3)
    if how == "killed":
        os.kill(os.getpid(), 9)
    if how == "floods-stderr":
        for _ in range(2000):
            sys.stderr.write("noise " * 1000)
        sys.stderr.write("\nthe last line\n")
        sys.exit(4)
    if how == "twice":
        say({"nodes": [LEAF] * count})
        return say({"nodes": [LEAF] * count})
    if how == "half-a-line":
        sys.stdout.write('{"nodes": [')
        sys.stdout.flush()
        sys.exit(0)
    if how == "no-utf8":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        return sys.stdout.flush()
    if how == "grandchild":
        subprocess.Popen(["sleep", "60", *sys.argv[2:]], stdin=subprocess.DEVNULL)
        sys.exit(5)
    if how == "deaf":
        # Neither reads its input any more nor ends with it.
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", *sys.argv[2:]])
        time.sleep(60)
    if how.startswith("damaged-"):
        right = json.dumps({"nodes": [NODE] * count})
        number = int(how.split("-")[1])
        at, kind = number * 7919 % len(right), number % 4
        sign = '{}[]",:0x\\'[number % 10]
        return say([right[:at], right[:at] + sign + right[at + 1 :], right[:at] + sign + right[at:], right[at:]][kind])
    say({"nodes": [NODE if count else LEAF] * count})


for line in sys.stdin:
    request = json.loads(line)
    if "plyscope" in request:
        say(FIRST.get(how, HELLO))
    elif "start" in request:
        say({"position": "s"})
    elif "expand" in request:
        misbehave(len(request["expand"]))
    elif "evaluate" in request:
        say({"values": [{"score": 0}] * len(request["evaluate"])})
