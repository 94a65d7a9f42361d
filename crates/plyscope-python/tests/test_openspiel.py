"""OpenSpiel's games against ours, move by move."""

import random

import pytest
from conftest import needs

import plyscope as ply

pyspiel = needs("pyspiel", "open_spiel")




#: OpenSpiel's name, ours, and which of our moves one of OpenSpiel's actions is: by its place among the legal ones where
#: both list them in the same order.
PAIRS = {
    "connect_four": "connect-four",
    "tic_tac_toe": "tic-tac-toe",
    "mancala": "kalah(empty-capture=no)",
}


@pytest.mark.parametrize("theirs", PAIRS)
def test_the_same_moves_and_values_in_200_random_games(theirs):
    spiel, ours = ply.openspiel(theirs), ply.game(PAIRS[theirs])
    draw, ends = random.Random(7), set()
    for number in range(200):
        there, here = spiel.start(0), ours.start(0)
        while True:
            moves, answers = list(spiel.moves(there)), ours.moves(here)
            assert len(moves) == len(answers), (there, here)
            if not moves:
                break
            assert spiel.mover(there) == ours.mover(here), (there, here)
            chosen = draw.randrange(len(moves))
            there, here = moves[chosen][1], answers[chosen][1]
        first, second = spiel.payoffs(there)[0], ours.payoffs(here)[0]
        assert (first > 0) - (first < 0) == (second > 0) - (second < 0), (there, here)
        ends.add(first)
    assert len(ends) > 1


def test_the_same_measurement_gives_the_same_accuracy(tmp_path):
    """The same positions of tic-tac-toe, the same evaluator, through both: every number is the same."""
    spiel, ours = ply.openspiel("tic_tac_toe", transpositions=True), ply.game("tic-tac-toe")
    draw, pairs = random.Random(3), {}
    while len(pairs) < 120:
        there, here = spiel.start(0), ours.start(0)
        for _ in range(draw.randrange(2, 6)):
            moves, answers = list(spiel.moves(there)), ours.moves(here)
            if not moves:
                break
            chosen = draw.randrange(len(moves))
            there, here = moves[chosen][1], answers[chosen][1]
        if list(spiel.moves(there)):
            pairs[here] = there.text
    theirs_file, ours_file = tmp_path / "theirs.txt", tmp_path / "ours.txt"
    theirs_file.write_text("".join(f"{text}\n" for text in pairs.values()))
    ours_file.write_text("".join(f"{text}\n" for text in pairs))

    def middle(board):
        return {"x": 0.5, "o": -0.5}.get(board[4], 0.0) + board.count("x") / 100

    how = dict(depths=range(1, 6), repairs="none")
    there = ply.measure(
        spiel, evaluator=lambda place: middle(str(place.state).replace("\n", "")), positions=f'file(path="{theirs_file}")', **how
    )
    here = ply.measure(
        "tic-tac-toe", evaluator=lambda text: middle(text.split(" ")[0].replace("/", "").lower()), positions=f'file(path="{ours_file}")', **how
    )
    assert there.trials == here.trials > 20
    for one, other in zip(there.players[0]["efforts"], here.players[0]["efforts"]):
        for term in ("accuracy", "regret", "tied"):
            assert one[term] == pytest.approx(other[term], abs=1e-12)
    assert there.players[0]["efforts"][4]["accuracy"]["value"] > there.players[0]["efforts"][0]["accuracy"]["value"]


def test_chance_and_more_players():
    pig = ply.openspiel("pig(players=2,horizon=20,winscore=10)")
    roll = dict(pig.moves(pig.start(0)))["roll"]
    outcomes = pig.chance(roll)
    assert len(outcomes) == 6 and abs(sum(chance for chance, _ in outcomes) - 1) < 1e-12
    found = ply.measure(pig, evaluator="playouts(n=3)", search="full-width", depths=[1, 2], trials=3, truth="none", positions="random(plies=0..3)")
    assert found.trials == 3
    assert ply.openspiel("chinese_checkers(players=3)").players == 3


@pytest.mark.parametrize(
    "name, why",
    [
        ("kuhn_poker", "do not see everything"),
        ("matrix_rps", "at the same time"),
        ("tictactoe", "has no game"),
    ],
)
def test_games_that_cannot_be_searched_are_refused(name, why):
    with pytest.raises(ply.InputError, match=why):
        ply.openspiel(name)


def test_positions_are_read_back_and_games_travel():
    import pickle

    game = pickle.loads(pickle.dumps(ply.openspiel("connect_four", transpositions=True)))
    assert game.name == "openspiel(game=connect_four,transpositions=yes)"
    place = game.parse("3 3 4 2")
    assert game.text(place) == "3 3 4 2" and game.mover(place) == 1
    for wrong in ["7", "3 x", "0 0 0 0 0 0 0"]:
        with pytest.raises(ply.InputError, match="not a legal action"):
            game.parse(wrong)
