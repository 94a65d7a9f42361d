"""What comes back is what the command prints, byte for byte."""

import json

import plyscope as ply
import pytest

SMALL = "connect-four(width=4,height=4)"


def test_measure(command, tmp_path):
    found = ply.measure(SMALL, evaluator="lines", depths=range(1, 4), trials=40, seed=3, out=tmp_path / "here")
    options = ["--evaluator", "lines", "--depths", "1..3", "--trials", "40", "--seed", "3", "--quiet"]
    assert found.to_json() == command("measure", SMALL, *options, "--format", "json")
    here, there = str(tmp_path / "here"), str(tmp_path / "there")
    assert str(found).replace(here, there) == command("measure", SMALL, *options, "--out", there)
    # The folders are the same too, but for the time that each took.
    files = sorted(p.relative_to(tmp_path / "there") for p in (tmp_path / "there").rglob("*") if p.is_file())
    assert [str(file) for file in files if file.name == "measurement.json"] == ["measurement.json"]
    for file in files:
        if file.name != "run.json":
            assert (tmp_path / "here" / file).read_bytes() == (tmp_path / "there" / file).read_bytes(), file


def test_measure_with_every_kind_of_option(command):
    found = ply.measure(
        "kalah(pits=3,seeds=2)", evaluator=["store-difference", "kalah-features"], nodes=[10, 100], truth=["solve", "search(depth=6,evaluator=kalah-features)"],
        positions="random(plies=2..6)", trials=20, repairs=["average", "vote"],
    )
    printed = command(
        "measure", "kalah(pits=3,seeds=2)", "--evaluator", "store-difference", "--evaluator", "kalah-features", "--nodes", "10,100",
        "--truth", "solve", "--truth", "search(depth=6,evaluator=kalah-features)", "--positions", "random(plies=2..6)", "--trials", "20",
        "--repairs", "average,vote", "--quiet", "--format", "json",
    )
    assert found.to_json() == printed
    assert len(found.truth) == 2 and len(found.players) == 2


def test_run_a_file(command):
    file = "docs/own-question.toml"
    from conftest import ROOT

    found = ply.run(ROOT / file, trials=1000)
    assert found.to_json() == command("run", file, "--trials", "1000", "--quiet", "--format", "json")
    assert found.to_csv() == command("run", file, "--trials", "1000", "--quiet", "--format", "csv")
    assert str(found) == command("run", file, "--trials", "1000", "--quiet")
    assert [claim.id for claim in found.claims] == ["emm"]


def test_reproduce_several(command, tmp_path):
    ids = ["wilson/fig3-b2", "horacek/table2"]
    found = ply.reproduce(*ids, trials=512, seed=9, out=tmp_path / "here")
    command("reproduce", *ids, "--trials", "512", "--seed", "9", "--quiet", "--out", str(tmp_path / "there"))
    files = sorted(p.relative_to(tmp_path / "there") for p in (tmp_path / "there").rglob("*") if p.is_file())
    assert {"report.html", "figure.svg", "figure.pdf", "results.csv"} <= {file.name for file in files}
    for file in files:
        # In a PDF the order of objects is not always the same.
        if file.name not in ("run.json", "figure.pdf"):
            assert (tmp_path / "here" / file).read_bytes() == (tmp_path / "there" / file).read_bytes(), file
    assert found.to_json() == command("reproduce", *ids, "--trials", "512", "--seed", "9", "--quiet", "--format", "json")
    assert found.ids == ids and [one.ids for one in found] == [[id] for id in ids]


def test_tree(command):
    text = "A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1"
    tree = ply.tree(text, rule="emm", error=0.1)
    options = ["tree", text, "--rule", "emm", "--error", "0.1"]
    assert tree.to_json() == command(*options, "--format", "json")
    assert tree._repr_svg_() == command(*options, "--format", "svg")
    assert str(tree) == command(*options)
    game = ply.tree("tic-tac-toe", search="alpha-beta(scores=all)", depth=2, evaluator="lines")
    assert str(game) == command("tree", "tic-tac-toe", "--depth", "2", "--evaluator", "lines", "--search", "alpha-beta(scores=all)")


