"""Games and evaluators written in Python."""

import traceback

import pytest
from conftest import Nim, parity

import plyscope as ply


def test_a_game_is_measured(nim):
    found = ply.measure(nim, evaluator=parity, depths=range(1, 7), trials=60)
    assert found.game == 'python(game="nim(heap=21)")'
    assert found.truth == {"name": "solve", "certainty": "exact"} or found.truth["certainty"] == "exact"
    # In Nim a heap of a multiple of four is lost: of a search that sees the end everything is right.
    assert found.trials == 60
    deep = ply.measure(Nim(9), evaluator=parity, depths=[1, 9], trials=30, positions="random(plies=0..3)")
    assert deep.players[0]["efforts"][1]["accuracy"]["value"] == 1.0


def test_the_right_moves_are_those_of_the_theory():
    found = ply.measure(Nim(15), evaluator=parity, depths=[1, 2], trials=40, positions="random(plies=0..6)")
    assert found.worst
    for worst in found.worst:
        left, _ = eval(worst["position"])
        assert worst["right"] == [str(left % 4)], worst


def test_positions_to_look_at_are_listed_once_and_without_commands_that_fail():
    """The command does not know what lives in Python, so none is advised."""
    found = ply.measure(Nim(15), evaluator=parity, depths=[1, 2], trials=40, positions="random(plies=0..2)")
    positions = [worst["position"] for worst in found.worst]
    assert positions and len(positions) == len(set(positions))
    assert all(worst["command"] is None for worst in found.worst)
    shown = str(found)
    assert shown[shown.index("where to look") :].count(positions[0]) == 1
    assert "plyscope tree" not in shown and "plyscope measure" not in shown, shown


def test_threads_seeds_and_stops_do_not_matter(nim, tmp_path):
    how = dict(evaluator=parity, depths=range(1, 5), trials=48, seed=5)
    one = ply.measure(nim, **how).to_json()
    assert ply.measure(nim, **how, jobs=3).to_json() == one
    ply.measure(nim, **{**how, "trials": 16}, out=tmp_path / "run")
    assert ply.measure(nim, **how, out=tmp_path / "run", resume=True).to_json() == one
    with pytest.raises(ply.FolderError, match="another run"):
        ply.measure(Nim(22), **how, out=tmp_path / "run", resume=True)


def test_a_game_of_ours_through_python_is_the_same(tmp_path):
    """Rules that go through Python, and an evaluator in Python on a game of ours: the same decisions everywhere."""
    ours = ply.game("tic-tac-toe")
    positions, seen = [ours.start(1)], []
    for ply_number in range(4):
        positions = [after for position in positions for _, after in ours.moves(position)][::5]
        seen += positions
    file = tmp_path / "positions.txt"
    file.write_text("".join(f"{position}\n" for position in seen))

    def crosses_in_the_middle(position):
        board = position.split(" ")[0].replace("/", "")
        return {"X": 1.0, "O": -1.0}.get(board[4], 0.0) + board.count("X") / 100

    how = dict(evaluator=crosses_in_the_middle, depths=range(1, 6), positions=f'file(path="{file}")', repairs="none")
    through, direct = ply.measure(ours, **how), ply.measure("tic-tac-toe", **how)
    assert through.trials == direct.trials > 10
    assert through.players[0]["efforts"] == direct.players[0]["efforts"]
    assert through.players[0]["steps"] == direct.players[0]["steps"]
    # And an evaluator of ours stands beside one in Python.
    both = ply.measure("tic-tac-toe", **{**how, "evaluator": ["lines", crosses_in_the_middle]})
    alone = ply.measure("tic-tac-toe", **{**how, "evaluator": "lines"})
    assert both.players[0]["efforts"] == alone.players[0]["efforts"]
    assert both.players[1]["efforts"] == direct.players[0]["efforts"]


class Dice(ply.Game):
    """A die is thrown, then one who has to move takes what was thrown or leaves it; twice each."""

    longest = 8

    def start(self, seed):
        return (0, 0, "throw")

    def mover(self, position):
        return 1 + position[1] % 2

    def chance(self, position):
        total, turn, state = position
        return [(0.5, (total, turn, n)) for n in (1, 2)] if state == "throw" and turn < 4 else None

    def moves(self, position):
        total, turn, state = position
        if turn == 4:
            return []
        sign = 1 if turn % 2 == 0 else -1
        return [("take", (total + sign * state, turn + 1, "throw")), ("leave", (total, turn + 1, "throw"))]

    def payoffs(self, position):
        return [position[0], -position[0]]


def test_chance():
    found = ply.measure(Dice(), evaluator=lambda p: p[0], rule="minimax", search="full-width", depths=[1, 3], trials=20,
                        truth="none", positions="random(plies=1..3)")
    assert found.truth["certainty"] == "none" and found.trials > 0


class Three(Nim):
    """Nim for three: who takes the last one gets 2, the others lose 1."""

    players = 3

    def moves(self, position):
        left, mover = position
        return [(str(n), (left - n, mover % 3 + 1)) for n in range(1, min(3, left) + 1)]

    def payoffs(self, position):
        last = (position[1] - 2) % 3
        return [2 if player == last else -1 for player in range(3)]


