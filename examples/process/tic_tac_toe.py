"""Tic-tac-toe for Plyscope, in another program: JSON lines on stdin and stdout (protocol version 1).

    plyscope measure 'process(command="python3 examples/process/tic_tac_toe.py")' --depths 1..5

Only the standard library is used. Replace `START`, `expand`, `evaluate` and `decide` by those of your own game.
"""

import json
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
START = ".../.../... X"
# Names of the cells in the order of a position's text (the top row first), and the order in which moves are listed.
NAMES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
ORDER = [6, 7, 8, 3, 4, 5, 0, 1, 2]


def read(position):
    board, _, mover = position.partition(" ")
    cells = board.replace("/", "")
    sides = {"X": cells.count("X") - cells.count("O"), "O": cells.count("X") - cells.count("O") - 1}
    if len(cells) != 9 or len(board) != 11 or set(cells) - set(".XO") or sides.get(mover, 1) != 0:
        raise ValueError(f"no position of tic-tac-toe: {position}")
    return cells, mover


def expand(position):
    cells, mover = read(position)
    for sign, payoffs in [("X", [1, -1]), ("O", [-1, 1])]:
        if any(all(cells[i] == sign for i in line) for line in LINES):
            return {"over": payoffs}
    other = "O" if mover == "X" else "X"
    moves = []
    for i in ORDER:
        if cells[i] == ".":
            after = cells[:i] + mover + cells[i + 1 :]
            moves.append([NAMES[i], f"{after[:3]}/{after[3:6]}/{after[6:]} {other}"])
    return {"mover": 1 if mover == "X" else 2, "moves": moves} if moves else {"over": [0, 0]}


def evaluate(position):
    """Open lines: 1 for one mark, 3 for two, of at most 24, so that a won game is worth more."""
    cells, _ = read(position)

    def points(own, other):
        marks = [[cells[i] for i in line] for line in LINES]
        return sum([0, 1, 3, 9][line.count(own)] for line in marks if other not in line)

    return {"score": (points("X", "O") - points("O", "X")) / 25}


def decide(position, depth):
    """A small engine: minimax to a depth, the first of the best moves."""
    node = expand(position)
    sign = 1 if node["mover"] == 1 else -1

    def value(at, left):
        below = expand(at)
        if "over" in below:
            return below["over"][0]
        if left == 0:
            return evaluate(at)["score"]
        values = [value(after, left - 1) for _, after in below["moves"]]
        return max(values) if below["mover"] == 1 else min(values)

    values = [value(after, depth - 1) for _, after in node["moves"]]
    best = max(range(len(values)), key=lambda i: sign * values[i])
    return {"move": node["moves"][best][0], "value": {"score": values[best]}, "nodes": None}


def answer(request):
    if "plyscope" in request:
        if request["plyscope"] != 1:
            return {"error": "only version 1 is spoken here"}
        return {
            "game": "tic-tac-toe",
            "players": 2,
            "longest": 9,
            "evaluators": ["lines"],
            "engines": ["main"],
            "payoffs": [-1, 1],
            "version": "1",
        }
    if "start" in request:
        return {"position": START}
    if "expand" in request:
        return {"nodes": [expand(position) for position in request["expand"]]}
    if "evaluate" in request:
        return {"values": [evaluate(position) for position in request["evaluate"]]}
    if "decide" in request:
        return decide(request["decide"], request.get("depth", 2))
    return {"error": "an unknown request"}


for line in sys.stdin:
    try:
        result = answer(json.loads(line))
    except (ValueError, KeyError) as error:
        result = {"error": str(error)}
    print(json.dumps(result), flush=True)