def test_solve(command):
    board = "connect-four(width=4,height=4)"
    assert ply.solve(board) == json.loads(command("solve", board, "--format", "json"))
    told = ["solve", board, "--position", "1213", "--nodes", "1000", "--format", "json"]
    assert ply.solve(board, "1213", nodes=1000) == json.loads(command(*told))
    source = "random(plies=4..8)"
    many = ["solve", board, "--positions", source, "--trials", "5", "--score", "--seed", "3", "--quiet", "--format", "json"]
    found = ply.solve(board, positions=source, trials=5, score=True, seed=3)
    assert found["positions"] == json.loads(command(*many))["positions"] and len(found["positions"]) == 5
    with pytest.raises(ValueError, match="not both"):
        ply.solve(board, "1213", positions=source)


def test_solve_an_own_game():
    class Nim(ply.Game):
        """Take 1 to 3 of a heap; the player who takes the last one wins."""

        longest = 8

        def __init__(self, heap):
            self.heap = heap

        def start(self, seed):
            return (self.heap, 1)

        def mover(self, position):
            return position[1]

        def moves(self, position):
            left, mover = position
            return [(str(take), (left - take, 3 - mover)) for take in range(1, 4) if take <= left]

        def payoffs(self, position):
            return [-1, 1] if position[1] == 1 else [1, -1]

    # With 8 the second player wins: whatever is taken, 4 are left.
    assert [ply.solve(Nim(heap))["result"] for heap in (7, 8)] == ["win", "loss"]


def test_names_that_read_files(command, tmp_path):
    counts = tmp_path / "counts.txt"
    counts.write_text("0.2 10 40\n0.5 25 25\n0.8 40 10\n")
    table = tmp_path / "tables"
    command("tables", "make", "tic-tac-toe", "--out", str(table))
    for game, options in [
        ("critical(branching=2,rate=0.5)", {"evaluator": f'histogram(path="{counts}")'}),
        ("tic-tac-toe", {"evaluator": "lines", "truth": f'tables(path="{table}")'}),
    ]:
        found = ply.measure(game, depths=[1, 2], trials=64, **options)
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        assert found.to_json() == command("measure", game, *arguments, "--depths", "1,2", "--trials", "64", "--format", "json")


def test_a_dict_is_a_file(tmp_path):
    experiment = {
        "title": "t", "source": "s", "game": "board-splitting(depth=5)", "trials": 512, "depths": range(1, 4),
        "series": [{"rule": rule, "evaluator": "artificial(error=0.2)"} for rule in ("minimax", "emm")],
        "claim": [{"id": "emm", "text": "EMM is better.", "above": {"series": "emm", "than": "minimax", "depths": [3]}}],
    }
    (tmp_path / "experiment.toml").write_text(
        "title = 't'\nsource = 's'\ngame = 'board-splitting(depth=5)'\ntrials = 512\ndepths = [1, 2, 3]\n"
        "series = [{ rule = 'minimax', evaluator = 'artificial(error=0.2)' }, { rule = 'emm', evaluator = 'artificial(error=0.2)' }]\n"
        "claim = [{ id = 'emm', text = 'EMM is better.', above = { series = 'emm', than = 'minimax', depths = [3] } }]\n"
    )
    assert ply.run(experiment).to_json() == ply.run(tmp_path / "experiment.toml").to_json()


def test_the_command_reads_folders_of_games_in_python(command, tmp_path):
    import subprocess

    from conftest import Nim, parity

    folder = tmp_path / "nim"
    ply.measure(Nim(21), evaluator=parity, depths=[1, 2, 3], trials=40, out=folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    command("report", str(folder))
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.name in before} == before
    # But it does not run them.
    arguments = ["measure", 'python(game="nim(heap=21)")', "--evaluator", "parity", "--depths", "1..2"]
    done = subprocess.run([command.path, *arguments], capture_output=True, text=True)
    assert done.returncode == 2 and "it is written in Python: run it from there" in done.stderr