def test_three_players():
    tree = ply.tree(Three(4), rule="max-n")
    # Who has three or fewer left takes them all; so with four left one is taken, and the next one takes the rest.
    assert tree.value == [-1.0, 2.0, -1.0] or tree.value == [-1.0, -1.0, 2.0]
    assert ply.tree(Three(3), rule="max-n").value == [2.0, -1.0, -1.0]
    with pytest.raises(ply.InputError, match="at most two players"):
        ply.measure(Three(6), evaluator=lambda position: 0.0, depths=[1], trials=4)


def test_wins_with_errors_serve_emm():
    def opinion(position):
        return ply.Win(0.8 if parity(position) > 0 else 0.2, error=0.2)

    found = ply.measure(Nim(12), evaluator=opinion, rule=["product", "emm"], depths=[1, 3], trials=30)
    assert ["rule=product" in found.players[0]["name"], "rule=emm" in found.players[1]["name"]] == [True, True]
    with pytest.raises(ply.InputError, match="needs an estimate of its own error"):
        ply.measure(Nim(12), evaluator=parity, rule="emm", depths=[1], trials=30)


def test_an_exception_in_a_game_reaches_its_author(nim):
    class Broken(Nim):
        def moves(self, position):
            if position[0] < 5:
                return self.nothing_here[position]
            return super().moves(position)

    with pytest.raises(AttributeError, match="nothing_here") as raised:
        ply.measure(Broken(21), evaluator=parity, depths=[1, 6], trials=20)
    places = traceback.extract_tb(raised.value.__traceback__)
    assert places[-1].name == "moves" and "nothing_here" in places[-1].line

    def confused(position):
        return 1 / (position[0] - 7)

    with pytest.raises(ZeroDivisionError) as raised:
        ply.measure(nim, evaluator=confused, depths=[1, 2], trials=20)
    assert traceback.extract_tb(raised.value.__traceback__)[-1].name == "confused"
    # And the same game works afterwards.
    assert ply.measure(nim, evaluator=parity, depths=[1], trials=5).trials == 5


def two_of_one_name(self, position):
    return [("a", (1, 1)), ("a", (2, 1))]


WRONG = {
    "two moves are called": {"moves": two_of_one_name},
    "mover\\(\\) is a player from 1 to 2, not 3": {"mover": lambda self, position: 3},
    "payoffs\\(\\) gives 3 numbers for 2 players": {"payoffs": lambda self, position: [0, 0, 0]},
    "a payoff is no finite number": {"payoffs": lambda self, position: [float("nan"), 0]},
    "add up to 0, not 1 and 1": {"payoffs": lambda self, position: [1, 1]},
    "control characters": {"text": lambda self, position: "a\nb"},
    "1 to 8 players, not 9": {"players": 9},
    "`longest` is how many plies": {"longest": 0},
    "the least and the greatest payoff": {"payoff_range": (1.0, -1.0)},
}


@pytest.mark.parametrize("why", WRONG)
def test_a_game_that_breaks_a_rule_is_told_which(why):
    class Wrong(Nim):
        def __init__(self):
            self.heap = 8
            if "longest" not in WRONG[why]:
                self.longest = 8

    for name, value in WRONG[why].items():
        setattr(Wrong, name, value)
    with pytest.raises(ply.GameError, match=why):
        ply.measure(Wrong(), evaluator=lambda position: 0.0, depths=[1, 8], trials=20, truth="solve")


def test_chances_that_do_not_add_up():
    class Wrong(Dice):
        def chance(self, position):
            return [(0.5, (0, 1, 1))] if position[2] == "throw" else None

    with pytest.raises(ply.GameError, match="add up to 0.5, not to 1"):
        ply.tree(Wrong(), depth=2, evaluator=lambda position: 0.0)


def test_an_evaluator_that_says_nothing_of_use(nim):
    for nonsense in [lambda p: "good", lambda p: None, lambda p: float("nan")]:
        with pytest.raises(ply.GameError, match="gives a"):
            ply.measure(nim, evaluator=nonsense, depths=[1], trials=5)
    with pytest.raises(ply.ProgramError, match="answers in two ways"):
        ply.measure(nim, evaluator=lambda p: 0.5 if p[0] > 15 else ply.Win(0.5), depths=[6], trials=20)


def test_what_is_missing_is_named():
    class Half(ply.Game):
        longest = 3

        def start(self, seed):
            return 0

    with pytest.raises(NotImplementedError, match="Half needs a method moves"):
        ply.measure(Half(), evaluator=lambda p: 0.0, depths=[1], trials=2)


def test_names_tell_games_apart():
    class TwoHeaps(Nim):
        def __init__(self, heap, rule="a b", misere=True):
            super().__init__(heap)
            self.rule, self.misere, self._hidden = rule, misere, 4

    assert TwoHeaps(3).name == 'two-heaps(heap=3,misere=yes,rule="a b")'
    with pytest.raises(ply.InputError, match="two games are called"):
        ply.run({"title": "t", "source": "s", "game": Nim(3), "other": Nim(3), "series": []})
