"""Nim in another program, wrong in the way that its first argument says: take 1 to 3 of 13; the last one wins."""

import json
import os
import sys

how = sys.argv[1]
WIN = 2 if how == "range" else 1
# How often a position was asked about; in one mode it is another in every process.
asked = {}
own = how == "process" and os.path.exists(sys.argv[2])
if how == "process":
    open(sys.argv[2], "w").close()


def again(position):
    asked[position] = asked.get(position, 0) + 1
    return asked[position] > 1


def start(seed):
    second = again("start %d" % seed)
    return "12 1" if how == "starts" and second else "13 1"


def expand(position):
    second = again(position)
    left, mover = map(int, position.split())
    if left == 0:
        lost = (mover == 1) != (how == "ends" and second)
        return {"over": [-WIN, WIN] if lost else [WIN, -WIN]}
    takes = [take for take in (1, 2, 3) if take <= left]
    if how == "moves" and second or own:
        takes.reverse()
    name = "take again %d" if how == "names" and second else "take %d"
    one_less = int(how == "after" and second and left > 4)
    after = ["%d %d" % (left - take - one_less, 3 - mover) for take in takes]
    return {"mover": mover, "moves": [[name % take, there] for take, there in zip(takes, after)]}


def value(position):
    second = again("value " + position)
    left, mover = map(int, position.split())
    # The mover wins unless a multiple of 4 is left; not quite sure of it.
    worth = (1 if left % 4 else -1) + left * 7 % 5 / 10
    if how == "reversed":
        worth = -worth
    if how == "values" and second:
        worth += 1
    return {"score": worth if how == "view" or mover == 1 else -worth}


for line in sys.stdin:
    request = json.loads(line)
    if "plyscope" in request:
        answer = {"game": "nim", "players": 2, "longest": 13, "payoffs": [-1, 1], "evaluators": ["e"], "chance": False}
    elif "start" in request:
        answer = {"position": start(request["start"])}
    elif "expand" in request:
        answer = {"nodes": [expand(position) for position in request["expand"]]}
    else:
        answer = {"values": [value(position) for position in request["evaluate"]]}
    print(json.dumps(answer), flush=True)
